/// One rule of an association file as written. A nil property is absent from the file and defaults
/// apply.
///
/// Source: Apple, `applinks.Details.Components`.
public struct Component: Hashable, Sendable {
  /// The pattern for the path, under the key `/`.
  public var path: String?
  /// The pattern or patterns for the query, under the key `?`.
  public var query: Query?
  /// The pattern for the fragment, under the key `#`.
  public var fragment: String?
  /// Whether a match keeps the URL in the browser.
  public var exclude: Bool?
  /// A note for human readers; has no effect on matching.
  public var comment: String?
  /// Whether matching is case-sensitive; honoured since iOS 13.5.
  public var caseSensitive: Bool?
  /// Whether the URL is compared without decoding its escapes; honoured since iOS 14.
  public var percentEncoded: Bool?

  /// The two forms of the value of `?`.
  public enum Query: Hashable, Sendable {
    /// One pattern for the whole query.
    case string(String)
    /// A pattern for each named item, in file order; names are unique.
    case items([Item])

    /// A named query item and the pattern for its value.
    public struct Item: Hashable, Sendable {
      /// The name as it appears in the query.
      public var name: String
      /// The pattern that every value with that name must match.
      public var pattern: String

      /// Creates an item from its name and pattern.
      public init(name: String, pattern: String) {
        self.name = name
        self.pattern = pattern
      }
    }
  }

  /// Creates a rule; an omitted argument is an absent key.
  public init(
    path: String? = nil, query: Query? = nil, fragment: String? = nil, exclude: Bool? = nil,
    comment: String? = nil, caseSensitive: Bool? = nil, percentEncoded: Bool? = nil
  ) {
    self.path = path
    self.query = query
    self.fragment = fragment
    self.exclude = exclude
    self.comment = comment
    self.caseSensitive = caseSensitive
    self.percentEncoded = percentEncoded
  }
}
