/// A link with its rare fields out of their box, for code that walks through the table of fields.
///
/// It is a reference, since a link is a hundred words long: handed from field to field as a value it
/// would be copied for each of them, which makes an import twice as slow.
package final class UnpackedLink {
  package struct Fields: Sendable {
    package var link: ShortLink
    package var rare: ShortLink.Rare
  }

  /// Unchecked, since one walk alone has it and each access is over before the next begins; the
  /// checks would be a third of what walking costs.
  @exclusivity(unchecked)
  package var fields: Fields

  package init(_ link: ShortLink) {
    fields = Fields(link: link, rare: link.rare)
  }

  package var packed: ShortLink {
    var link = fields.link
    link.rare = fields.rare
    return link
  }

  @inlinable @inline(__always)
  package subscript<Value>(path: FieldPath<Value>) -> Value {
    get { withUnsafeMutablePointer(to: &fields) { path.address(in: $0).pointee } }
    set { withUnsafeMutablePointer(to: &fields) { path.address(in: $0).pointee = newValue } }
  }
}

/// Where a field is stored. An offset is what a key path through stored properties comes to, and is
/// several times as fast.
package struct FieldPath<Value: Sendable>: Sendable {
  @usableFromInline let offset: Int

  init(_ path: WritableKeyPath<UnpackedLink.Fields, Value>) {
    guard let offset = MemoryLayout<UnpackedLink.Fields>.offset(of: path) else {
      preconditionFailure("a line of the table names a property that is not stored")
    }
    self.offset = offset
  }

  @inlinable
  func address(in fields: UnsafeMutablePointer<UnpackedLink.Fields>) -> UnsafeMutablePointer<Value>
  {
    UnsafeMutableRawPointer(fields).advanced(by: offset).assumingMemoryBound(to: Value.self)
  }
}
