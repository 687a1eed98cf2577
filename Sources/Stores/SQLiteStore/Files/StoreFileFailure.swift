import System

/// Why a store's file could not be copied, or a copy not be put in its place.
package struct StoreFileFailure: Error, Equatable {
  /// What a caller can do about it.
  package enum Kind: Equatable, Sendable {
    /// Another name: there is a file already, which stays.
    case taken
    /// Another file: the one that was named is no sound store of Keiro.
    case unsound
    /// Once more, when nothing uses the store.
    case inUse
    /// What the system or the disk needs.
    case failed
  }

  package let kind: Kind
  /// A sentence without a full stop.
  package let message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  init(_ error: SystemError) {
    self.init(.failed, "\(error)")
  }
}
