/// Where a text stops agreeing with a pattern, in words.
struct PatternDifference {
  /// How many bytes of the text the pattern can cover before nothing fits any more.
  let agreement: Int
  /// Without capital and full stop.
  let sentence: String

  /// - Parameter nodes: as they were parsed; longer texts than a few thousand bytes are not followed.
  init(_ nodes: [PatternNode], _ text: [UInt8], ignoresCase: Bool) {
    let nodes = ignoresCase ? nodes.map(\.folded) : nodes
    let folded = ignoresCase ? text.map(ASCII.folded) : text
    guard nodes.count * folded.count <= 1 << 22 else {
      agreement = 0
      sentence = "the text does not fit the pattern"
      return
    }
    var run = Furthest(text: folded)
    run.advance(nodes)
    agreement = run.place
    sentence = Self.sentence(text, run.place, run.wanted)
  }

  private static func sentence(
    _ text: [UInt8], _ place: Int, _ wanted: PatternNode?
  ) -> String {
    let agreed = String(decoding: text[..<place], as: UTF8.self)
    let rest = String(decoding: text[place...], as: UTF8.self)
    let start = place == 0 ? "nothing agrees:" : "agrees up to '\(agreed)',"
    guard let wanted else {
      return "\(start) where the pattern ends and the URL goes on with '\(rest)'"
    }
    let expectation = expectation(wanted)
    return rest.isEmpty
      ? "\(start) where the URL ends and the pattern wants \(expectation)"
      : "\(start) where the URL goes on with '\(rest)' and the pattern wants \(expectation)"
  }

  private static func expectation(_ node: PatternNode) -> String {
    switch node {
    case .byte(let byte): "'\(String(decoding: [byte], as: UTF8.self))'"
    case .one: "one more character"
    case .byteClass(let byteClass): "a character of $(\(byteClass.rawValue))"
    case .choice: "a value of the variable"
    case .nothing: "a variable that nothing defines"
    default: "something else"
    }
  }
}

/// Follows all ways through a pattern and remembers the furthest place in the text.
private struct Furthest {
  let text: [UInt8]
  var place = 0
  /// What stood in the pattern at the furthest place; nil when the pattern had ended there.
  var wanted: PatternNode?

  mutating func advance(_ nodes: [PatternNode]) {
    var places: Set<Int> = [0]
    for node in nodes {
      let next = advance(node, places)
      if next.isEmpty {
        // Behind a `*` every place is reached, so the first one says where things went wrong.
        let last = places.count > 1 ? places.min() : places.max()
        place = last ?? 0
        wanted = node
        return
      }
      places = next
    }
    place = places.max() ?? 0
    wanted = nil
  }

  private func advance(_ node: PatternNode, _ places: Set<Int>) -> Set<Int> {
    switch node {
    case .many: return places.min().map { Set($0...text.count) } ?? []
    case .choice(let choices):
      return choices.reduce(into: []) { result, choice in
        var reached = places
        for node in choice { reached = advance(node, reached) }
        result.formUnion(reached)
      }
    case .captureStart, .captureEnd, .optionalRest: return places
    default:
      return Set(places.filter { $0 < text.count && node.accepts(text[$0]) }.map { $0 + 1 })
    }
  }
}
