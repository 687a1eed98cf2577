import Testing

@testable import Cryptography

/// RFC 4648, section 10, and bytes whose letters differ between the alphabets.
private let vectors: [(bytes: [UInt8], padded: String, unpadded: String, url: String)] = [
  ([], "", "", ""),
  (Array("f".utf8), "Zg==", "Zg", "Zg"),
  (Array("fo".utf8), "Zm8=", "Zm8", "Zm8"),
  (Array("foo".utf8), "Zm9v", "Zm9v", "Zm9v"),
  (Array("foob".utf8), "Zm9vYg==", "Zm9vYg", "Zm9vYg"),
  (Array("fooba".utf8), "Zm9vYmE=", "Zm9vYmE", "Zm9vYmE"),
  (Array("foobar".utf8), "Zm9vYmFy", "Zm9vYmFy", "Zm9vYmFy"),
  ([0xFB, 0xEF, 0xFF, 0xFE], "++///g==", "++///g", "--___g"),
  ([0], "AA==", "AA", "AA"), ([0, 0], "AAA=", "AAA", "AAA"),
]

@Test(arguments: vectors)
func `encodes and decodes Base64 as in RFC 4648`(
  _ bytes: [UInt8], _ padded: String, _ unpadded: String, _ url: String
) {
  for (base64, text) in [(Base64.padded, padded), (.unpadded, unpadded), (.url, url)] {
    #expect(base64.encode(bytes) == text)
    #expect(base64.decode(text) == bytes)
  }
}

@Test(arguments: [
  "Z", "Zh", "Zm9", "Zg=", "Zg===", "====", "=", "Z g", " Zg", "Zg ", "Zg\n", "Zm9v\n", "Zm9vZ",
  "Zm9v====", "w78/Pg", "w78-Pg==", "Zg\u{0}\u{0}", "\u{FF}\u{FF}", "A=AA", "Zm=v",
])
func `rejects Base64 that it would not write`(text: String) {
  #expect(Base64.url.decode(text) == nil)
  #expect(Base64.padded.decode(text) == nil)
}

@Test func `keeps every byte at every length`() {
  for count in 0...130 {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 67 &+ count) }
    for base64 in [Base64.padded, .unpadded, .url] {
      #expect(base64.decode(base64.encode(bytes)) == bytes)
    }
  }
}
