/// An object among the fields of a link, such as `apple`.
package final class LinkPart: Sendable {
  /// The name of the object's member in JSON.
  package let name: String
  /// Whether all fields of the object are absent from a link.
  package let isAbsent: @Sendable (UnpackedLink) -> Bool
  /// Resets all fields of the object to their defaults.
  package let reset: @Sendable (UnpackedLink) -> Void
  /// A sentence for the schemas.
  package let documentation: String

  private init<Value: Equatable & Sendable>(
    _ name: String, _ path: WritableKeyPath<UnpackedLink.Fields, Value>, _ absent: Value,
    _ documentation: String
  ) {
    let path = FieldPath(path)
    self.name = name
    isAbsent = { link in
      withUnsafeMutablePointer(to: &link.fields) { path.address(in: $0).pointee == absent }
    }
    reset = { $0[path] = absent }
    self.documentation = documentation
  }

  /// All objects.
  package static let all = [
    LinkPart("apple", \.rare.apple, .init(), "What the link does on iPhone and iPad."),
    LinkPart("android", \.rare.android, .init(), "What the link does on Android."),
    LinkPart("desktop", \.rare.desktop, .init(), "What the link does on any other system."),
    LinkPart("social", \.rare.social, .init(), "What services show that preview the link."),
    LinkPart(
      "campaign", \.rare.campaign, .init(), "Added to the destination unless it has them."),
  ]
}
