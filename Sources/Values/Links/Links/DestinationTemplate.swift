import WebSyntax

/// A destination with placeholders for visits to fill in: `{path}`, `{query.NAME}` and `{slug}` in its
/// path, query or fragment.
///
/// Scheme, host and port precede the first placeholder, and every value is encoded for its position, so
/// no visit can change them.
struct DestinationTemplate {
  enum Name: Equatable {
    case path
    case slug
    case query(String)

    init?(_ text: String) {
      switch text {
      case "path": self = .path
      case "slug": self = .slug
      default:
        guard text.hasPrefix("query."), text.utf8.count > "query.".utf8.count else { return nil }
        self = .query(String(text.dropFirst("query.".count)))
      }
    }

    var text: String {
      switch self {
      case .path: "path"
      case .slug: "slug"
      case .query(let name): "query." + name
      }
    }
  }

  private struct Placeholder {
    let name: Name
    /// Whether the placeholder precedes `?` and `#`, where slashes separate segments.
    let isInPath: Bool
    let literalBefore: ArraySlice<UInt8>
  }

  private var placeholders: [Placeholder] = []
  /// The text after the last placeholder.
  private var end: ArraySlice<UInt8>

  /// Whether a text may be a template: no other URL contains a brace.
  static func isOne(_ url: String) -> Bool {
    let brace = UInt8(ascii: "{")
    // Every visit checks several addresses this way: iterating over the UTF-8 view is far slower than
    // its memory.
    return url.utf8.withContiguousStorageIfAvailable { $0.contains(brace) }
      ?? url.utf8.contains(brace)
  }

  var names: [Name] { placeholders.map(\.name) }

  /// The URL without its placeholders.
  var literal: String {
    String(decoding: placeholders.flatMap(\.literalBefore) + end, as: UTF8.self)
  }

  /// - Throws: why the text is not a template; checking stops at the first fault.
  init(_ url: String) throws(DestinationFault) {
    let bytes = Array(url.utf8)
    end = bytes[...]
    guard let authority = Self.pathStart(bytes) else { throw .notWebURL }
    var isInPath = true
    while let open = end.firstIndex(of: UInt8(ascii: "{")) {
      let inside = end[(open + 1)...]
      guard open > authority else { throw .valueInHost }
      guard let close = inside.firstIndex(of: UInt8(ascii: "}")) else { throw .unsafeCharacters }
      let text = String(decoding: inside[..<close], as: UTF8.self)
      guard let name = Name(text) else { throw .unknownValue(text) }
      let literal = end[..<open]
      isInPath = isInPath && !literal.contains(where: Self.endsPath)
      placeholders.append(Placeholder(name: name, isInPath: isInPath, literalBefore: literal))
      end = inside[(close + 1)...]
    }
  }

  /// The end of the authority; nil without one, and for a URL that consists of its host only.
  private static func pathStart(_ bytes: [UInt8]) -> Int? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[colon...].starts(with: "://".utf8)
    else { return nil }
    return bytes[(colon + 3)...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
  }

  private static func endsPath(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  // MARK: - Filling

  enum Filling: Equatable {
    case url(String)
    case missing(Name)
    /// A value would create a `.` or `..` segment in the path.
    case dotSegment
  }

  func filled(_ visit: Visit, slug: String) -> Filling {
    var url: [UInt8] = []
    for placeholder in placeholders {
      url += placeholder.literalBefore
      guard let value = Self.value(placeholder, visit, slug) else {
        return .missing(placeholder.name)
      }
      url += value.utf8
    }
    url += end
    guard !Self.hasDotSegment(url[...]) else { return .dotSegment }
    return .url(String(decoding: url, as: UTF8.self))
  }

  private static func value(_ placeholder: Placeholder, _ visit: Visit, _ slug: String) -> String? {
    switch placeholder.name {
    case .slug:
      return placeholder.isInPath ? Slug.written(slug) : PercentCoding.encodeComponent(slug)
    case .path:
      guard let path = visit.path else { return nil }
      guard !placeholder.isInPath else { return written(path) }
      return PercentCoding.encodeComponent(PercentCoding.decodeLossy(Array(path.utf8)[...]))
    case .query(let name):
      return queryValue(name, in: visit.query).map(PercentCoding.encodeComponent)
    }
  }

  /// The path after a slug, encoded for a path.
  static func written(_ path: String) -> String {
    PercentCoding.encode(path.utf8) { PercentCoding.isUnsafe($0) || endsPath($0) }
  }

  /// The first value of a name, decoded as in forms; empty for a name without `=`, nil for a missing
  /// one.
  private static func queryValue(_ name: String, in query: String?) -> String? {
    guard let query else { return nil }
    let items = QueryItems(query.utf8)
    var value: String?
    items.forEach { item in
      guard value == nil, !items.isQuestion(item), items.name(item).elementsEqual(name.utf8) else {
        return
      }
      let written = items.bytes[item].drop { $0 != UInt8(ascii: "=") }.dropFirst()
      let spaced = written.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
      value = PercentCoding.decodeLossy(spaced[...])
    }
    return value
  }

  /// Whether a segment of the path is `.` or `..`, which browsers resolve even where the dots are
  /// escaped (URL Standard, "double-dot path segment"), and some servers even between escaped slashes.
  static func hasDotSegment(_ url: ArraySlice<UInt8>) -> Bool {
    let path = Array(url.prefix { !endsPath($0) })
    guard path.contains(where: { ".%".utf8.contains($0) }) else { return false }
    var decoded: [UInt8] = []
    PercentCoding.decodeValidEscapes(path.span) { decoded.append($0) }
    return decoded.split { "/\\".utf8.contains($0) }.contains {
      $0.count <= 2 && $0.allSatisfy { $0 == UInt8(ascii: ".") }
    }
  }

  // MARK: - Adding

  static func appending(_ path: String, to url: String) -> String {
    let bytes = Array(url.utf8)
    let end = bytes.firstIndex(where: endsPath)
    let before = bytes[..<(end ?? bytes.endIndex)]
    let slash = before.last == UInt8(ascii: "/") ? "" : "/"
    return String(
      decoding: before + slash.utf8 + written(path).utf8 + bytes[before.endIndex...],
      as: UTF8.self)
  }
}
