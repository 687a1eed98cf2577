/// The arguments of `keiro store`.
package enum StoreRequest: Equatable, Sendable {
  case status(json: Bool)
  case migrate(json: Bool)
  case verify(json: Bool)
  case copy(from: StoreSource, applies: Bool, json: Bool)
  case backup(to: String, json: Bool)
  case restore(from: String, json: Bool)
}

/// A store to copy from.
package enum StoreSource: Equatable, Sendable {
  case sqlite(String)
  case postgres(String)

  /// Nil if the text names no kind of store.
  init?(_ text: String) {
    if text.hasPrefix("sqlite:") {
      let path = String(text.dropFirst("sqlite:".count))
      guard !path.isEmpty else { return nil }
      self = .sqlite(path)
      return
    }
    guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") || text.contains("=")
    else { return nil }
    self = .postgres(text)
  }
}
