import AppAssociation
import HTTPCore
import Links
import WebSyntax

/// The short links of a site that its configuration defines, found by their slugs.
package final class CompiledShortLinks: Sendable {
  package let prefix: [UInt8]
  /// Whether routes live under the prefix too, as they do under `/`.
  package let sharesItsPrefix: Bool
  private let links: ByteTable<ServedLink>

  init(_ definition: ShortLinksDefinition, serve: (ShortLink) -> ServedLink) {
    prefix = Array(definition.prefix.utf8)
    sharesItsPrefix = definition.prefix == "/"
    links = ByteTable(definition.links.map { (key: $0.slug.utf8, value: serve($0)) })
  }

  /// Every link, in the order of the configuration.
  package var all: [ServedLink] { links.values }

  /// The link with that slug, already decoded.
  func find(_ slug: ArraySlice<UInt8>) -> ServedLink? { links[slug] }

  package func find(slug: String) -> ServedLink? { links[Array(slug.utf8)[...]] }
}

/// Which face of a short link is asked for.
package enum ShortLinkFace: Sendable {
  case visit
  /// The address with `.qr` at its end.
  case qrCode
  /// The address with `+` at its end.
  case explanation
}

/// The last part of a short URL, and what it may name.
enum ShortLinkName {
  /// The slug with its escapes resolved, once; nil when one of them is broken.
  static func slug(_ written: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard written.contains(UInt8(ascii: "%")) else { return written }
    return PercentCoding.decode(written).map { $0[...] }
  }

  typealias Reading = (slug: ArraySlice<UInt8>, face: ShortLinkFace)

  /// What the slug names most likely.
  static func reading(_ slug: ArraySlice<UInt8>) -> Reading {
    slug.last == UInt8(ascii: "+") ? (slug.dropLast(), .explanation) : (slug, .visit)
  }

  /// What else it may name, since a slug may itself end in `.qr`.
  static func otherReading(_ slug: ArraySlice<UInt8>) -> Reading? {
    guard slug.last == UInt8(ascii: "r"), slug.suffix(3).elementsEqual(".qr".utf8) else {
      return nil
    }
    return (slug.dropLast(3), .qrCode)
  }
}
