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

  var obstacle: String? { wording.obstacle }

  // MARK: - Includes

  /// The patterns of an include.
  var texts: [String] { Self.variants(wording.text, isRestOptional: isRestOptional) }

  /// Whether the path is text with a dot followed by a final `?*`. Android's glob would let the dot
  /// match any character; a prefix pattern with an exception for the bare text is exact.
  var needsException: Bool { wording.isDottedBeginning }

  /// The text before `?*`, which is excluded.
  var exception: String { wording.text.dropping(2) }

  /// The shape of a rule that matches only that text.
  var exceptionShape: Overlap.Shape { Overlap.Shape(Component(path: source.dropping(2))) }

  // MARK: - Excludes

  /// The patterns of an exclude.
  var coveringTexts: [String] {
    let covering = wording.covering().pattern
    // A shortened pattern covers the path without its optional rest only if `/*` is still there.
    return Self.variants(
      covering.isEmpty ? "/" : covering,
      isRestOptional: isRestOptional && covering.ends("/*"))
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
