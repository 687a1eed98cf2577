import AppAssociation
import HTTPCore

/// What becomes of the bytes of a request in a certain place of a page.
///
/// Bytes are looked at one by one and copied together, from the request to the page without a string
/// between them.
struct ByteEscaping: Sendable {
  /// A bit for each byte that cannot stand as it is.
  private let escaped: InlineArray<4, UInt64>
  private let isPercentEncoded: @Sendable (UInt8) -> Bool

  private init(
    isHTML: Bool, percentEncoding isPercentEncoded: @escaping @Sendable (UInt8) -> Bool
  ) {
    self.isPercentEncoded = isPercentEncoded
    var escaped = InlineArray<4, UInt64>(repeating: 0)
    for byte in UInt8.min...UInt8.max {
      if isPercentEncoded(byte) || isHTML && HTMLText.reference(byte) != nil {
        escaped[Int(byte >> 6)] |= 1 << UInt64(byte & 63)
      }
    }
    self.escaped = escaped
  }

  /// Text between tags and in attributes.
  static let html = ByteEscaping(isHTML: true) { _ in false }
  /// A part of a URL that is no part of a page.
  static let address = ByteEscaping(isHTML: false, percentEncoding: PercentCoding.isUnsafe)
  /// A part of a URL in an attribute.
  static let addressInHTML = ByteEscaping(isHTML: true, percentEncoding: PercentCoding.isUnsafe)
  /// A part of the URL in the banner's `app-argument`.
  static let bannerArgument = ByteEscaping(
    isHTML: true, percentEncoding: SmartAppBanner.isUnsafe)

  /// Whether the byte cannot stand as it is.
  func escapes(_ byte: UInt8) -> Bool {
    escaped[Int(byte >> 6)] &>> UInt64(byte & 63) & 1 == 1
  }

  /// Appends what stands for a byte that is escaped.
  fileprivate func append(_ byte: UInt8, to page: inout [UInt8]) {
    if isPercentEncoded(byte) {
      page.append(UInt8(ascii: "%"))
      page.append(Self.digit(byte >> 4))
      page.append(Self.digit(byte & 15))
    } else if let reference = HTMLText.reference(byte) {
      page.append(reference)
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}

extension [UInt8] {
  /// Appends a copy of the bytes.
  mutating func append(copying bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends the bytes as they may stand in a certain place.
  mutating func append(_ bytes: Span<UInt8>, escapedBy escaping: ByteEscaping) {
    var start = 0
    for index in bytes.indices where escaping.escapes(bytes[index]) {
      append(copying: bytes.extracting(start..<index))
      escaping.append(bytes[index], to: &self)
      start = index + 1
    }
    append(copying: bytes.extracting(start..<bytes.count))
  }
}
