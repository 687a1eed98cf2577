import WebSyntax

/// A valid example URL: every byte not allowed in URLs is escaped.
package struct ExampleURL: Hashable, Sendable {
  package let text: String
  package let parts: EvaluatedURL

  /// Browsers and servers reject much longer URLs, and matching them would be slow.
  fileprivate static let longest = 4096

  /// Creates an example from its parts; nil when the URL is too long.
  package init?(path: String, query: String? = nil, fragment: String? = nil) {
    let text = path + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
    guard text.utf8.count <= Self.longest, let url = WebURL("https://example.com" + text) else {
      return nil
    }
    self.text = text
    parts = EvaluatedURL(url)
  }

  /// Creates a URL that a rule accepts; nil when there is none, for example because of an undefined
  /// variable.
  package init?(_ component: Component, variables: SubstitutionVariables?, seed: Int = 0) {
    guard let text = ExampleText(component, variables, seed: seed) else { return nil }
    self.init(path: text.path, query: text.query, fragment: text.fragment)
  }

  /// Whether the path has no empty or dot segments, whose normalisation is neither documented nor
  /// known from observation.
  var isUsual: Bool {
    let path = parts.path
    let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return !segments.dropFirst().dropLast().contains(where: \.isEmpty)
      && !segments.contains { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
  }
}

/// The parts of a URL that a rule accepts.
package struct ExampleText {
  /// The path with exactly one leading slash, however many the pattern has.
  package let path: String
  /// Nil when there is no query.
  package let query: String?
  /// Nil when there is no fragment.
  package let fragment: String?

  /// Creates the parts; nil when no text fits one of them.
  ///
  /// - Parameters:
  ///   - component: the rule.
  ///   - variables: the values of `$(name)`; nil treats it as literal text.
  ///   - seed: selects the text used for wildcards and variables.
  package init?(_ component: Component, _ variables: SubstitutionVariables?, seed: Int) {
    let filling = ExampleFilling(
      variables: variables, seed: seed, isDecoded: component.percentEncoded == false)
    guard let path = filling.text(component.path ?? "/*", allowing: "/") else { return nil }
    self.path = "/" + path.drop { $0 == "/" }
    var query = ""
    switch component.query {
    case nil: break
    case .string(let pattern):
      guard let text = filling.text(pattern) else { return nil }
      query = text
    case .items(let items):
      let texts = items.compactMap { item in
        filling.text(item.pattern, reserved: "&+").map { "\(Self.name(item.name))=\($0)" }
      }
      guard texts.count == items.count else { return nil }
      query = texts.joined(separator: "&")
    }
    guard let fragment = filling.text(component.fragment ?? "") else { return nil }
    self.query = query.isEmpty ? nil : query
    self.fragment = fragment.isEmpty ? nil : fragment
  }

  static func name(_ name: String) -> String {
    PercentCoding.encode(Array(name.utf8)) {
      PercentCoding.isUnsafe($0) || "#&=+".utf8.contains($0)
    }
  }
}

/// What wildcards and variables are filled with.
private struct ExampleFilling {
  let variables: SubstitutionVariables?
  let seed: Int
  let isDecoded: Bool

  /// - Parameters:
  ///   - allowing: a character, besides letters, that wildcards may be filled with.
  ///   - reserved: further characters to escape.
  func text(
    _ pattern: String, allowing slash: String = "", reserved: String = ""
  ) -> String? {
    var bytes: [UInt8] = []
    guard append(PatternParser.nodes(pattern, variables), to: &bytes, slash) else { return nil }
    return PercentCoding.encode(bytes) { byte in
      PercentCoding.isUnsafe(byte) || byte == UInt8(ascii: "#")
        || byte == UInt8(ascii: "?") && !slash.isEmpty
        || byte == UInt8(ascii: "%") && isDecoded || reserved.utf8.contains(byte)
    }
  }

  private func append(
    _ nodes: [PatternNode], to bytes: inout [UInt8], _ slash: String
  ) -> Bool {
    let fillings = ["x", "", slash.isEmpty ? "xy" : "x/y", "42"]
    var previous: PatternNode?
    for node in nodes {
      switch node {
      case .byte(let byte): bytes.append(byte)
      case .range(let range): bytes.append(range.lowerBound)
      case .one: bytes.append(seed % 4 == 3 ? UInt8(ascii: "7") : UInt8(ascii: "x"))
      case .many where previous?.isOne == true: break
      case .many: bytes += Array(fillings[seed % fillings.count].utf8)
      case .byteClass(let byteClass):
        let members = byteClass.members
        // Prefer the last member: a lower-case letter if the class has any.
        bytes.append(members[(members.count - 1 + seed * 11) % members.count])
      case .choice(let values):
        let choices = values.sequences
        guard !choices.isEmpty else { return false }
        let choice = choices[seed % choices.count]
        // A few long values would make a text of any length, which no URL can have.
        guard bytes.count + choice.count <= ExampleURL.longest, append(choice, to: &bytes, slash)
        else { return false }
      case .nothing: return false
      case .captureStart, .captureEnd, .optionalRest: break
      }
      previous = node
    }
    return true
  }
}

extension RoutingRule {
  /// Generates sample URLs (path, query and fragment) that the rule accepts; several, since an
  /// earlier rule may match one of them. Empty when none can be made.
  package func samples(substitutionVariables: [(name: String, values: [String])]) -> [String] {
    let component = component.withoutCaptures
    let variables = SubstitutionVariables(substitutionVariables)
    // The numeric sample comes first: it looks most realistic.
    return [3, 0, 1, 2].compactMap { seed in
      ExampleURL(component, variables: variables, seed: seed)?.text
    }.withoutRepeats
  }
}

/// The paths, queries and fragments of addresses that a route matches, with wildcards filled in and names in
/// braces for the values, such as `/article/{id}`. They stand as in a URL, which has no other braces.
package enum AddressTemplate {
  /// The templates of a route, those with the shortest fillings first; empty when no text fits.
  package static func all(
    _ component: Component, substitutionVariables: [(name: String, values: [String])]
  ) -> [String] {
    let pattern = component.path.flatMap { try? CapturePattern($0) }
    let names = pattern?.names ?? []
    // Example texts are made from patterns without names.
    func mark(_ name: String) -> String { "0keiro\(names.firstIndex(of: name) ?? 0)orike0" }
    var marked = component
    marked.path = pattern.map { pattern in
      pattern.parts.map { part in
        switch part {
        case .text(let text): text
        case .name(let name): mark(name)
        }
      }.joined()
    }
    let variables = SubstitutionVariables(substitutionVariables)
    var templates: [String] = []
    for seed in [1, 3, 0, 2] {
      guard let example = ExampleURL(marked, variables: variables, seed: seed) else { continue }
      let template = names.reduce(example.text) { $0.replacingAll(mark($1), with: "{\($1)}") }
      if !templates.contains(template) { templates.append(template) }
    }
    return templates
  }

  /// A template with the same text in the place of every value.
  package static func filled(_ template: String, _ names: [String], with value: String) -> String {
    names.reduce(template) { $0.replacingAll("{\($1)}", with: value) }
  }
}
