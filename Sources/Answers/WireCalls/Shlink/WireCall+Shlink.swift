import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import SiteModel
import Management
import Questions
import Service
import WebSyntax

/// The calls of Shlink: `/rest/v3`.
extension WireCall {
  /// The compatible version of Shlink, from which clients derive its features.
  private static let shlinkVersion = "4.0.0"

  func shlinkAnswer() throws(Problem) -> HTTPResponse {
    switch operation {
    case .shlinkHealth, .shlinkHealthV3: return try health()
    case .shlinkDomains: return try listDomains()
    case .shlinkSums: return try sums()
    case .shlinkMercure:
      throw Problem(
        .notImplemented, "mercure-not-configured",
        "there is no Mercure hub here: ask for the visits again instead")
    case .shlinkRules:
      throw Problem(
        .notImplemented, "call-missing",
        "the call 'redirect-rules' is not one of those that Keiro answers: expected the rules in "
          + "'rules' of /v1/links")
    case .shlinkList: return try listShortURLs()
    case .shlinkCreate: return try createShortURL()
    case .shlinkRead: return try shortURL(shlinkLink())
    case .shlinkEdit:
      let body = try JSONDocument(body: request.body).root
      let key = try shlinkLink().link.key
      return try shortURL(edit(key) { _ in ShlinkFields.edition(body) })
    case .shlinkDelete:
      try delete(shlinkLink().link.key)
      return HTTPResponse(.noContent, route: .shlink, outcome: .api)
    case .shlinkVisits: return try visits()
    case .shlinkTags: return try listTags()
    case .shlinkTagSums: return try listTagSums()
    case .shlinkRenameTag, .shlinkDeleteTags:
      throw Problem(
        .forbidden, "tags-of-links", "tags can only be changed on the links that have them")
    default: throw .notFound
    }
  }

  private func health() throws(Problem) -> HTTPResponse {
    let isWell = (try? directory.upkeep.check()) != nil
    return try json(
      [
        "status": .string(isWell ? "pass" : "fail"), "version": .string(Self.shlinkVersion),
        "links": [
          "about": "https://shlink.io", "project": "https://github.com/shlinkio/shlink",
        ],
      ], isWell ? .ok : .serviceUnavailable, type: "application/health+json")
  }

  // MARK: - Short URLs

  /// Returns the host for a `domain`; an empty one, or Shlink's word for its default, means the
  /// caller's own host.
  private func host(ofDomain text: String?) throws(Problem) -> String {
    guard let text, !text.isEmpty, text != "DEFAULT" else { return try ownHost() }
    return HostName.compared(text)
  }

  private func shlinkLink() throws(Problem) -> LinkReport {
    try link(.parts(host: host(ofDomain: form["domain"]), slug: name))
  }

  private func shortURL(_ report: LinkReport) throws(Problem) -> HTTPResponse {
    try json(ShlinkFields.shortURL(report, host: ownHost()))
  }

  private func createShortURL() throws(Problem) -> HTTPResponse {
    let body = try JSONDocument(body: request.body).root
    let host = try host(ofDomain: body.member("domain")?.string)
    let (report, isNew) = try create(ShlinkFields.creation(body, host: host))
    return try shortURL(isNew ? report : link(.parts(host: host, slug: report.link.slug)))
  }

  private func listShortURLs() throws(Problem) -> HTTPResponse {
    let page = try page()
    var filter = LinkFilter(
      host: try form["domain"].map { text throws(Problem) in try host(ofDomain: text) },
      search: form["searchTerm"], order: try order())
    let tags = form.list("tags")
    guard tags.count <= 1 else { throw .parameter("tags", "expected one tag at a time") }
    filter.tag = tags.first
    for name in ["startDate", "endDate", "excludeMaxVisitsReached", "excludePastValidUntil"]
    where form[name] != nil && form[name] != "false" {
      throw .parameter(name, "lists cannot be filtered by it")
    }
    let total = try answered(inquiry.count(filter))
    let size = try size(upTo: Self.longestList, all: total) ?? 10
    let reports = try links(filter, skipping: (page - 1) * size, limit: size)
    let own = try ownHost()
    return try json([
      "shortUrls": [
        "data": .array(reports.map { ShlinkFields.shortURL($0, host: own) }),
        "pagination": ShlinkFields.pagination(
          page: page, size: size, here: reports.count, total: total),
      ]
    ])
  }

  /// The number of the page; its own importer calls the first one 0.
  private func page() throws(Problem) -> Int {
    max(try form.number("page", in: 0...1_000_000) ?? 1, 1)
  }

  /// The length of a page, where -1 stands for all; nil when it is absent.
  private func size(upTo limit: Int, all count: Int) throws(Problem) -> Int? {
    let size = try form["itemsPerPage"] == "-1" ? -1 : form.number("itemsPerPage", in: 1...limit)
    return size == -1 ? max(count, 1) : size
  }

  private func order() throws(Problem) -> LinkOrder {
    switch form["orderBy"] {
    case nil, "dateCreated-DESC"?: return .created
    case "visits-DESC"?, "nonBotVisits-DESC"?: return .clicks
    case let text?:
      throw .parameter(
        "orderBy", "'\(text.prefix(100))': expected dateCreated-DESC or visits-DESC")
    }
  }

  // MARK: - Visits and tags

  /// Returns the number of visits with an empty list, since only sums of visits are stored.
  private func visits() throws(Problem) -> HTTPResponse {
    let link = try shlinkLink().link
    let statistics = try statistics(
      of: link, since: form.time("startDate"), until: form.time("endDate"), by: .day)
    let imported = form["startDate"] == nil ? link.importedClicks ?? 0 : 0
    let hasBots = form["excludeBots"] == nil || form["excludeBots"] == "false"
    let total = statistics.clicks.addingClamped(imported + (hasBots ? statistics.bots : 0))
    let page = try page()
    let size = try size(upTo: 1_000_000_000, all: total) ?? max(total, 1)
    return try json([
      "visits": [
        "data": [],
        "pagination": ShlinkFields.pagination(page: page, size: size, here: 0, total: total),
      ]
    ])
  }

  /// The visits of all links; none is an orphan, since visits without a link are not counted.
  private func sums() throws(Problem) -> HTTPResponse {
    let sums = try statistics(by: .day)
    let people = sums.reduce(0) { $0.addingClamped($1.clicks) }
    let bots = sums.reduce(0) { $0.addingClamped($1.bots) }
    return try json([
      "visits": [
        "nonOrphanVisits": ShlinkFields.visits(people, bots: bots),
        "orphanVisits": ShlinkFields.visits(0, bots: 0),
      ]
    ])
  }

  /// The hosts with short links, of which the caller's own is the default.
  private func listDomains() throws(Problem) -> HTTPResponse {
    let own = try ownHost()
    let hosts = [own] + snapshot.linkHosts.filter { $0 != own }
    let redirects = JSONOutput.object(
      ["baseUrlRedirect", "regular404Redirect", "invalidShortUrlRedirect"].map { .init($0, .null) })
    let data = hosts.map { host in
      ["domain": .string(host), "isDefault": .bool(host == own), "redirects": redirects]
        as JSONOutput
    }
    return try json(["domains": ["data": .array(data), "defaultRedirects": redirects]])
  }

  private func tags() throws(Problem) -> (
    tags: [(name: String, links: Int, imported: Int)], JSONOutput
  ) {
    let all = try answered(inquiry.tags())
    let wanted = all.filter { tag in form["searchTerm"].map { tag.name.contains($0) } ?? true }
    let size = try size(upTo: 1_000_000, all: wanted.count) ?? max(wanted.count, 1)
    let page = try page()
    let part = Array(wanted.dropFirst((page - 1) * size).prefix(size))
    return (
      part,
      ShlinkFields.pagination(page: page, size: size, here: part.count, total: wanted.count)
    )
  }

  private func listTags() throws(Problem) -> HTTPResponse {
    let (tags, pagination) = try tags()
    return try json(["tags": ["data": .strings(tags.map(\.name)), "pagination": pagination]])
  }

  private func listTagSums() throws(Problem) -> HTTPResponse {
    let (tags, pagination) = try tags()
    var sums: [[UInt8]: (people: Int, bots: Int)] = [:]
    for row in try statistics(by: .tag).flatMap(\.rows) {
      let key = TagName.folded(row.name)
      let sum = sums[key, default: (0, 0)]
      sums[key] = (sum.people.addingClamped(row.clicks), sum.bots.addingClamped(row.bots))
    }
    let data = tags.map { tag in
      let (people, bots) = sums[TagName.folded(tag.name)] ?? (0, 0)
      return [
        "tag": .string(tag.name), "shortUrlsCount": .int(tag.links),
        "visitsSummary": ShlinkFields.visits(people.addingClamped(tag.imported), bots: bots),
      ] as JSONOutput
    }
    return try json(["tags": ["data": .array(data), "pagination": pagination]])
  }
}
