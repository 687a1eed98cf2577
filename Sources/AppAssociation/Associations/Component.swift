/// One rule of an association file, as it is written: what is nil is absent from the file and takes
/// its value from the defaults.
///
/// Source: Apple, `applinks.Details.Components`.
public struct Component: Hashable, Sendable {
  /// The pattern of `/`.
  public var path: String?
  /// The pattern or patterns of `?`.
  public var query: Query?
  /// The pattern of `#`.
  public var fragment: String?
  public var exclude: Bool?
  public var comment: String?
  public var caseSensitive: Bool?
  public var percentEncoded: Bool?

  /// Both forms of `?`.
  public enum Query: Hashable, Sendable {
    /// One pattern for the whole query.
    case string(String)
    /// A pattern for each named item, in file order; names are unique.
    case items([Item])

    public struct Item: Hashable, Sendable {
      public var name: String
      public var pattern: String

      public init(name: String, pattern: String) {
        self.name = name
        self.pattern = pattern
      }
    }
  }

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
