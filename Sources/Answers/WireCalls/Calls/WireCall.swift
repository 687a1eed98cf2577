import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import Questions
import Service
import SiteModel
import WebSyntax

struct WireCall: Sendable, TokenCall {
  let operation: WireOperation
  /// The name in the path; empty when there is none.
  let name: String
  let request: HTTPRequest
  let form: WireForm
  let now: HTTPInstant
  /// The caller's token; nil for public calls.
  let token: APIToken?
  let snapshot: ServiceSnapshot
  let directory: LinkDirectory
  /// The meter of a heavy call; nil for other calls.
  var meter: WorkMeter?

  // MARK: - Hosts and names

  /// Returns the token's only host or, failing that, the host of the first site with short links.
  func ownHost() throws(Problem) -> String {
    if let patterns = reach.patterns, patterns.count == 1, !patterns[0].isWildcard {
      return patterns[0].description
    }
    guard let host = snapshot.linkHosts.first else {
      throw Problem(
        .conflict, "host-needed", "no site with short links is within the token's reach")
    }
    return host
  }

  /// Finds the link named by a short URL, or by a slug on the caller's own host.
  func link(named text: String) throws(Problem) -> LinkReport {
    let rest = text.split(separator: "://", maxSplits: 1).last ?? ""
    let host = HostName.compared(String(rest.prefix { $0 != "/" && $0 != ":" }))
    let isURL =
      text.contains("://") || rest.contains("/") && snapshot.siteTable.site(of: host) != nil
    return try link(isURL ? .text(text) : .parts(host: ownHost(), slug: text))
  }

  func link(_ name: LinkName) throws(Problem) -> LinkReport {
    try answered(inquiry.link(named: name))
  }

  // MARK: - Changes

  func create(_ members: [JSONOutput.Member]) throws(Problem) -> (LinkReport, isNew: Bool) {
    let draft = LinkDraft(JSONNode(.object(members)), passwords: directory.passwords)
    let made = try changed(editor.create(draft))
    return (LinkReport(made.stored, clicks: made.isNew ? 0 : nil, in: snapshot), made.isNew)
  }

  /// - Parameter members: returns the patch for the link in its state at the time of writing.
  func edit(
    _ key: LinkKey, _ members: (ShortLink) -> [JSONOutput.Member]
  ) throws(Problem) -> LinkReport {
    let passwords = directory.passwords
    try changed(
      editor.edit(key) { link in
        LinkPatch(JSONNode(.object(members(link))), of: key, passwords: passwords)
      })
    return try link(.parts(host: key.host, slug: key.slug))
  }

  func delete(_ key: LinkKey) throws(Problem) {
    try changed(editor.delete(key))
  }

  // MARK: - Lists and sums

  static let longestList = 1000

  /// Returns a part of a list by its offset, for clients that number pages.
  func links(
    _ filter: LinkFilter, skipping count: Int, limit: Int
  ) throws(Problem) -> [LinkReport] {
    var (cursor, rest) = (LinkListCursor?.none, count)
    while rest > 0 {
      try meter?.check()
      let part = min(rest, Self.longestList)
      let skipped = try answered(inquiry.links(filter, from: cursor, limit: part))
      guard let next = skipped.next else { return [] }
      (cursor, rest) = (next, rest - part)
    }
    var links: [LinkReport] = []
    while links.count < limit {
      try meter?.check()
      let part = min(limit - links.count, Self.longestList)
      let found = try answered(inquiry.links(filter, from: cursor, limit: part, withClicks: true))
      links += found.links
      guard let next = found.next else { break }
      cursor = next
    }
    return links
  }

  /// Returns the clicks of all links within the caller's reach, host by host when it is limited.
  func statistics(by grouping: StatisticsQuery.Grouping) throws(Problem) -> [Statistics] {
    let hosts: [HostPattern?] = reach.patterns ?? [nil]
    var sums: [Statistics] = []
    for host in hosts { sums.append(try statistics(of: nil, host: host, by: grouping)) }
    return sums
  }

  func statistics(
    of link: ShortLink, since: Timestamp? = nil, until: Timestamp? = nil,
    by grouping: StatisticsQuery.Grouping
  ) throws(Problem) -> Statistics {
    try statistics(
      of: link.slug, host: HostPattern(link.host), since: since, until: until, by: grouping)
  }

  private func statistics(
    of slug: String?, host: HostPattern?, since: Timestamp? = nil, until: Timestamp? = nil,
    by grouping: StatisticsQuery.Grouping
  ) throws(Problem) -> Statistics {
    let question = StatisticsQuestion(
      host: host, slug: slug, since: since.map(PointInTime.at), until: until.map(PointInTime.at),
      by: grouping)
    return try answered(inquiry.statistics(question))
      .statistics
  }

  // MARK: - Answers

  func json(
    _ document: JSONOutput, _ status: HTTPStatus = .ok, type: String = "application/json"
  ) throws(Problem) -> HTTPResponse {
    let body = Array((document.compact + "\n").utf8)
    try meter?.check(bytes: body.count)
    return Self.response(status, type, body, operation.service.route, .api)
  }

  static func response(
    _ status: HTTPStatus, _ type: String, _ body: [UInt8], _ route: RouteLabel,
    _ outcome: AnswerOutcome, _ more: [(name: String, value: String)] = []
  ) -> HTTPResponse {
    var fields = HTTPFields.ofAnswer(type)
    // The scheme of this field is that of the API, not of the service.
    for field in more where field.name != "WWW-Authenticate" {
      fields.append(field.name, field.value)
    }
    return HTTPResponse(status, fields: fields, body: body, route: route, outcome: outcome)
  }
}
