/// An alternative destination for some visitors of a link.
///
/// The rules of a link are tried in order; the first whose condition holds applies.
package struct LinkRule: Equatable, Sendable {
  package var condition: Condition
  /// The destination, an http or https URL with the same restrictions as the link's own.
  package var url: String

  package init(if condition: Condition = Condition(), url: String) {
    self.condition = condition
    self.url = url
  }

  /// The requirements for a visit, all of which must hold; an empty part holds for every visitor.
  package struct Condition: Equatable, Sendable {
    /// The platforms, one of which must be the visitor's; empty for all.
    package var platforms: [UserAgent.Platform] = []
    /// Language ranges in lower case, such as `ja` or `zh-hant` (RFC 4647, section 3.3.1).
    package var languages: [String] = []
    /// ISO 3166 codes of two capital letters.
    package var countries: [String] = []
    /// Items that the query of the visit must have with exactly these values, sorted by name.
    package var query: [ShortLink.Extra] = []
    /// The time from which it holds; nil for no limit.
    package var from: Timestamp?
    /// The time from which it no longer holds; nil for no limit.
    package var until: Timestamp?
    /// The percentage of otherwise matching visits, drawn for each visit. Nil for all of them, 0 for a
    /// condition that only a newer release understands.
    package var share: Int?

    package init(
      platforms: [UserAgent.Platform] = [], countries: [String] = [], share: Int? = nil
    ) {
      (self.platforms, self.countries, self.share) = (platforms, countries, share)
    }
  }

  package static let countLimit = 50
  package static let valueLimit = 100
  /// The maximum number of query items in a condition.
  package static let itemLimit = 10
}

extension LinkRule {
  /// The name of a rule by its index, for explanations and statistics.
  package static func name(at position: Int) -> String { "rules[\(position)]" }
}
