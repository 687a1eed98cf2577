package import AppAssociation
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

  /// Parses a property list, in XML or binary: an `.entitlements` file, or the output of
  /// `codesign -d --entitlements :-`; nil for one without associated domains.
  package init?(_ bytes: [UInt8]) {
    guard let texts = try? Self.texts(bytes), let domains = texts[AssociatedDomains.key] else {
      return nil
    }
    let identifier = Self.identifierKeys.lazy.compactMap { texts[$0]?.first }.first
    self.init(associatedDomains: domains, applicationIdentifier: identifier.map(\.withoutMargins))
  }

  /// The associated domains of a property list; nil for anything that is none.
  package static func domains(_ bytes: [UInt8]) throws(XMLReader.Failure) -> [String]? {
    try texts(bytes).map { $0[AssociatedDomains.key] ?? [] }
  }

  /// The names without the wildcards that match a host: systems fetch their file from there.
  package func wildcardNames(matching host: String) -> [String] {
    let names = associatedDomains.compactMap(AssociatedDomain.init)
      .filter { $0.host.isWildcard && $0.covers(host) }.map(\.host.name)
    return Set(names).sorted()
  }

  /// The texts at the top of a property list; nil for anything that is none.
  private static func texts(_ bytes: [UInt8]) throws(XMLReader.Failure) -> [String: [String]]? {
    guard bytes.starts(with: BinaryPropertyList.signature) else { return try xmlTexts(bytes) }
    return BinaryPropertyList.texts(bytes)
  }

  private static func xmlTexts(
    _ bytes: [UInt8]
  ) throws(XMLReader.Failure) -> [String: [String]]? {
    var reader = XMLReader(bytes, allowsDocumentType: true)
    var path: [String] = []
    var (key, text) = ("", "")
    var texts: [String: [String]]?
    while let event = try reader.next() {
      switch event {
      case .start(let name, _):
        path.append(name)
        text = ""
        if path == ["plist", "dict"] { texts = texts ?? [:] }
        if path == ["plist", "dict", "array"] { texts?[key, default: []] += [] }
      case .text(let piece): text += piece
      case .end:
        switch path {
        case ["plist", "dict", "key"]: key = text.withoutMargins
        case ["plist", "dict", "string"], ["plist", "dict", "array", "string"]:
          texts?[key, default: []].append(text)
        default: break
        }
        path.removeLast()
      }
    }
    return texts
  }

  private static let identifierKeys = [
    "application-identifier", "com.apple.application-identifier",
  ]
}

extension String {
  /// The text without what a formatter puts around it.
  fileprivate var withoutMargins: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
