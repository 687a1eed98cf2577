import HTTPCore
import LinkStorage

/// The supported calls of other services. This table is the single source of their paths, methods
/// and permissions.
package enum WireOperation: String, CaseIterable, Sendable {
  // YOURLS has one address; its parameter `action` selects the call.
  case yourlsShorten, yourlsExpand, yourlsLink, yourlsLinks, yourlsSums, yourlsVersion
  case shlinkHealth, shlinkList, shlinkCreate, shlinkVisits, shlinkRead, shlinkEdit, shlinkDelete
  case shlinkTags, shlinkTagSums, shlinkRenameTag, shlinkDeleteTags
  case bitlyShorten, bitlyExpand, bitlyCreate
  case bitlyClicks, bitlyClickSum, bitlyCountries, bitlyReferrers, bitlyReferringDomains
  case bitlyRead, bitlyEdit, bitlyDelete
  case bitlyUser, bitlyGroups, bitlyGroup

  var service: CompatibleService {
    switch self {
    case .yourlsShorten, .yourlsExpand, .yourlsLink, .yourlsLinks, .yourlsSums, .yourlsVersion:
      .yourls
    case .shlinkHealth, .shlinkList, .shlinkCreate, .shlinkRead, .shlinkEdit, .shlinkDelete,
      .shlinkVisits, .shlinkTags, .shlinkTagSums, .shlinkRenameTag, .shlinkDeleteTags:
      .shlink
    case .bitlyShorten, .bitlyCreate, .bitlyRead, .bitlyEdit, .bitlyDelete, .bitlyExpand,
      .bitlyClicks, .bitlyClickSum, .bitlyCountries, .bitlyReferrers, .bitlyReferringDomains,
      .bitlyUser, .bitlyGroups, .bitlyGroup:
      .bitly
    }
  }

  /// The value of `action` in a call of YOURLS; nil for the other services.
  var action: String? {
    switch self {
    case .yourlsShorten: "shorturl"
    case .yourlsExpand: "expand"
    case .yourlsLink: "url-stats"
    case .yourlsLinks: "stats"
    case .yourlsSums: "db-stats"
    case .yourlsVersion: "version"
    default: nil
    }
  }

  /// The method, and the path, in which `{name}` stands for one or more segments.
  ///
  /// Calls of YOURLS use GET or POST.
  var address: (method: HTTPMethod, path: String) {
    switch self {
    case .yourlsShorten, .yourlsExpand, .yourlsLink, .yourlsLinks, .yourlsSums, .yourlsVersion:
      (.get, "/yourls-api.php")
    case .shlinkHealth: (.get, "/rest/health")
    case .shlinkList: (.get, "/rest/v3/short-urls")
    case .shlinkCreate: (.post, "/rest/v3/short-urls")
    case .shlinkVisits: (.get, "/rest/v3/short-urls/{name}/visits")
    case .shlinkRead: (.get, "/rest/v3/short-urls/{name}")
    case .shlinkEdit: (.patch, "/rest/v3/short-urls/{name}")
    case .shlinkDelete: (.delete, "/rest/v3/short-urls/{name}")
    case .shlinkTags: (.get, "/rest/v3/tags")
    case .shlinkTagSums: (.get, "/rest/v3/tags/stats")
    case .shlinkRenameTag: (.put, "/rest/v3/tags")
    case .shlinkDeleteTags: (.delete, "/rest/v3/tags")
    case .bitlyShorten: (.post, "/v4/shorten")
    case .bitlyExpand: (.post, "/v4/expand")
    case .bitlyCreate: (.post, "/v4/bitlinks")
    case .bitlyClickSum: (.get, "/v4/bitlinks/{name}/clicks/summary")
    case .bitlyClicks: (.get, "/v4/bitlinks/{name}/clicks")
    case .bitlyCountries: (.get, "/v4/bitlinks/{name}/countries")
    case .bitlyReferrers: (.get, "/v4/bitlinks/{name}/referrers")
    case .bitlyReferringDomains: (.get, "/v4/bitlinks/{name}/referring_domains")
    case .bitlyRead: (.get, "/v4/bitlinks/{name}")
    case .bitlyEdit: (.patch, "/v4/bitlinks/{name}")
    case .bitlyDelete: (.delete, "/v4/bitlinks/{name}")
    case .bitlyUser: (.get, "/v4/user")
    case .bitlyGroups: (.get, "/v4/groups")
    case .bitlyGroup: (.get, "/v4/groups/{name}")
    }
  }

  /// The permissions of which the caller's token needs one; empty for public calls.
  var scopes: [TokenScope] {
    switch self {
    case .shlinkHealth: []
    case .yourlsShorten, .shlinkCreate, .shlinkEdit, .shlinkDelete, .shlinkRenameTag,
      .shlinkDeleteTags, .bitlyShorten, .bitlyCreate, .bitlyEdit, .bitlyDelete:
      [.writeLinks]
    case .yourlsExpand, .yourlsLink, .yourlsLinks, .shlinkList, .shlinkRead, .shlinkTags,
      .bitlyRead, .bitlyExpand:
      [.readLinks]
    case .yourlsSums, .shlinkVisits, .shlinkTagSums, .bitlyClicks, .bitlyClickSum,
      .bitlyCountries, .bitlyReferrers, .bitlyReferringDomains:
      [.readStatistics]
    case .yourlsVersion, .bitlyUser, .bitlyGroups, .bitlyGroup:
      [.readLinks, .writeLinks, .readStatistics]
    }
  }

  /// An additional permission, for answers that contain both links and sums; nil for none.
  var further: TokenScope? {
    switch self {
    case .yourlsLinks: .readStatistics
    case .shlinkTagSums: .readLinks
    default: nil
    }
  }

  /// Whether calls may need long computations, as lists and sums do.
  var isHeavy: Bool {
    switch self {
    case .yourlsLinks, .shlinkList, .shlinkTags: true
    default: scopes == [.readStatistics]
    }
  }
}
