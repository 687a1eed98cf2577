import Testing
import WebSyntax

struct PunycodeTests {
  /// RFC 3492, section 7.1.
  static let samples: [(String, String)] = [
    ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"),
    ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
    ("他們爲什麽不說中文", "ihqwctvzc91f659drss3x8bo0yb"),
    ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
    ("למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"),
    ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
    ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"),
    ("安室奈美恵-with-SUPER-MONKEYS", "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n"),
    ("Hello-Another-Way-それぞれの場所", "Hello-Another-Way--fc4qua05auwb3674vfr0b"),
    ("ひとつ屋根の下2", "2-u9tlzr9756bt3uc0v"),
    ("MajiでKoiする5秒前", "MajiKoi5-783gue6qz075azm5e"),
    ("パフィーdeルンバ", "de-jg4avhby1noc0d"), ("そのスピードで", "d9juau41awczczp"),
    ("-> $1.00 <-", "-> $1.00 <--"),
  ]

  @Test(arguments: samples)
  func `encodes and decodes the samples of the RFC`(_ text: String, _ encoded: String) {
    #expect(Punycode.encode(text) == encoded)
    #expect(Punycode.decode(encoded) == text)
  }

  @Test(arguments: ["99999999", "a-ü", "99999a99999b99999c", String(repeating: "9", count: 64)])
  func `does not decode what encodes nothing`(_ label: String) {
    #expect(Punycode.decode(label) == nil)
  }

  @Test func `writes a name in letters`() {
    #expect(HostName.inLetters("www.xn--mnchen-3ya.de") == "www.münchen.de")
    #expect(HostName.inLetters("xn--99999999.de") == "xn--99999999.de")
  }

  static let names: [(String, String?)] = [
    ("münchen.de", "xn--mnchen-3ya.de"), ("MÜNCHEN.de", "xn--mnchen-3ya.de"),
    ("*.münchen.de", "*.xn--mnchen-3ya.de"), ("日本語。jp", "xn--wgv71a119e.jp"),
    ("www.example.com", "www.example.com"), ("mu\u{308}nchen.de", "xn--mnchen-3ya.de"),
    ("straße.de", "xn--strae-oqa.de"), ("a\u{200B}b.de", "ab.de"), ("☃.example", "xn--n3h.example"),
    ("☆.jp", "xn--q3h.jp"), ("日本❤.jp", "xn--qeiv64sb2a.jp"), ("ab--ü.com", "xn--ab---3ra.com"),
    ("xn--a❤.com", nil), (String(repeating: "ü.", count: 2300) + "de", nil),
    (String(repeating: "ü", count: 100) + ".de", nil),
  ]

  @Test(arguments: names)
  func `converts host names`(_ name: String, _ converted: String?) {
    #expect(HostName.inPunycode(name) == converted)
  }

  @Test func `encodes every label without a fault`() {
    for scalar in ["\u{10FFFF}", "\u{80}", "\u{FFFF}"] {
      #expect(Punycode.encode(String(repeating: scalar, count: 63)) != nil)
    }
  }
}
