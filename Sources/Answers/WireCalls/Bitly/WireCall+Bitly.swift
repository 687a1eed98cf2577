import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import Questions
import Service
import SiteModel
import WebSyntax

/// The calls of Bitly: `/v4`.
extension WireCall {
  /// The only group, which contains everything within the token's reach.
  private static let group = "keiro"

  func bitlyAnswer() throws(Problem) -> HTTPResponse {
    switch operation {
    case .bitlyShorten, .bitlyCreate: return try createBitlink()
    case .bitlyExpand:
      let id = try JSONDocument(body: request.body).root.member("bitlink_id")?.string
      guard let id else { throw .invalid([FieldFault("bitlink_id", "missing")]) }
      return try json(BitlyFields.name(bitlink(id)))
    case .bitlyRead: return try json(BitlyFields.bitlink(bitlink()))
    case .bitlyEdit:
      let body = try JSONDocument(body: request.body).root
      let key = try bitlink().link.key
      return try json(
        BitlyFields.bitlink(edit(key) { link in BitlyFields.edition(body, of: link) }))
    case .bitlyDelete:
      let report = try bitlink()
      try delete(report.link.key)
      let deleted = ["id": .string(BitlyFields.id(report))] as JSONOutput
      return try json(["links_deleted": .array([deleted])])
    case .bitlyClicks, .bitlyClickSum, .bitlyCountries, .bitlyReferrers, .bitlyReferringDomains:
      return try numbers()
    case .bitlyUser: return try json(user())
    case .bitlyGroups: return try json(["groups": .array([group()])])
    case .bitlyGroup:
      guard name == Self.group else { throw .notFound }
      return try json(group())
    default: throw .notFound
    }
  }

  // MARK: - Bitlinks

  private func bitlink() throws(Problem) -> LinkReport { try bitlink(name) }

  /// - Parameter id: a short URL without its scheme; some clients send the scheme, too.
  private func bitlink(_ id: String) throws(Problem) -> LinkReport {
    guard id.contains("/") else { throw .notFound }
    return try link(.text(id))
  }

  /// Creates a bitlink. An existing bitlink of the same URL is returned with 200 rather than 201.
  private func createBitlink() throws(Problem) -> HTTPResponse {
    let body = try JSONDocument(body: request.body).root
    let domain = body.member("domain")?.string ?? ""
    // Clients send Bitly's own domain when they mean no particular one.
    let host = domain.isEmpty || domain == "bit.ly" ? try ownHost() : HostName.compared(domain)
    let (report, isNew) = try create(BitlyFields.creation(body, host: host))
    return try json(BitlyFields.bitlink(report), isNew ? .created : .ok)
  }

  // MARK: - Numbers

  private func numbers() throws(Problem) -> HTTPResponse {
    let period = try BitlyPeriod(form, now: timestamp)
    let size = try form.number("size", in: 1...10_000) ?? 50
    let link = try bitlink().link
    let told: JSONOutput = [
      "unit": .string(period.unit.rawValue), "units": .int(period.units),
      "unit_reference": .string(BitlyFields.written(period.reference)),
    ]
    func statistics(by grouping: StatisticsQuery.Grouping) throws(Problem) -> Statistics {
      try self.statistics(of: link, since: period.since, until: period.reference, by: grouping)
    }
    switch operation {
    case .bitlyClicks:
      let clicks = period.clicks(try statistics(by: period.grouping).rows)
      let list = clicks.map { date, clicks in
        ["clicks": .int(clicks), "date": .string(date)] as JSONOutput
      }
      return try json(["link_clicks": .array(list)] + told)
    case .bitlyClickSum:
      // Those that were imported belong to no day, and so only to the sum of all time.
      let imported = period.since == nil ? link.importedClicks ?? 0 : 0
      let clicks = try statistics(by: .day).clicks.addingClamped(imported)
      return try json(["total_clicks": .int(clicks)] + told)
    default:
      let facet = operation.definition.path.split(separator: "/").last.map(String.init) ?? ""
      let rows = try statistics(by: operation == .bitlyCountries ? .country : .referrer).rows
      let list = rows.filter { $0.clicks > 0 }.prefix(size).map { row in
        ["value": .string(row.name.isEmpty ? "direct" : row.name), "clicks": .int(row.clicks)]
          as JSONOutput
      }
      return try json(["metrics": .array(list), "facet": .string(facet)] + told)
    }
  }

  // MARK: - Users and groups

  private func user() -> JSONOutput {
    let created = BitlyFields.written(token?.createdAt)
    return [
      "login": .string(token?.id ?? ""), "name": .string(token?.name ?? ""), "is_active": true,
      "is_2fa_enabled": false, "is_sso_user": false, "emails": [],
      "default_group_guid": .string(Self.group), "created": .string(created),
      "modified": .string(created),
    ]
  }

  private func group() -> JSONOutput {
    let created = BitlyFields.written(token?.createdAt)
    return [
      "guid": .string(Self.group), "name": .string(Self.group),
      "organization_guid": .string(Self.group), "role": "org-admin",
      "bsds": .strings(snapshot.linkHosts), "is_active": true, "created": .string(created),
      "modified": .string(created), "references": [:],
    ]
  }
}
