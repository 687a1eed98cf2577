extension String {
  /// Decodes bytes; nil unless they are valid UTF-8.
  ///
  /// The libraries for apps cannot use `String(validating:as:)`, which requires iOS 18.
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // Decoding replaces invalid bytes, so the text then differs from its source.
    guard bytes.allSatisfy({ $0 < 0x80 }) || utf8.elementsEqual(bytes) else { return nil }
  }
}
