import HTTPCore
import JSONSyntax
package import Service

/// A parameter in the query of calls: what the server reads, the command line writes, and the OpenAPI
/// document describes.
package struct APIParameter<Value: Sendable>: Sendable, DescribedParameter {
  let description: ParameterDescription
  /// How the refusal of a text continues, such as ` is not a host: expected one such as a.example`.
  let expectation: String
  /// Whether a parameter without a value counts as absent, since forms send empty fields.
  private(set) var takesBlank = true
  /// The value of a text; nil for a text that is refused.
  let read: @Sendable (String) -> Value?
  private let write: @Sendable (Value) -> String

  init(
    _ name: String, _ schema: JSONOutput, isRequired: Bool = false, sentence: String,
    _ expectation: String, takesBlank: Bool = true,
    read: @escaping @Sendable (String) -> Value?, write: @escaping @Sendable (Value) -> String
  ) {
    description = ParameterDescription(
      name: name, schema: schema, isRequired: isRequired, sentence: sentence)
    self.expectation = expectation
    self.takesBlank = takesBlank
    self.read = read
    self.write = write
  }

  package var name: String { description.name }

  /// The parameter with a value, for a request; nil to leave it out.
  package func callAsFunction(_ value: Value?) -> APIRequest.Item? {
    value.map { (name, write($0)) }
  }

  /// The parameter with a text that whoever answers judges, such as the cursor of a page; nil to leave
  /// it out.
  package func callAsFunction(text: String?) -> APIRequest.Item? {
    text.map { (name, $0) }
  }

  /// - Throws: the refusal of a text that has none.
  package func value(_ text: String) throws(Problem) -> Value {
    guard let value = read(text) else {
      throw .parameter(name, "'\(text.prefix(100))'" + expectation)
    }
    return value
  }

  /// The same parameter of a call that also takes it without a value.
  var orBlank: APIParameter {
    var parameter = self
    parameter.takesBlank = true
    return parameter
  }
}

protocol DescribedParameter: Sendable {
  var description: ParameterDescription { get }
}

struct ParameterDescription: DescribedParameter {
  enum Place: String {
    case query, path, header
  }

  let name: String
  var place = Place.query
  let schema: JSONOutput
  var isRequired = false
  let sentence: String?

  var description: ParameterDescription { self }
}

extension APIParameter where Value == String {
  static func text(_ name: String, schema: JSONOutput = [:], _ sentence: String) -> APIParameter {
    strict(name, schema: schema, takesBlank: true, sentence)
  }

  /// A text that is read even when it is empty.
  static func strict(
    _ name: String, schema: JSONOutput = [:], isRequired: Bool = false, takesBlank: Bool = false,
    _ sentence: String
  ) -> APIParameter {
    APIParameter(
      name, ["type": "string"] + schema, isRequired: isRequired, sentence: sentence,
      "", takesBlank: takesBlank, read: { $0 }, write: { $0 })
  }
}

extension APIParameter where Value == Bool {
  /// A switch that is off by default; its name alone means true, too.
  static func flag(_ name: String, _ sentence: String) -> APIParameter {
    APIParameter(
      name, ["type": "boolean", "default": false], sentence: sentence,
      ": expected true or false", takesBlank: false,
      read: { ["true": true, "": true, "false": false][$0] }, write: { String($0) })
  }
}

extension APIParameter where Value: RawRepresentable<String> & CaseIterable {
  /// One word of a list.
  ///
  /// - Parameter expectation: nil for the usual one, which lists all words.
  static func choice(
    _ name: String, of words: [Value] = Array(Value.allCases), standard: Value? = nil,
    takesBlank: Bool = true, isRequired: Bool = false, expectation: String? = nil,
    _ sentence: String
  ) -> APIParameter {
    let names = words.map(\.rawValue)
    return APIParameter(
      name,
      ["type": "string", "enum": .strings((takesBlank ? [""] : []) + names)]
        + (standard.map { ["default": .string($0.rawValue)] } ?? [:]), isRequired: isRequired,
      sentence: sentence,
      expectation ?? ": expected one of " + names.joined(separator: ", "), takesBlank: takesBlank,
      read: { Value(rawValue: $0) }, write: { $0.rawValue })
  }
}

extension APIParameter where Value: CustomStringConvertible {
  /// `next` of the previous page.
  ///
  /// - Parameter pattern: the texts that it may be, besides the empty one.
  static func cursor(
    pattern: String, limits: JSONOutput = [:],
    _ sentence: String = "'next' of the page before.",
    read: @escaping @Sendable (String) -> Value?
  ) -> APIParameter {
    APIParameter(
      "cursor", ["type": "string", "pattern": .string(pattern)] + limits, sentence: sentence,
      " is not a cursor: expected 'next' of a page", read: read, write: { $0.description })
  }
}

extension APICall {
  /// The value of a parameter; nil without one.
  func given<Value>(_ parameter: APIParameter<Value>) throws(Problem) -> Value? {
    guard let text = parameters[parameter.name], !(parameter.takesBlank && text.isEmpty) else {
      return nil
    }
    return try parameter.value(text)
  }

  func isOn(_ parameter: APIParameter<Bool>) throws(Problem) -> Bool {
    try given(parameter) ?? false
  }

  /// The parameters of a query; throws for one that the operation does not know.
  static func parameters(
    _ query: ArraySlice<UInt8>, of operation: APIOperation
  ) throws(Problem) -> [String: String] {
    var values: [String: String] = [:]
    for item in HTTPQuery(query) {
      let (name, value) = item.texts
      guard operation.refusesUnknownParameters else {
        values[name] = values[name] ?? value
        continue
      }
      let names = operation.row.parameters.map(\.description).filter { $0.place == .query }
        .map(\.name)
      guard names.contains(name) else {
        let nearest = nearestName(to: name, among: names).map { "did you mean '\($0)'?" }
        let expected = names.isEmpty ? "expected none" : "expected " + names.joined(separator: ", ")
        throw .parameter(name, "unknown parameter: " + (nearest ?? expected))
      }
      guard values[name] == nil else { throw .parameter(name, "the parameter is given twice") }
      values[name] = value
    }
    return values
  }
}
