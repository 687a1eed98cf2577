import RandomCases

/// Request targets made of whatever confuses parsers.
enum HostileTargets {
  static let parts = [
    "/", "/s/", "x/y.z", "x", "p", "fixed", ".qr", "+", "%2B", "%2e", "..", "//", "%2F", "%00",
    "%0d%0a", "%", "%zz", "%ff", "?", "&", "=", "#", "url=", "link=", "https://a.example/",
    "https://evil.example/", "//evil.example", "d=1", "size=64", "format=png", "javascript:", "\\",
    "@", ":80", "_keiro/", "resolve", "banner", "launches", ".well-known/", "item/1", "\"", "<b>",
    "{}", "v1/", "links", "a.example", ":batch", "import", "format=csv", "stats", "by=day",
    "limit=1",
    "cursor=", "linkStats", "shortLinks", "utm_source=", "'", ";", "~", "-", "1",
  ]

  static func target(_ dice: inout Dice) -> String {
    "/" + (0..<dice.roll(1...9)).map { _ in dice.pick(parts) }.joined()
  }
}
