@testable import Cryptography
import Testing

@Test func `accepts the hashed password and no other`() throws {
  let hash = try #require(PasswordHashing.hash("p\u{E4}ss"))
  #expect(hash.hasPrefix("$scrypt$ln=14,r=8,p=1$"))
  #expect(hash.utf8.count < 120)
  #expect(PasswordHashing.verify("p\u{E4}ss", against: hash))
  for other in ["", "p\u{E4}s", "p\u{E4}ss ", "P\u{E4}ss"] {
    #expect(!PasswordHashing.verify(other, against: hash))
  }
  #expect(PasswordHashing.hash("p\u{E4}ss") != hash)
}

@Test func `computes the vectors of RFC 7914`() {
  let hash = PasswordHashing.derive(
    "pleaseletmein", salt: Array("SodiumChloride".utf8), .init(logN: 14, r: 8, p: 1), count: 64)
  let expected = """
    7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2\
    d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
    """
  #expect(hash.map(hexadecimal) == expected)
  let empty = PasswordHashing.derive("", salt: [], .init(logN: 4, r: 1, p: 1), count: 64)
  #expect(
    empty.map(hexadecimal)?.hasPrefix("77d6576238657b203b19ca42c18a0497f16b4844e3074ae8") == true)
}

@Test(arguments: [
  "", "p", "$", "$$$$", "$scrypt$ln=14,r=8,p=1$c2FsdHNhbHQ$", "$scrypt$ln=14,r=8$a$b",
  "$scrypt$ln=63,r=8,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA",
  "$scrypt$ln=17,r=16,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA",
  "$scrypt$ln=-1,r=8,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA",
  "$scrypt$ln=4,r=1,p=1$c2FsdHNhbHQ=$c2FsdHNhbHRzYWx0c2FsdA",
  "$argon2id$v=19$m=1,t=1,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA",
])
func `rejects every password against a text that is not a hash`(text: String) {
  #expect(!PasswordHashing.verify("", against: text))
  #expect(!PasswordHashing.verify("p", against: text))
}

@Test(
  arguments: [
    ("$scrypt$ln=15,r=8,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA", nil),
    ("$scrypt$ln=4,r=1,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA", nil),
    ("$scrypt$ln=16,r=8,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA", "costs more"),
    ("$scrypt$ln=14,r=8,p=4$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA", "costs more"),
    ("$scrypt$ln=17,r=8,p=4$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA", "costs more"),
    ("$scrypt$ln=9223372036854775807,r=8,p=4$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA", "costs more"),
    ("plain", "expected one that an export"), ("$scrypt$ln=14,r=8,p=1$x$y", "expected one that"),
  ] as [(String, String?)])
func `says why a hash is refused, and compares none that costs too much`(
  _ text: String, _ fault: String?
) {
  let found = PasswordHashing.fault(of: text)
  #expect((found == nil) == (fault == nil) && found?.contains(fault ?? "") ?? true)
  if fault != nil { #expect(!PasswordHashing.verify("p", against: text)) }
}

@Test func `makes unique tokens that are identified by their digests`() throws {
  let first = try #require(TokenText.generate())
  let second = try #require(TokenText.generate())
  #expect(first.text.hasPrefix("keiro_") && first.text.utf8.count == 6 + 43)
  #expect(first.text != second.text && first.id != second.id)
  #expect(TokenText.digest(of: first.text) == first.digest)
  #expect(first.digest == SHA256.digest(Array(first.text.utf8)))
  for other in ["", "keiro_", "keiro_abc", first.text + "A", String(first.text.dropFirst())] {
    #expect(TokenText.digest(of: other) == nil)
  }
}

@Test func `draws letters uniformly`() throws {
  let text = try #require(RandomBytes.base62(62_000))
  #expect(text.utf8.count == 62_000)
  let counts = Dictionary(grouping: text.utf8) { $0 }.mapValues(\.count)
  #expect(counts.count == 62)
  #expect(counts.values.allSatisfy { (800...1200).contains($0) })
}

@Test(arguments: [
  ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
  ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
])
func `computes the digests of FIPS 180`(_ text: String, _ expected: String) {
  #expect(SHA256.digest(Array(text.utf8)).map(hexadecimal) == expected)
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
