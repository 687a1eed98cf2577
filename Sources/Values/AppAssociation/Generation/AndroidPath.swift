/// The path of a route for Android, with the slashes that Apple systems add or ignore.
struct AndroidPath {
  let wording: AndroidWording
  /// The path as Apple systems read it: one leading slash and no trailing slash.
  private let source: String
  /// Whether it ends in an optional `/*`.
  let isRestOptional: Bool

  init(_ path: String, _ settings: AndroidWording.Settings) {
    let isEmpty = path.isEmpty
    var text = Self.trimmed(path)
    // Trailing slashes are ignored, so a further star or slash requires something after the last one.
    let bare = text.trimming("*", downTo: 0)
    let hasFurther = bare.ends("//") || text.utf8.count > bare.utf8.count + 1
    if bare.ends("/"), text != bare, hasFurther { text = bare + "?*" }
    isRestOptional = text.ends("/*")
    source = text
    wording = AndroidWording(isEmpty ? "" : text, .path, settings)
  }

  /// Normalises slashes: Apple assumes a leading one and treats several as one, but Android
  /// compares them literally.
  private static func trimmed(_ path: String) -> String {
    guard path.utf8.first != UInt8(ascii: "*") else { return path.trimming("/", downTo: 1) }
    let start = path.utf8.firstIndex { $0 != UInt8(ascii: "/") } ?? path.endIndex
    return ("/" + path[start...]).trimming("/", downTo: 1)
  }

  // MARK: - Includes

  /// The patterns of an include.
  var texts: [String] { Self.variants(wording.text, isRestOptional: isRestOptional) }

  /// The text before `?*`, which is excluded.
  var exception: String { wording.text.dropping(2) }

  /// The shape of a rule that matches only that text.
  var exceptionShape: Overlap.Shape { Overlap.Shape(Component(path: source.dropping(2))) }

  // MARK: - Excludes

  var coveringTexts: [String] {
    let covering = wording.covering().pattern
    // A shortened pattern covers the path without its optional rest only if `/*` is still there.
    let texts = Self.variants(
      covering.isEmpty ? "/" : covering,
      isRestOptional: isRestOptional && covering.ends("/*"))
    // Apple ignores any number of slashes at the end.
    return texts + texts.suffix(1).filter { $0.ends("/") }.map { $0 + "/*" }
  }

  var isCoveringBroader: Bool { wording.covering().isBroader }

  /// The variants to list, since Apple ignores trailing slashes and `/a/*` covers `/a`.
  private static func variants(_ text: String, isRestOptional: Bool) -> [String] {
    if isRestOptional, text.utf8.count > 2 {
      let bare = text.dropping(2)
      // The remainder of '/*/*' still requires something after its slash.
      return [text, bare.ends("/*") ? bare.dropping(1) + "?*" : bare]
    }
    return text.ends("*") || text == "/" ? [text] : [text, text + "/"]
  }
}

/// These work on bytes because a character may combine a slash or star with what follows it.
extension String {
  fileprivate func ends(_ text: String) -> Bool {
    utf8.suffix(text.utf8.count).elementsEqual(text.utf8)
  }

  fileprivate func dropping(_ count: Int) -> String { String(Substring(utf8.dropLast(count))) }

  /// Removes trailing bytes equal to a character, leaving at least a given number of bytes.
  fileprivate func trimming(_ character: Unicode.Scalar, downTo least: Int) -> String {
    let end = utf8.reversed().prefix { $0 == UInt8(ascii: character) }.count
    return dropping(min(end, max(0, utf8.count - least)))
  }
}

/// The name and pattern of a route's query item, worded for Android.
struct AndroidQueryWording {
  private let item: Component.Query.Item
  let name: AndroidWording
  let value: AndroidWording
  private let settings: AndroidWording.Settings

  init(_ item: Component.Query.Item, _ settings: AndroidWording.Settings) {
    self.item = item
    self.settings = settings
    name = AndroidWording(item.name, .query, settings)
    value = AndroidWording(item.pattern, .query, settings)
  }

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
    return (.init(name: name.text, pattern: covering.pattern), covering.isBroader || hasLooseDot)
  }

  /// Whether the name has no special meaning in the file and identifies one query item.
  private var hasPlainName: Bool {
    name.obstacle == nil && !name.text.utf16.contains { Self.unclear.contains($0) }
      && !(settings.decodes && item.name.utf8.contains(UInt8(ascii: "%")))
  }

  private static let unclear = Array("*?\\=&;".utf16)
}
