extension String {
  /// The text, or its beginning and end when it is longer than the limit.
  package func shortened(to limit: Int) -> String {
    guard utf8.count > limit, unicodeScalars.count > limit else { return self }
    var text = String(unicodeScalars.prefix(limit / 2))
    text += "…"
    text.unicodeScalars += unicodeScalars.suffix(limit / 2)
    return text
  }
}
