import Testing

@testable import AppAssociation

/// The meaning of a pattern in its shortest form, exponential and plainly right.
private func naive(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
  guard let first = pattern.first else { return text.isEmpty }
  let rest = pattern.dropFirst()
  switch first {
  case UInt8(ascii: "*"):
    return naive(rest, text) || !text.isEmpty && naive(pattern, text.dropFirst())
  case UInt8(ascii: "?"): return !text.isEmpty && naive(rest, text.dropFirst())
  default: return text.first == first && naive(rest, text.dropFirst())
  }
}

@Test func `agrees with the naive matcher on random patterns`() {
  var generator = SplitMix(state: 42)
  let letters = Array("ab*?".utf8)
  var disagreements: [String] = []
  for _ in 0..<20_000 {
    let pattern = (0..<Int.random(in: 0...7, using: &generator)).map { _ in
      letters.randomElement(using: &generator) ?? 0
    }
    let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
      letters.prefix(2).randomElement(using: &generator) ?? 0
    }
    let source = String(decoding: pattern, as: UTF8.self)
    let nodes = PatternParser.wildcards(source)
    let expected = naive(pattern[...], text[...])
    let matched = Pattern(nodes).matches(text.span)
    let ran = PatternProgram(nodes + [.optionalRest]).matches(text.span, ignoresCase: false)
    if matched != expected || ran != expected {
      disagreements.append("\(source) on \(String(decoding: text, as: UTF8.self))")
    }
  }
  #expect(disagreements == [])
}

@Test func `stays polynomial on patterns made to be slow`() {
  let pattern = String(repeating: "*a", count: 200) + "b"
  let text = [UInt8](repeating: UInt8(ascii: "a"), count: 8000)
  let matched = Pattern(PatternParser.wildcards(pattern)).matches(text.span)
  #expect(!matched)
}

/// A small random generator, so that a failure can be repeated.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
