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

  func create(_ fields: JSONOutput) throws(Problem) -> (LinkReport, isNew: Bool) {
    let draft = LinkDraft(JSONNode(fields), passwords: directory.passwords)
    let made = try changed(editor.create(draft))
    return (LinkReport(made.stored, clicks: made.isNew ? 0 : nil, in: snapshot), made.isNew)
  }

  /// - Parameter fields: returns the patch for the link in its state at the time of writing.
  func edit(_ key: LinkKey, _ fields: (ShortLink) -> JSONOutput) throws(Problem) -> LinkReport {
    let passwords = directory.passwords
    try changed(
      editor.edit(key) { link in
        LinkPatch(JSONNode(fields(link)), of: key, passwords: passwords)
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
    return try hosts.map { host throws(Problem) in
      try statistics(of: nil, host: host, by: grouping)
    }
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
    return Self.response(status, type, body, operation.definition.service.route, .api)
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

/// The names and values of a query or a form, in order.
struct WireForm {
  private(set) var items: [(name: String, value: String)] = []

  /// The maximum number of items, more than any client sends.
  private static let itemLimit = 200

  mutating func add(_ bytes: ArraySlice<UInt8>) throws(Problem) {
    for item in HTTPQuery(bytes) {
      let (name, value) = item.texts
      try add(name, value)
    }
  }

  mutating func add(_ name: String, _ value: String) throws(Problem) {
    guard items.count < Self.itemLimit else {
      throw Problem(
        .badRequest, "invalid-parameter", "expected at most \(Self.itemLimit) parameters")
    }
    guard !name.hasEndlessMarks, !value.hasEndlessMarks else {
      throw Problem(
        .badRequest, "invalid-parameter", JSONSyntaxError.Reason.endlessMarks.rawValue)
    }
    items.append((name, value))
  }

  /// The last value of a name, as in PHP; nil when it is absent or empty.
  subscript(_ name: String) -> String? {
    items.last { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
  }

  /// Returns the values of a list, whose items are named `tags[]` or `tags[0]`.
  func list(_ name: String) -> [String] {
    items.filter { $0.name == name || $0.name.hasPrefix(name + "[") }.map(\.value)
  }

  func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .parameter(
        name,
        "'\(text.prefix(100))': expected a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The time with its offset written as `+00:00` instead of `+0000`.
  static func colon(inOffsetOf text: String) -> String {
    let offset = text.suffix(5)
    guard let sign = offset.first, "+-".contains(sign), offset.count == 5,
      offset.dropFirst().allSatisfy(\.isNumber)
    else { return text }
    return "\(text.dropLast(2)):\(text.suffix(2))"
  }

  func time(_ name: String) throws(Problem) -> Timestamp? {
    guard let text = self[name] else { return nil }
    // A plus sign in a query may have become a space.
    let spelt = Self.colon(inOffsetOf: text.replacing(" ", with: "+"))
    guard let time = Timestamp(dateOrTime: spelt) else {
      throw .parameter(
        name, "'\(text.prefix(100))': expected a time such as 2026-11-21T01:31:09+00:00")
    }
    return time
  }
}

/// The mapping between the members of a service's bodies and the fields of a link.
struct WireFields: Sendable {
  struct Field: Sendable {
    let theirs: String
    let ours: String
    /// Converts a value into that of the field.
    var value: @Sendable (JSONNode) -> JSONOutput = { JSONOutput($0) }
  }

  let fields: [Field]

  /// Returns the fields in a body in the API's JSON format; other members are ignored, as the
  /// services do.
  func read(_ body: JSONNode, without others: Set<String> = ["host"]) -> JSONOutput {
    .object(
      fields.filter { !others.contains($0.ours) }.compactMap { field in
        body.member(field.theirs).map { .init(field.ours, field.value($0)) }
      })
  }

  /// Returns the service's name of a field, or of a part of one such as `tags[0]`.
  func name(of field: String) -> String {
    let ours = String(field.prefix { $0 != "[" && $0 != "." })
    return fields.first { $0.ours == ours }?.theirs ?? ours
  }

  /// Returns a one-line description of a problem that uses the service's names.
  func sentence(of problem: Problem) -> String {
    guard !problem.faults.isEmpty else { return problem.detail }
    return problem.faults.map { fault in
      fault.field.isEmpty ? fault.detail : "\(name(of: fault.field)): \(fault.detail)"
    }.joined(separator: "; ")
  }

  func names(in problem: Problem) -> [String] {
    problem.faults.reduce(into: []) { names, fault in
      let name = name(of: fault.field)
      if !names.contains(name) { names.append(name) }
    }
  }
}
