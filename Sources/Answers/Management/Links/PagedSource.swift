package import HTTPCore
package import Service
import Synchronization

/// A body that is read page by page, at the pace of the client, while it has the place of a transfer.
package final class PagedSource<Position: Sendable>: HTTPBodySource {
  /// Reads the page at a position; nil when that fails. The last page has no next one.
  package typealias Reading =
    @Sendable (_ position: Position) -> (text: String, next: Position?)?

  private let directory: LinkDirectory
  private let slot: TransferSlots.Slot
  private let read: Reading
  /// The position of the next page; nil at the end.
  private let position: Mutex<Position?>

  /// - Throws: when the owner already runs as many transfers as allowed.
  package init(
    from start: Position, for owner: TransferSlots.Owner, of directory: LinkDirectory,
    _ read: @escaping Reading
  ) throws(Problem) {
    self.directory = directory
    self.read = read
    slot = try directory.transferSlot(of: owner)
    position = Mutex(start)
  }

  package func next(completion: @escaping @Sendable (HTTPBodyPart) -> Void) {
    directory.transfer { [self] in completion(part()) }
  }

  private func part() -> HTTPBodyPart {
    guard let start = position.withLock({ $0 }) else { return .end }
    guard let (text, next) = read(start) else { return .failure }
    position.withLock { $0 = next }
    return text.isEmpty && next == nil ? .end : .bytes(Array(text.utf8))
  }
}
