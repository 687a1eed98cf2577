import Links
import Testing

@Test(arguments: [
  "spring", "a", "A-b_c.d~e", "promos/spring", "a/b", "日本", "café", "é", "Straße", "😀", "👩‍💻", "한글",
  "हिन्दी", "x.qr", "١٢", String(repeating: "a", count: 255),
])
func `a slug may have letters, digits and emoji of any kind`(_ slug: String) {
  #expect(Slug.fault(of: slug) == nil)
}

private let odd = [
  "a b", "a\u{A0}b", "a\u{202E}b", "a?b", "“a”", "a\u{200B}b", "a\u{0}b", "a—b", "#a",
]
private let slugFaults: [(String, SlugFault)] = [
  ("", .length), (String(repeating: "a", count: 256), .tooLong),
  (String(repeating: "あ", count: 86), .tooLong), ("a//b", .segments), ("../a", .segments),
  (".well-known/x", .reserved), ("_keiro", .reserved),
]

@Test(arguments: slugFaults + odd.map { ($0, .characters) })
func `says what keeps a text from being a slug`(_ slug: String, _ fault: SlugFault) {
  #expect(Slug.fault(of: slug) == fault)
}

@Test func `a slug stands percent-encoded in its URL`() {
  #expect(Slug.written("日/a~b") == "%E6%97%A5/a~b")
}

@Test func `slugs are composed`() {
  #expect(Array(SlugSpelling().canonical("cafe\u{301}").utf8) == Array("caf\u{E9}".utf8))
  #expect(SlugSpelling().canonical("Spring") == "Spring")
}

/// The slugs of each row are equal without regard to case (Unicode, CaseFolding.txt).
@Test(arguments: [
  ["spring", "Spring", "SPRING"], ["straße", "STRASSE", "STRAẞE"], ["σίσυφος", "ΣΊΣΥΦΟΣ"],
  ["ﬁ", "FI"], ["Å", "\u{212B}", "a\u{30A}"], ["ŉ", "ʼN"], ["ǆ", "ǅ", "Ǆ"], ["日本"],
])
func `slugs without regard to case are folded`(_ row: [String]) {
  var spelling = SlugSpelling()
  spelling.isCaseSensitive = false
  #expect(Set(row.map { Array(spelling.canonical($0).utf8) }).count == 1)
  for slug in row {
    let folded = spelling.canonical(slug)
    #expect(spelling.canonical(folded) == folded)
  }
}

@Test func `the dotless letter i is a letter of its own`() {
  #expect(SlugSpelling.folded("ı") == "ı" && SlugSpelling.folded("I") == "i")
}

@Test func `a slug means another one where the site says so`() {
  func meant(_ slug: String, _ change: (inout SlugSpelling) -> Void) -> String? {
    var spelling = SlugSpelling()
    change(&spelling)
    return spelling.meant(by: Array(slug.utf8)[...]).map { String(decoding: $0, as: UTF8.self) }
  }
  #expect(meant("Spring") { _ in } == nil)
  #expect(meant("spring/") { _ in } == nil)
  #expect(meant("Spring") { $0.isCaseSensitive = false } == "spring")
  #expect(meant("spring") { $0.isCaseSensitive = false } == nil)
  #expect(meant("spring/") { $0.ignoresTrailingSlash = true } == "spring")
  #expect(meant("/") { $0.ignoresTrailingSlash = true } == nil)
  #expect(
    meant("SPRING/") { ($0.isCaseSensitive, $0.ignoresTrailingSlash) = (false, true) } == "spring")
}
