/// One rule of an association file as written. A nil property is absent from the file and takes its
/// value from the defaults.
///
/// Source: Apple, `applinks.Details.Components`.
public struct Component: Hashable, Sendable {
  /// The pattern of `/`.
  public var path: String?
  /// The pattern or patterns of `?`.
  public var query: Query?
  /// The pattern of `#`.
  public var fragment: String?
  /// Whether a match keeps the URL in the browser.
  public var exclude: Bool?
  /// For readers; has no effect on matching.
  public var comment: String?
  /// Whether matching is case-sensitive; from iOS 13.5 on.
  public var caseSensitive: Bool?
  /// Whether the URL is compared as written; from iOS 14 on.
  public var percentEncoded: Bool?

  /// Both forms of `?`.
  public enum Query: Hashable, Sendable {
    /// One pattern for the whole query.
    case string(String)
    /// A pattern for each named item, in file order; names are unique.
    case items([Item])

    /// A named item and the pattern of its value.
    public struct Item: Hashable, Sendable {
      /// The name as it appears in the query.
      public var name: String
      /// The pattern that every value with that name has to match.
      public var pattern: String

      /// An item from its parts.
      public init(name: String, pattern: String) {
        self.name = name
        self.pattern = pattern
      }
    }
  }

  /// A rule; omitted arguments are absent keys.
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
