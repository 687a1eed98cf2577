/// A value in a `userInfo` dictionary, simplified to the distinctions that decisions make.
public indirect enum UserInfoValue: Hashable, Sendable {
  /// A string.
  case text(String)
  /// A dictionary with string keys.
  case dictionary([String: UserInfoValue])
  /// A number, a date, an array, or any other property-list value.
  case other
}

extension [String: UserInfoValue] {
  /// Returns the value of a key. If the key is absent, it is treated as a dotted path such as
  /// `communication.url`. Nil when that does not exist either.
  public func value(at key: String) -> UserInfoValue? {
    if let value = self[key] { return value }
    guard let dot = key.firstIndex(of: "."),
      case .dictionary(let inner)? = self[String(key[..<dot])]
    else { return nil }
    return inner.value(at: String(key[key.index(after: dot)...]))
  }
}
