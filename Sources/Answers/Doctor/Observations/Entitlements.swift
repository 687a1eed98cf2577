import WebSyntax

/// The entitlements of an app that concern links.
///
/// Source: Apple, Associated Domains Entitlement.
package struct Entitlements: Equatable, Sendable {
  /// The associated domains as written, as in `applinks:www.example.com`.
  package let associatedDomains: [String]
  /// The application identifier; nil when the text contains none.
  package let applicationIdentifier: String?

  package init(associatedDomains: [String], applicationIdentifier: String?) {
    self.associatedDomains = associatedDomains
    self.applicationIdentifier = applicationIdentifier
  }

  /// Parses a property list, in XML or binary; nil for one without associated domains.
  package init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: BinaryPropertyList.signature) else {
      self.init(String(decoding: bytes, as: UTF8.self))
      return
    }
    guard let texts = BinaryPropertyList.texts(bytes), let domains = texts[Self.domainsKey] else {
      return nil
    }
    let identifiers = Self.identifierKeys.compactMap { texts[$0]?.first }
    self.init(associatedDomains: domains, applicationIdentifier: identifiers.first)
  }

  /// The names without the wildcards that match a host: systems fetch their file from there.
  package func wildcardNames(matching host: String) -> [String] {
    let names = associatedDomains.compactMap(AssociatedDomain.init)
      .filter { $0.host.isWildcard && $0.covers(host) }.map(\.host.name)
    return Set(names).sorted()
  }

  /// Whether bytes are a property list at all, with or without domains.
  package static func isList(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: BinaryPropertyList.signature) {
      return BinaryPropertyList.texts(bytes) != nil
    }
    var scanner = PlistScanner(String(decoding: bytes, as: UTF8.self))
    return scanner.next()?.name == "plist"
  }

  /// Parses an XML property list: an `.entitlements` file, or the output of
  /// `codesign -d --entitlements :-`. Returns nil for a text without associated domains.
  package init?(_ text: String) {
    var scanner = PlistScanner(text)
    var domains: [String]?
    var identifier: String?
    var key: String?
    while let element = scanner.next() {
      switch element.name {
      case "key": key = element.words
      case "string":
        if key == Self.domainsKey {
          domains = (domains ?? []) + [element.text]
        }
        if let key, Self.identifierKeys.contains(key) { identifier = identifier ?? element.words }
      case "array": if key == Self.domainsKey { domains = domains ?? [] }
      default: break
      }
    }
    guard let domains else { return nil }
    associatedDomains = domains
    applicationIdentifier = identifier
  }

  private static let domainsKey = "com.apple.developer.associated-domains"
  private static let identifierKeys = [
    "application-identifier", "com.apple.application-identifier",
  ]
}

/// Scans the elements of a property list, each with the text up to the next one.
private struct PlistScanner {
  struct Element {
    let name: String
    let text: String

    /// The text without what a formatter puts around it.
    var words: String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
  }

  private var rest: Substring

  init(_ text: String) {
    rest = text[...]
  }

  /// Returns the next opening tag; comments and declarations are skipped.
  mutating func next() -> Element? {
    while let open = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: open)...]
      if rest.hasPrefix("!--") {
        skipComment()
        continue
      }
      guard let close = rest.firstIndex(of: ">") else { return nil }
      let name = rest[..<close]
      rest = rest[rest.index(after: close)...]
      guard let first = name.first, first.isLetter else { continue }
      let text = rest.prefix { $0 != "<" }
      return Element(name: String(name.prefix { $0.isLetter }), text: Self.unescape(text))
    }
    return nil
  }

  private mutating func skipComment() {
    while let dash = rest.firstIndex(of: "-") {
      rest = rest[dash...]
      if rest.hasPrefix("-->") { return }
      rest = rest.dropFirst()
    }
    rest = ""
  }

  private static func unescape(_ text: Substring) -> String {
    var result = String(text)
    for (entity, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&"),
    ] {
      result = result.split(separator: entity, omittingEmptySubsequences: false)
        .joined(separator: character)
    }
    return result
  }
}
