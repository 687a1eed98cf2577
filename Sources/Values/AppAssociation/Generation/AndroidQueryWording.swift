/// The name and pattern of a route's query item, worded for Android.
struct AndroidQueryWording {
  private let item: Component.Query.Item
  private let name: AndroidWording
  private let value: AndroidWording
  private let settings: AndroidWording.Settings

  init(_ item: Component.Query.Item, _ settings: AndroidWording.Settings) {
    self.item = item
    self.settings = settings
    name = AndroidWording(item.name, .query, settings)
    value = AndroidWording(item.pattern, .query, settings)
  }

  /// Whether the item matches any query; on Apple systems an absent item has an empty value.
  var isVacuous: Bool { item.pattern.isStars }

  var countsCharacters: Bool { value.countsCharacters(in: .query) }

  var endsEarly: Bool { value.endsEarly }

  var hasFoldedLetters: Bool { name.hasFoldedLetters || value.hasFoldedLetters }

  var unsentCharacter: Unicode.Scalar? { name.unsentCharacter ?? value.unsentCharacter }

  /// The reason why no include can be written; nil when one can.
  var obstacle: String? {
    if !hasPlainName { return "the name of a query item such as '\(item.name)'" }
    if name.text.utf16.contains(AndroidPattern.dot), AndroidPattern(value.text).isGlob {
      return "a '.' beside '*' or '?'"
    }
    return value.obstacle
  }

  /// The item for an include that has no obstacle.
  var wording: Component.Query.Item { .init(name: name.text, pattern: value.text) }

  /// Returns an item that covers at least as much, and whether it covers more; nil when only a rule
  /// without the item does.
  func covering() -> (item: Component.Query.Item, isBroader: Bool)? {
    guard hasPlainName, !name.hasFoldedLetters, name.unsentCharacter == nil, !value.coversAbsence,
      !value.holdsDivider
    else { return nil }
    let covering = value.covering()
    let hasLooseDot =
      name.text.utf16.contains(AndroidPattern.dot) && AndroidPattern(covering.pattern).isGlob
    return (
      .init(name: name.text, pattern: covering.pattern), covering.isBroader || hasLooseDot
    )
  }

  /// Whether the name has no special meaning in the file and identifies one query item.
  private var hasPlainName: Bool {
    name.obstacle == nil && !name.text.utf16.contains { Self.unclear.contains($0) }
      && !(settings.decodes && item.name.utf8.contains(UInt8(ascii: "%")))
  }

  private static let unclear = Array("*?\\=&;".utf16)
}
