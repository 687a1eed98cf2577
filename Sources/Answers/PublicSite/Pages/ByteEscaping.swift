import AppAssociation
import HTTPCore
import Links
import WebSyntax

/// The escaping of a request's bytes for a certain position in a page.
///
/// Bytes are checked one by one and copied in runs, from the request to the page without a string
/// in between.
struct ByteEscaping: Sendable {
  private enum PercentEncoding {
    case nothing, url, bannerArgument, component, componentTwice, componentThrice
  }

  private let percentEncoding: PercentEncoding
  /// One bit per byte value, set if the byte must be escaped.
  private let escaped: InlineArray<4, UInt64>

  private init(_ percentEncoding: PercentEncoding, isHTML: Bool) {
    self.percentEncoding = percentEncoding
    var escaped = InlineArray<4, UInt64>(repeating: 0)
    for byte in UInt8.min...UInt8.max {
      let isReferred = isHTML && HTMLText.reference(byte) != nil
      if isReferred || Self.encodes(byte, percentEncoding) {
        escaped[Int(byte >> 6)] |= 1 << UInt64(byte & 63)
      }
    }
    self.escaped = escaped
  }

  /// Text between tags and in attributes.
  static let html = ByteEscaping(.nothing, isHTML: true)
  /// A part of a URL in an attribute.
  static let addressInHTML = ByteEscaping(.url, isHTML: true)
  /// A part of the URL in the banner's `app-argument`.
  static let bannerArgument = ByteEscaping(.bannerArgument, isHTML: true)

  /// A whole component of a URL, encoded into the query of another.
  static let component = ByteEscaping(.component, isHTML: true)
  /// A whole component of a URL, encoded into a query that is itself an item of a query.
  static let componentTwice = ByteEscaping(.componentTwice, isHTML: true)
  /// The same, inside an address that is itself an item of another address.
  static let componentThrice = ByteEscaping(.componentThrice, isHTML: true)

  private static func encodes(_ byte: UInt8, _ encoding: PercentEncoding) -> Bool {
    switch encoding {
    case .nothing: false
    case .url: PercentCoding.isUnsafe(byte)
    case .bannerArgument: SmartAppBanner.isUnsafe(byte)
    case .component, .componentTwice, .componentThrice: !PercentCoding.isUnreserved(byte)
    }
  }

  private func escapes(_ byte: UInt8) -> Bool {
    escaped[Int(byte >> 6)] &>> UInt64(byte & 63) & 1 == 1
  }

  /// Appends the bytes, escaped for their position.
  func append(_ bytes: Span<UInt8>, to page: inout PageWriter) {
    var start = 0
    for index in bytes.indices where escapes(bytes[index]) {
      page.append(bytes.extracting(start..<index))
      appendEscaped(bytes[index], to: &page)
      start = index + 1
    }
    page.append(bytes.extracting(start..<bytes.count))
  }

  /// Appends a single byte, escaped for its position.
  func append(_ byte: UInt8, to page: inout PageWriter) {
    if escapes(byte) { appendEscaped(byte, to: &page) } else { page.append(byte) }
  }

  private func appendEscaped(_ byte: UInt8, to page: inout PageWriter) {
    if Self.encodes(byte, percentEncoding) {
      page.append(UInt8(ascii: "%"))
      switch percentEncoding {
      case .nothing, .url, .bannerArgument, .component: break
      case .componentTwice: page.append("25")
      case .componentThrice: page.append("2525")
      }
      page.append(Hexadecimal.upperDigit(byte >> 4))
      page.append(Hexadecimal.upperDigit(byte))
    } else if let reference = HTMLText.reference(byte) {
      page.append(reference)
    }
  }
}
