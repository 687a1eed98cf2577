import RandomCases
import Testing

@testable import AppAssociation

/// Comparing bytes gives the same captures as the program, which is obviously correct.
@Test(arguments: [false, true])
func `finds the same captures as the program`(ignoresCase: Bool) throws {
  var generator = Dice(seed: CaseSeed.value &+ 44)
  func text(_ tokens: [String], _ count: Int) -> String {
    (0..<count).map { _ in tokens.randomElement(using: &generator) ?? "" }.joined()
  }
  var disagreements: [String] = []
  for _ in 0..<5000 {
    let captures = Int.random(in: 1...4, using: &generator)
    let pattern =
      "/" + (0..<captures).map { text(["", "a", "b", "B", "/"], 2) + "{c\($0)}" }.joined()
      + text(["", "a", "b"], 2)
    let nodes = try CapturePattern(pattern).nodes(nil)
    let folded = ignoresCase ? nodes.map(\.folded) : nodes
    let literal = try #require(LiteralCaptures(folded))
    let path = Array(
      ("/" + text(["a", "b", "B", "/"], Int.random(in: 0...9, using: &generator))).utf8)
    let found = literal.captures(in: path.span, ignoresCase: ignoresCase)
    var program = PatternProgram()
    program.append(folded)
    let expected = program.captures(
      in: path.span, count: captures, ignoresCase: ignoresCase)
    if found != expected.map(CaptureRanges.init) {
      disagreements.append("\(pattern) in \(String(decoding: path, as: UTF8.self))")
    }
  }
  #expect(disagreements == [])
}

@Test(arguments: ["/a", "/{x}*", "/{x}?", "/$(lang)/{x}", "*/{x}"])
func `leaves other patterns to the program`(pattern: String) throws {
  let nodes = try CapturePattern(pattern).nodes(SubstitutionVariables())
  #expect(LiteralCaptures(nodes) == nil)
}

@Test func `keeps more captures than fit inline`() {
  var ranges = CaptureRanges(count: 4)
  for index in 0..<4 { ranges[index] = index..<index + 1 }
  #expect((0..<4).map { ranges[$0] } == [0..<1, 1..<2, 2..<3, 3..<4])
  #expect(CaptureRanges(count: 2)[1] == 0..<0)
}
