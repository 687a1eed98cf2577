import Links
import WebSyntax
import RandomCases

/// Made-up links with every field of the table, whose valid values are as difficult for quotation,
/// separators and encodings as the rules permit.
struct SampleLinks {
  private var dice: Dice
  /// Whether fields also get values that today's rules forbid but stores may contain.
  let isLawless: Bool

  init(isLawless: Bool = false) {
    dice = Dice(seed: CaseSeed.value)
    self.isLawless = isLawless
  }

  private static let texts = [
    "a", " ", "\"", "\"\"", ",", "a,b", "two\nlines", "\r\n", "\r", "tab\t", "\u{301}e",
    "\u{E9}", "\u{FEFF}mark", "\u{2028}", "\u{1F98A}\u{200D}\u{1F525}", "null", "0", "true",
    "<script>",
    "\\", "\\n", "\\u0000", "{\"a\":1}", "[]", "=1+1", "'; DROP TABLE links; --", "%00%zz",
    "\u{10FFFF}",
    "\u{202E}reversed", String(repeating: "\u{65E5}", count: 341),
  ]
  private static let lawless = [
    "", "\u{0}", "\u{7}", "\u{7F}", "ftp://x", String(repeating: "x", count: 9000),
  ]
  private static let urls = [
    "https://e.example/", "http://e.example/a?b=c&d=%22#e", "https://[::1]:8443/x",
    "https://e.example/'();,", "https://xn--e1afmkfd.example/~",
  ]

  private mutating func text() -> String {
    isLawless && dice.once(in: 3) ? dice.pick(Self.lawless) : dice.pick(Self.texts)
  }

  private mutating func url() -> String { isLawless ? text() : dice.pick(Self.urls) }

  private mutating func word(_ kind: WordKind) -> String {
    guard !isLawless else { return text() }
    switch kind {
    case .appStoreID: return dice.pick(["1", "000400435286"])
    case .productPage: return "45812c9b-c296-43d3-c6a0-c5a02f74bf6e"
    case .bundleID: return dice.pick(["com.e.app", "A-1", "com.e.App-Clip.x"])
    case .packageName: return dice.pick(["com.e", "com.e_1.app", "A.b.C9"])
    case .scheme: return dice.pick(["e", "fb123+x-y.z", "KEIRO"])
    case .version: return dice.pick(["1", "2.1", "10.0.0.99"])
    }
  }

  private mutating func texts(_ admits: (String) -> Bool) -> [String] {
    var texts: [String] = []
    for _ in 0...dice.roll(0...3) {
      let text = text()
      if isLawless || admits(text) && !texts.contains(text) { texts.append(text) }
    }
    return texts
  }

  mutating func next() -> ShortLink {
    let slug = dice.pick(["x", "A-b_c.~9", "a/b/c", String(repeating: "s", count: 255)])
    let link = UnpackedLink(
      ShortLink(host: dice.pick(["a.example", "xn--e1afmkfd.example"]), slug: slug, url: url()))
    for field in LinkField.all where dice.once(in: 2) { fill(field.type, of: link) }
    return link.packed
  }

  mutating func fill(_ type: FieldType, of link: UnpackedLink) {
    switch type {
    case .host, .slug: break
    case .destination(let path): link[path] = url()
    case .url(let path, _): link[path] = url()
    case .text(let path, _): link[path] = text()
    case .word(let path, let kind): link[path] = word(kind)
    case .int(let path, let range):
      link[path] = dice.pick(
        [range.lowerBound, range.upperBound] + (isLawless ? [.min, .max, 0] : []))
    case .flag(let path): link[path] = true
    case .time(let path):
      let seconds = [-62_167_219_200, -1, 0, 1_795_224_669, 253_402_300_799]
      link[path] = Timestamp(secondsSinceEpoch: dice.pick(seconds))
    case .choice(let choice):
      let value = dice.pick(choice.values)
      _ = choice.set(link, value)
    case .tags(let path):
      link[path] = texts {
        $0.utf8.count <= FieldType.tagBytes && !$0.utf8.contains(UInt8(ascii: ","))
          && !$0.isEmpty && $0.trimmed == $0
      }
    case .password(let path): link[path] = PasswordHash(text())
    case .campaign(let path, let index): link[path][index: index] = text()
    case .extra(let path):
      link[path] = texts { _ in true }.map { .init(name: $0, value: text()) }
        .sorted { $0.name < $1.name }
    case .rules(let path): link[path] = (0...dice.roll(0...2)).map { _ in rule() }
    }
  }

  private mutating func rule() -> LinkRule {
    var condition = LinkRule.Condition()
    if dice.once(in: 2) { condition.platforms = [dice.pick(UserAgent.Platform.allCases)] }
    if dice.once(in: 2) { condition.languages = dice.pick([["ja"], ["pt-br", "zh-hant"]]) }
    if dice.once(in: 2) { condition.countries = dice.pick([["JP"], ["DE", "AT"]]) }
    if dice.once(in: 3) {
      condition.query = [
        .init(name: dice.pick(["k", "a b"]), value: dice.pick(["v", "a&b=", "\u{65E5}"]))
      ]
    }
    if dice.once(in: 3) { condition.from = Timestamp(secondsSinceEpoch: 1_795_224_669) }
    if dice.once(in: 3) { condition.until = Timestamp(secondsSinceEpoch: 1_895_224_669) }
    if dice.once(in: 2) { condition.share = dice.roll(1...100) }
    return LinkRule(if: condition, url: url())
  }
}
