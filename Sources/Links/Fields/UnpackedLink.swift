/// A link with its rare fields out of their box, for code that walks through the table of fields.
///
/// The table's key paths start here and lead through stored properties alone: such a key path is an
/// offset, and costs hardly more than naming the property.
package struct UnpackedLink: Equatable, Sendable {
  package var link: ShortLink
  package var rare: ShortLink.Rare

  package init(_ link: ShortLink) {
    self.link = link
    rare = link.rare
  }

  package var packed: ShortLink {
    var link = link
    link.rare = rare
    return link
  }
}

package typealias FieldPath<Value> = any WritableKeyPath<UnpackedLink, Value> & Sendable
