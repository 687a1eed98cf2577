import RandomCases
import Testing

@testable import AppAssociation

/// A minimal matcher, exponential but obviously correct.
private func naive(_ pattern: ArraySlice<PatternNode>, _ text: ArraySlice<UInt8>) -> Bool {
  guard let first = pattern.first else { return text.isEmpty }
  let rest = pattern.dropFirst()
  switch first {
  case .many: return naive(rest, text) || !text.isEmpty && naive(pattern, text.dropFirst())
  case .choice(let values): return values.sequences.contains { naive($0 + rest, text) }
  default:
    return text.first.map(first.accepts) ?? false && naive(rest, text.dropFirst())
  }
}

private struct RandomPattern {
  var generator: Dice
  let variables = SubstitutionVariables([
    ("v", ["a", "ab", ""]), ("w", ["b*", "?a", "aa"]), ("none", []),
  ])

  mutating func text(_ tokens: [String], _ count: ClosedRange<Int>) -> String {
    (0..<Int.random(in: count, using: &generator)).map { _ in
      tokens.randomElement(using: &generator) ?? ""
    }.joined()
  }

  mutating func disagreements(
    rounds: Int, tokens: [String], length: ClosedRange<Int>, on texts: ClosedRange<Int>
  ) -> [String] {
    (0..<rounds).compactMap { _ in
      let source = text(tokens, length)
      let subject = text(["a", "b"], texts)
      let nodes = PatternParser.nodes(source, variables)
      let bytes = Array(subject.utf8)
      let matched = Pattern(nodes).matches(bytes.span)
      return matched == naive(nodes[...], bytes[...]) ? nil : "\(source) on \(subject)"
    }
  }
}

@Test func `agrees with the naive matcher on random patterns`() {
  var random = RandomPattern(generator: Dice(seed: CaseSeed.value &+ 42))
  let plain = random.disagreements(
    rounds: 20_000, tokens: ["a", "b", "*", "?"], length: 0...7, on: 0...8)
  #expect(plain == [])
  let withVariables = random.disagreements(
    rounds: 20_000, tokens: ["a", "b", "*", "?", "$(v)", "$(w)", "$(alpha)", "$(digit)"],
    length: 0...6, on: 0...8)
  #expect(withVariables == [])
}

@Test func `agrees with the naive matcher on segments too long for plain comparison`() {
  var random = RandomPattern(generator: Dice(seed: CaseSeed.value &+ 43))
  var disagreements: [String] = []
  for tokens in [["a"], ["a", "a", "b"], ["a", "?"], ["a", "b", "?", "$(alpha)"]] {
    for _ in 0..<40 {
      let segment = random.text(tokens, 15...140)
      let middle = segment.replacing("?", with: "b").replacing("$(alpha)", with: "a")
      let subjects = [
        random.text(["a", "b"], 0...3) + middle + random.text(["a", "b"], 0...3),
        String(middle.dropFirst()) + middle, String(middle.dropLast()) + "b" + middle.dropLast(),
      ]
      let nodes = PatternParser.nodes("*\(segment)*", random.variables)
      for subject in subjects {
        let bytes = Array(subject.utf8)
        let matched = Pattern(nodes).matches(bytes.span)
        if matched != naive(nodes[...], bytes[...]) {
          disagreements.append("*\(segment)* on \(subject)")
        }
      }
    }
  }
  #expect(disagreements == [])
}

@Test(arguments: ["*/AB?", "/a/$(upper)*", "/$(v)/x", "/aB*", "*aB", "/Ab/*"])
func `ignores the case of letters on both sides`(_ source: String) {
  let variables = SubstitutionVariables([("v", ["Ab"])])
  let nodes = PatternParser.nodes(source, variables)
  let pattern = Pattern(nodes, ignoresCase: true)
  for text in ["/x/aBc", "/A/q", "/aB/X", "/Ab/*", "xAb", "/aBc"] {
    let folded = Array(text.lowercased().utf8)
    let bytes = Array(text.utf8)
    let lowered = Pattern(nodes.map(\.folded)).matches(folded.span)
    let matched = pattern.matches(bytes.span)
    #expect(matched == lowered, "\(source) on \(text)")
  }
}

@Test func `stays near linear on adversarial patterns`() {
  let many = String(repeating: "*a", count: 200) + "b"
  let long = "*" + String(repeating: "a", count: 4000) + "b*"
  let wild = "*" + String(repeating: "a?", count: 2000) + "b*"
  let text = [UInt8](repeating: UInt8(ascii: "a"), count: 8000)
  for source in [many, long, wild] {
    let matched = Pattern(PatternParser.wildcards(source)).matches(text.span)
    #expect(!matched)
  }
}
