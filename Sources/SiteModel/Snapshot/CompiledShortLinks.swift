import AppAssociation
import HTTPCore
import Links
import WebSyntax

/// The configured short links of a site, by slug.
package final class CompiledShortLinks: Sendable {
  package let prefix: [UInt8]
  /// Whether the prefix is `/`, which the routes use as well.
  package let sharesItsPrefix: Bool
  private let links: ByteTable<ServedLink>

  init(_ definition: ShortLinksDefinition, serve: (ShortLink) -> ServedLink) {
    prefix = Array(definition.prefix.utf8)
    sharesItsPrefix = definition.prefix == "/"
    links = ByteTable(definition.links.map { (key: $0.slug.utf8, value: serve($0)) })
  }

  /// Every link, in the order of the configuration.
  package var all: [ServedLink] { links.values }

  /// The link with a decoded slug.
  func find(_ slug: ArraySlice<UInt8>) -> ServedLink? { links[slug] }

  package func find(slug: String) -> ServedLink? { links[Array(slug.utf8)[...]] }
}

/// The requested view of a short link.
package enum ShortLinkFace: Sendable {
  case visit
  /// The address with the suffix `.qr`.
  case qrCode
  /// The address with the suffix `+`.
  case explanation
}

/// The last part of a short URL, and its possible meanings.
enum ShortLinkName {
  /// The slug, percent-decoded once; nil when an escape is broken.
  static func slug(_ written: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard written.contains(UInt8(ascii: "%")) else { return written }
    return PercentCoding.decode(written).map { $0[...] }
  }

  typealias Reading = (slug: ArraySlice<UInt8>, face: ShortLinkFace)

  /// The most likely meaning of the slug.
  static func reading(_ slug: ArraySlice<UInt8>) -> Reading {
    slug.last == UInt8(ascii: "+") ? (slug.dropLast(), .explanation) : (slug, .visit)
  }

  /// The other possible meaning, since a slug may itself end in `.qr`.
  static func otherReading(_ slug: ArraySlice<UInt8>) -> Reading? {
    guard slug.last == UInt8(ascii: "r"), slug.suffix(3).elementsEqual(".qr".utf8) else {
      return nil
    }
    return (slug.dropLast(3), .qrCode)
  }
}
