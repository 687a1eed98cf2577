import WebSyntax

/// The `name=value` items of a query, as written.
package struct HTTPQuery: Sequence, IteratorProtocol {
  /// One item; `value` is nil when there is no `=`.
  package struct Item {
    /// The text before `=`, still percent-encoded.
    package let name: ArraySlice<UInt8>
    /// The text after `=`, still percent-encoded.
    package let value: ArraySlice<UInt8>?

    /// Both as texts, decoded as those of forms: `+` means a space. The value is empty without `=`.
    package var texts: (name: String, value: String) { (Self.text(name), Self.text(value ?? [])) }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
      PercentCoding.decodeLossy(bytes.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }[...])
    }
  }

  private var rest: ArraySlice<UInt8>

  package init(_ query: ArraySlice<UInt8>) {
    rest = query
  }

  package mutating func next() -> Item? {
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
      let item = rest[..<end]
      rest = end < rest.endIndex ? rest[(end + 1)...] : []
      guard !item.isEmpty else { continue }
      guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else {
        return Item(name: item, value: nil)
      }
      return Item(name: item[..<equals], value: item[(equals + 1)...])
    }
    return nil
  }
}
