/// A link with its rare fields unboxed, for code that iterates over the table of fields.
///
/// It is a reference type because a link is a hundred words long: copying it for every field would make
/// an import twice as slow.
package final class UnpackedLink {
  /// The fields of the link and its rare fields, side by side.
  package struct Fields: Sendable {
    package var link: ShortLink
    package var rare: ShortLink.Rare
  }

  /// Unchecked: only one iteration uses it and no two accesses overlap; the checks would take a third
  /// of the time.
  @exclusivity(unchecked)
  package var fields: Fields

  /// Takes the rare fields of a link out of their box.
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

/// The location of a field. An offset is equivalent to a key path through stored properties, and
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
