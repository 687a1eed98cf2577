import WebSyntax

/// The path of a route, in which `{name}` matches the same text as `?*`.
package struct CapturePattern: Equatable, Sendable {
  enum Part: Equatable, Sendable {
    case text(String)
    case name(String)
  }

  let parts: [Part]

  /// The reason why a text is not a valid path.
  struct Fault: Error {
    let message: String
  }

  init(_ text: String) throws(Fault) {
    var parts: [Part] = []
    var rest = Substring(text)
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[brace] == "{", let close = rest[brace...].firstIndex(of: "}") else {
        throw Fault(message: "'\(text)' has a stray brace: expected '{name}'")
      }
      let name = rest[rest.index(after: brace)..<close]
      guard CaptureName.isValid(name) else {
        throw Fault(
          message: "'{\(name)}' is not a capture: expected a name of letters, digits and '_'")
      }
      guard !parts.contains(.name(String(name))) else {
        throw Fault(message: "'{\(name)}' is repeated in '\(text)'")
      }
      if brace > rest.startIndex { parts.append(.text(String(rest[..<brace]))) }
      parts.append(.name(String(name)))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  var names: [String] {
    parts.compactMap { if case .name(let name) = $0 { name } else { nil } }
  }

  /// The same pattern in the syntax of association files.
  var applePattern: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .name: "?*"
      }
    }.joined()
  }

  func nodes(_ variables: SubstitutionVariables?) -> [PatternNode] {
    var nodes: [PatternNode] = []
    var index: Int32 = 0
    for part in parts {
      switch part {
      case .text(let text): nodes += PatternParser.nodes(text, variables)
      case .name:
        nodes += [.captureStart(index), .one, .many, .captureEnd(index)]
        index += 1
      }
    }
    return nodes
  }
}
