import RandomCases
import AppAssociation

/// Routes and URLs made of a few words, so that they often match: Japanese and accented words,
/// dots, stars and escapes.
struct RandomRoutes {
  var dice: Dice
  /// The case of the digits in the escapes of the routes.
  let isLower: Bool

  private static let words = [
    "a", "b", "café", "日本", "v1.0", "v1x0", "x.y", "a b", "@me", "😀", "50%",
  ]
  private static let names = ["q", "名", "a.b"]
  private static let values = ["1", "ja", "あ", "a.b", "x", "é1"]

  init(seed: UInt64) {
    dice = Dice(seed: seed)
    isLower = dice.once(in: 4)
  }

  // MARK: - Routes

  private mutating func written(_ word: String, decodes: Bool) -> String {
    if decodes { return word }
    let isRaw = dice.once(in: 40)
    return word.unicodeScalars.map { scalar in
      let text = String(Character(scalar))
      // URLs contain '@' in both spellings, which only iOS tells apart.
      let isEscaped =
        scalar == "@" || !isRaw && (!scalar.isASCII || " %*".unicodeScalars.contains(scalar))
      return isEscaped ? SpelledURL.escape(text, isLower) : text
    }.joined()
  }

  private mutating func segment(_ captures: inout Int, decodes: Bool) -> String {
    switch dice.roll(1...14) {
    case 1...7: return written(dice.pick(Self.words), decodes: decodes)
    case 8, 9:
      captures += 1
      return "{c\(captures)}"
    case 10:
      captures += 1
      return written(dice.pick(Self.words), decodes: decodes) + "{c\(captures)}"
        + dice.pick(["", ".html", "-x"])
    case 11: return dice.pick(["*", "*", "**", "*?", "?*", "?", "??", "???"])
    case 12: return dice.pick(["a*", "v*0", "*.y", "?*.pdf"])
    case 13 where !decodes: return dice.pick(["a%2Fb", "%2A", "x%3Fy", "a%zz", "%FF", "$(digit)"])
    default: return dice.pick(["", "a", "b"])
    }
  }

  private mutating func pattern(decodes: Bool) -> String {
    var captures = 0
    if dice.once(in: 10) { return dice.pick(["*", "/*", "/", "/**", "/{c}", "*a"]) }
    let segments = (0..<dice.roll(1...3)).map { _ in segment(&captures, decodes: decodes) }
    return "/" + segments.joined(separator: "/") + dice.pick(["", "", "", "/*", "/"])
  }

  private mutating func value(decodes: Bool) -> String {
    let word = written(dice.pick(Self.values), decodes: decodes)
    return dice.pick([word, word, "?*", "?*", "*", "", word + "*", "*" + word, "??", word + ".?*"])
  }

  mutating func rule() -> RoutingRule {
    var component = Component()
    if dice.once(in: 8) { component.percentEncoded = false }
    if dice.once(in: 12) { component.caseSensitive = false }
    let decodes = component.percentEncoded == false
    component.path = pattern(decodes: decodes)
    if dice.once(in: 4) {
      component.query = .items(
        dice.some(Self.names).map { name in
          .init(name: written(name, decodes: false), pattern: value(decodes: decodes))
        })
    } else if dice.once(in: 20) {
      component.query = .string(dice.pick(["*", "q=1"]))
    }
    if dice.once(in: 8) { component.fragment = dice.pick(["*", "?*", "top", "t*", "*p"]) }
    let isExcluded = dice.once(in: 3)
    if isExcluded { component.exclude = true }
    let apps = isExcluded ? [] : dice.pick([[0], [0], [1], [0, 1]])
    return RoutingRule(
      component: component, apps: apps, opensApps: !isExcluded && !dice.once(in: 8))
  }

  // MARK: - URLs

  private static let further = [
    "c", "pdf", "top", "a.b.c", "A", "Café", "*", "v10", "12", "x.html",
  ]

  private static func atoms(_ text: String) -> [SpelledURL.Atom] {
    text.unicodeScalars.map { .init(character: $0) }
  }

  mutating func url() -> SpelledURL {
    var path: [SpelledURL.Atom] = []
    for _ in 0..<dice.roll(1...4) {
      let isData = dice.once(in: 40) && !path.isEmpty
      path.append(.init(character: "/", isData: isData))
      path += Self.atoms(dice.pick(Self.words + Self.words + Self.further))
      if dice.once(in: 8) { path += Self.atoms(dice.pick([".html", ".pdf", "-x", "x"])) }
    }
    if dice.once(in: 6) { path.append(.init(character: "/")) }
    if dice.once(in: 20) { path = [.init(character: "/")] }
    var query: [SpelledURL.Atom]?
    if dice.once(in: 3) {
      let items = dice.some(Self.names).map { name -> [SpelledURL.Atom] in
        var item = Self.atoms(name)
        if !dice.once(in: 10) { item.append(.init(character: "=")) }
        return item.last?.character == "="
          ? item + Self.atoms(dice.pick(Self.values + Self.values + ["", "2", "axb"])) : item
      }
      query = Array(items.joined(separator: [.init(character: "&")]))
    }
    let fragment = dice.once(in: 6) ? Self.atoms(dice.pick(["top", "tip", "x", ""])) : nil
    return SpelledURL(path: path, query: query, fragment: fragment)
  }
}
