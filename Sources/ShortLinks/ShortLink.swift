/// A short link: where it lives, where it leads, and until when.
package struct ShortLink: Equatable, Sendable {
  package var host: String
  package var slug: String
  /// Where it leads: an http or https URL.
  package var url: String
  package var name: String?
  package var tags: [String]
  package var campaign: Campaign
  package var status: RedirectStatus
  package var query: QueryMode
  /// Before this time nobody finds the link.
  package var notBefore: Timestamp?
  /// From this time on the link is gone.
  package var expires: Timestamp?
  /// Where a link leads that is gone; nil for a page that says so.
  package var expiredURL: String?
  package var archived: Bool

  package init(host: String, slug: String, url: String) {
    self.host = host
    self.slug = slug
    self.url = url
    tags = []
    campaign = Campaign()
    status = .found
    query = .merge
    archived = false
  }

  /// What is added to the destination so that the site's statistics know the way it was found.
  package struct Campaign: Equatable, Sendable {
    /// Names and values in the order they are added; names begin with `utm_`, or are `gclid`.
    package var items: [(name: String, value: String)] = []

    package init() {}

    package static func == (left: Campaign, right: Campaign) -> Bool {
      left.items.elementsEqual(right.items) { $0.name == $1.name && $0.value == $1.value }
    }

    /// The names that a campaign may have.
    static let names = [
      "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "gclid",
    ]
  }

  /// The code of the redirect; anything that may be cached hides later changes and clicks.
  package enum RedirectStatus: Int, CaseIterable, Sendable {
    case movedPermanently = 301
    case found = 302
    case seeOther = 303
    case temporary = 307
    case permanent = 308
  }

  /// What becomes of the query of a visit.
  package enum QueryMode: String, CaseIterable, Sendable {
    /// It is added; where both have a name, the link's own value stays.
    case merge
    /// It is added; where both have a name, the visitor's value stays.
    case visitor
    /// It is dropped.
    case drop
  }
}
