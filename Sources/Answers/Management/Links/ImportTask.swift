package import Changes
import HTTPCore
import JSONSyntax
package import LinkImport
package import LinkStorage
package import Links
package import Service
package import SiteModel
import Synchronization

/// How a file of links is to be imported.
package struct ImportTerms: Sendable {
  package var format: ImportFormat
  package var options: LinkImport.Options
  /// Where the links are to live; nil for the hosts of the file.
  package var otherHost: String?

  package init(_ format: ImportFormat, _ options: LinkImport.Options, otherHost: String? = nil) {
    self.format = format
    self.options = options
    self.otherHost = otherHost
  }
}

/// An import at work: takes a file piece by piece and says what has come of it.
package final class ImportTask: Sendable {
  private struct State {
    var work: LinkImport
    var failure: LinkStoreError?
  }

  private let directory: LinkDirectory
  private let store: any LinkStore
  private let isDryRun: Bool
  private let slot: TransferSlots.Slot
  private let state: Mutex<State>

  /// - Parameters:
  ///   - sites: As far as the caller reaches them.
  ///   - owner: Whose share of the transfers it takes.
  package init(
    _ terms: ImportTerms, by authority: Authority, owner: String, sites: ServiceSnapshot,
    directory: LinkDirectory, at now: Timestamp
  ) throws(Problem) {
    if let host = terms.otherHost {
      guard authority.covers(host) else { throw Problem(.hostNotReached(host)) }
      guard sites.siteTable.site(of: host) != nil else {
        throw .parameter("as", sites.siteTable.unserved(host))
      }
    }
    slot = try directory.transferSlot(owner: owner)
    self.directory = directory
    store = directory.store.acting(as: authority.actor)
    isDryRun = terms.options.isDryRun
    let places = ImportPlaces(sites: sites.siteTable, otherHost: terms.otherHost) {
      link, lookUp throws(LinkStoreError) in
      try sites.circles(of: link, lookUp)
    }
    state = Mutex(
      State(
        work: LinkImport(
          terms.format, into: store, places: places, passwords: directory.passwords, now: now,
          terms.options, reach: authority.reach)))
  }

  package func feed(_ bytes: [UInt8], completion: @escaping @Sendable () -> Void) {
    work { [self] in
      state.withLock { state in
        guard state.failure == nil else { return }
        do throws(LinkStoreError) {
          try state.work.feed(bytes)
        } catch {
          state.failure = error
        }
      }
      completion()
    }
  }

  package func finish(completion: @escaping StoreCompletion<ImportReport>) {
    work { [self] in
      let result = state.withLock { state -> Result<ImportReport, LinkStoreError> in
        if let failure = state.failure { return .failure(failure) }
        do throws(LinkStoreError) {
          return .success(try state.work.finish())
        } catch {
          return .failure(error)
        }
      }
      // The keys that an import has touched are too many to keep.
      if !isDryRun { directory.changes.noteEverything() }
      completion(result)
    }
  }

  package func cancel() {
    work { [self] in
      guard !isDryRun else { return }
      directory.changes.noteEverything()
      // What was put off for the rest of the file is done now.
      store.endApplying { _ in }
    }
  }

  /// Pieces come one at a time, so each finds room: the number of transfers is bounded.
  private func work(_ body: @escaping @Sendable () -> Void) {
    _ = directory.queues.pieces.submit(body)
  }
}
