import Synchronization
package import Telemetry

/// Limits concurrent imports and exports of files: each holds buffers and a connection for as long
/// as its client likes.
package final class TransferSlots: Sendable {
  private let open = Mutex<[String: Int]>([:])
  private let limit: Int
  private let limitEach: Int
  /// The refused transfers.
  package let refusals = SharedCounter()

  init(limit: Int, limitEach: Int) {
    self.limit = limit
    self.limitEach = limitEach
  }

  /// A slot for a transfer, freed on deallocation.
  package final class Slot: Sendable {
    private let slots: TransferSlots
    private let owner: String

    fileprivate init(_ slots: TransferSlots, _ owner: String) {
      self.slots = slots
      self.owner = owner
    }

    deinit {
      slots.leave(owner)
    }
  }

  /// Returns a slot; nil when too many transfers are in progress.
  package func enter(owner: String) -> Slot? {
    let isAdmitted = open.withLock { open in
      guard open.values.reduce(0, +) < limit, open[owner, default: 0] < limitEach else {
        return false
      }
      open[owner, default: 0] += 1
      return true
    }
    guard isAdmitted else {
      refusals.add()
      return nil
    }
    return Slot(self, owner)
  }

  private func leave(_ owner: String) {
    open.withLock { open in
      let rest = (open[owner] ?? 1) - 1
      open[owner] = rest == 0 ? nil : rest
    }
  }

  /// The number of transfers in progress.
  package var count: Int { open.withLock { $0.values.reduce(0, +) } }
}
