/// The variables available as `$(name)` in patterns.
///
/// Source: Apple, `applinks.SubstitutionVariables`.
package struct SubstitutionVariables: Sendable {
  private let custom: [String: VariableValues]

  /// Values may contain `*` and `?` but no other variables; of several variables with the same
  /// name, the first counts.
  package init(_ variables: [(name: String, values: [String])] = []) {
    var custom: [String: VariableValues] = [:]
    for (name, values) in variables where custom[name] == nil {
      custom[name] = VariableValues(values.map(PatternParser.wildcards))
    }
    self.custom = custom
  }

  /// Returns the node for a variable; custom variables take precedence over Apple's.
  func node(_ name: String) -> PatternNode {
    if let values = custom[name] { return .choice(values) }
    if let byteClass = ByteClass(rawValue: name) { return .byteClass(byteClass) }
    switch name {
    case "region": return .choice(Self.regions)
    case "lang": return .choice(Self.languages)
    default: return .nothing
    }
  }

  package static func isPredefined(_ name: String) -> Bool {
    SubstitutionVariables().defines(name)
  }

  package func defines(_ name: String) -> Bool {
    node(name) != .nothing
  }

  /// As many texts as a file lists in the place of variables.
  static let fewTexts = 100

  /// The patterns without variables that together match what a pattern does; itself where they would be
  /// many or read otherwise, as slashes and stars are at the ends of a path. Never empty.
  func spelled(_ pattern: String) -> [String] {
    guard pattern.holdsVariable else { return [pattern] }
    var texts: [[UInt8]] = [[]]
    for node in PatternParser.nodes(pattern, self) {
      guard let values = node.texts, !values.isEmpty, values.count * texts.count <= Self.fewTexts
      else { return [pattern] }
      texts = texts.flatMap { text in values.map { text + $0 } }
    }
    let spelled = texts.map { String(decoding: $0, as: UTF8.self) }
    return spelled.contains { $0.holdsVariable } ? [pattern] : spelled
  }

  private static let regions = literals(regionCodes)
  private static let languages = literals(languageCodes)

  private static func literals(_ codes: String) -> VariableValues {
    VariableValues(codes.split(separator: " ").map { $0.utf8.map(PatternNode.byte) })
  }
}

/// The values of a variable, built once and shared by every pattern that uses it.
final class VariableValues: Sendable {
  let sequences: [[PatternNode]]
  /// The total number of nodes in all values, with a beginning and an end for each.
  let size: Int
  /// The values as literals; nil when any has a wildcard.
  let literals: LiteralSet?
  /// The values folded to lower case; nil when these already are.
  private let lowercase: VariableValues?

  convenience init(_ sequences: [[PatternNode]]) {
    let folded = sequences.map { $0.map(\.folded) }
    let lowercase = folded == sequences ? nil : VariableValues(folded, lowercase: nil)
    self.init(sequences, lowercase: lowercase)
  }

  private init(_ sequences: [[PatternNode]], lowercase: VariableValues?) {
    self.sequences = sequences
    size = sequences.reduce(0) { $0 + $1.count + 2 }
    self.lowercase = lowercase
    let isLiteral = sequences.allSatisfy { $0.allSatisfy { $0.byte != nil } }
    literals = isLiteral ? LiteralSet(sequences.map { $0.compactMap(\.byte) }) : nil
  }

  /// The values with upper-case letters folded to lower case.
  var folded: VariableValues { lowercase ?? self }
}

extension VariableValues: Equatable {
  /// Compares identity, since comparing all values would take too long.
  static func == (left: VariableValues, right: VariableValues) -> Bool { left === right }
}

extension VariableValues {
  /// One character of decoded text, in any of its UTF-8 lengths.
  static let character = VariableValues([
    [.range(0x00...0x7F)],
    [.range(0xC2...0xDF), continuation],
    [.range(0xE0...0xEF), continuation, continuation],
    [.range(0xF0...0xF4), continuation, continuation, continuation],
  ])

  private static let continuation = PatternNode.range(0x80...0xBF)
}

extension [PatternNode] {
  /// The pattern for decoded text, where `?` matches a character of up to four bytes. Before `*`
  /// that makes no difference.
  var countingCharacters: [PatternNode] {
    guard contains(.one) else { return self }
    return indices.map { index in
      let isBeforeMany = index + 1 < count && self[index + 1].isMany
      return self[index].isOne && !isBeforeMany ? .choice(.character) : self[index]
    }
  }
}
