/// The path of a route, for Android: with the slashes that Apple systems add or ignore.
struct AndroidPath {
  let wording: AndroidWording
  /// As Apple systems read it: with one slash at the beginning and none at the end.
  private let source: String
  /// Whether it ends in `/*`, which may be absent as a whole.
  private let isRestOptional: Bool

  init(_ path: String, _ settings: AndroidWording.Settings) {
    let isEmpty = path.isEmpty
    var text = Self.trimmed(path)
    isRestOptional = text.ends("/*")
    // Slashes at the end do not count, so another star asks for something behind the last one.
    let bare = text.trimming("*", downTo: 0)
    if bare.ends("/"), text.utf8.count > bare.utf8.count + 1 { text = bare + "?*" }
    source = text
    wording = AndroidWording(isEmpty ? "" : text, .path, settings)
  }

  /// Apple assumes a leading slash and treats several as one; Android compares slashes literally.
  private static func trimmed(_ path: String) -> String {
    guard path.utf8.first != UInt8(ascii: "*") else { return path.trimming("/", downTo: 1) }
    let start = path.utf8.firstIndex { $0 != UInt8(ascii: "/") } ?? path.endIndex
    return ("/" + path[start...]).trimming("/", downTo: 1)
  }

  var obstacle: String? { wording.obstacle }

  // MARK: - Includes

  /// The patterns of an include.
  var texts: [String] { Self.variants(wording.text, isRestOptional: isRestOptional) }

  /// Whether it is text with a dot and `?*` behind it. Together with that `?`, Android takes the dot
  /// for any character; a beginning, from which the text alone is excepted, says the same exactly.
  var needsException: Bool { wording.isDottedBeginning }

  /// The text in front of `?*`.
  var exception: String { wording.text.dropping(2) }

  /// The shape of a rule for that text alone.
  var exceptionShape: Overlap.Shape { Overlap.Shape(Component(path: source.dropping(2))) }

  // MARK: - Excludes

  /// The patterns of an exclude.
  var coveringTexts: [String] {
    let covering = wording.covering().pattern
    // A pattern that was cut covers the path without its rest only where that begins there.
    return Self.variants(
      covering.isEmpty ? "/" : covering,
      isRestOptional: isRestOptional && covering.ends("/*"))
  }

  var isCoveringBroader: Bool { wording.covering().isBroader }

  /// Apple ignores slashes at the end, and `/a/*` covers `/a`.
  private static func variants(_ text: String, isRestOptional: Bool) -> [String] {
    if isRestOptional, text.utf8.count > 2 {
      let bare = text.dropping(2)
      // What is left of '/*/*' still asks for something behind its slash.
      return [text, bare.ends("/*") ? bare.dropping(1) + "?*" : bare]
    }
    return text.ends("*") || text == "/" ? [text] : [text, text + "/"]
  }
}

/// By bytes: a character may take a slash or a star in that stands beside it.
extension String {
  fileprivate func ends(_ text: String) -> Bool {
    utf8.suffix(text.utf8.count).elementsEqual(text.utf8)
  }

  fileprivate func dropping(_ count: Int) -> String { String(Substring(utf8.dropLast(count))) }

  /// Without the last bytes that are a character.
  fileprivate func trimming(_ character: Unicode.Scalar, downTo least: Int) -> String {
    let end = utf8.reversed().prefix { $0 == UInt8(ascii: character) }.count
    return dropping(min(end, max(0, utf8.count - least)))
  }
}
