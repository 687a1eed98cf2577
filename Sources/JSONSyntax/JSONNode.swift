/// A JSON value together with the place it was read from.
package struct JSONNode: Sendable {
  /// Offset of the value's first byte in the document, from 0.
  package let offset: Int
  package let value: JSONValue

  package init(offset: Int, value: JSONValue) {
    self.offset = offset
    self.value = value
  }
}

/// The six kinds of JSON value (RFC 8259, section 3).
package indirect enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// The number as written, since a reader may want an integer of any width or a fraction.
  case number(String)
  case string(String)
  case array([JSONNode])
  /// Members in the order they were written, repeated names included.
  case object([JSONMember])
}

/// A name and its value inside an object.
package struct JSONMember: Sendable {
  package let name: String
  /// Offset of the quote that opens the name.
  package let nameOffset: Int
  package let node: JSONNode

  package init(name: String, nameOffset: Int, node: JSONNode) {
    self.name = name
    self.nameOffset = nameOffset
    self.node = node
  }
}

extension JSONValue {
  /// What a person calls this kind of value, with its article.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONNode {
  /// The text of a string value; nil for every other kind.
  package var string: String? {
    if case .string(let text) = value { text } else { nil }
  }

  /// The elements of an array value; nil for every other kind.
  package var array: [JSONNode]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  /// The members of an object value; nil for every other kind.
  package var object: [JSONMember]? {
    if case .object(let members) = value { members } else { nil }
  }

  /// The value of a boolean; nil for every other kind.
  package var bool: Bool? {
    if case .bool(let value) = value { value } else { nil }
  }

  /// The member of that name; of repeated names the last, as Foundation reads them.
  package func member(_ name: String) -> JSONNode? {
    object?.last { $0.name == name }?.node
  }
}
