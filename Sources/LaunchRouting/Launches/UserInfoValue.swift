/// A value of a `userInfo` dictionary, as far as decisions tell values apart.
public indirect enum UserInfoValue: Hashable, Sendable {
  /// A string.
  case text(String)
  /// A dictionary with string keys.
  case dictionary([String: UserInfoValue])
  /// A number, a date, an array, and whatever else property lists hold.
  case other
}

extension [String: UserInfoValue] {
  /// The value under a key; where no such key stands, the key is taken for a path with dots, as in
  /// `communication.url`. Nil when that leads nowhere.
  public func value(at key: String) -> UserInfoValue? {
    if let value = self[key] { return value }
    guard let dot = key.firstIndex(of: "."),
      case .dictionary(let inner)? = self[String(key[..<dot])]
    else { return nil }
    return inner.value(at: String(key[key.index(after: dot)...]))
  }
}
