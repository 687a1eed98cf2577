extension String {
  /// The text of bytes; nil unless they are UTF-8.
  ///
  /// The libraries for apps have no `String(validating:as:)`, which needs iOS 18.
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // Repairs replace invalid bytes, so the text differs from what it was made of.
    guard bytes.allSatisfy({ $0 < 0x80 }) || utf8.elementsEqual(bytes) else { return nil }
  }
}
