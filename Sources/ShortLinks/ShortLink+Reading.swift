package import JSONSyntax

extension ShortLink {
  /// Reads the fields of a link strictly: every wrong one is reported.
  ///
  /// - Parameters:
  ///   - host: where the link lives.
  ///   - slug: already checked.
  package static func read(_ field: JSONField, host: String, slug: String) -> ShortLink? {
    field.object { reader in
      var link = ShortLink(host: host, slug: slug, url: url(reader.required("url")) ?? "")
      link.name = reader.optional("name")?.string()
      link.tags = reader.optional("tags")?.strings() ?? []
      link.campaign = campaign(reader.optional("campaign"))
      link.status = status(reader.optional("status"))
      link.query = query(reader.optional("query"))
      link.notBefore = time(reader.optional("notBefore"))
      link.expires = time(reader.optional("expires"))
      link.expiredURL = url(reader.optional("expiredURL"))
      link.archived = reader.optional("archived")?.bool() ?? false
      for name in fieldsOfTheStore {
        reader.optional(name)?.report(
          "links of the configuration do not have '\(name)' in this version")
      }
      return link
    }
  }

  /// Known, so that nobody is told that they are misspelt, and not acted upon yet.
  private static let fieldsOfTheStore = [
    "apple", "android", "desktop", "social", "skipPage", "maxClicks", "password", "createdAt",
    "updatedAt",
  ]

  private static func url(_ field: JSONField?) -> String? {
    guard let field, let text = field.string() else { return nil }
    if let fault = Destination.fault(of: text, within: nil) {
      field.report("'\(text.prefix(200))' is no destination: \(fault)")
      return nil
    }
    return text
  }

  private static func campaign(_ field: JSONField?) -> Campaign {
    field?.object { reader in
      var campaign = Campaign()
      for name in Campaign.names {
        if let value = reader.optional(name)?.string() { campaign.items.append((name, value)) }
      }
      return campaign
    } ?? Campaign()
  }

  private static func status(_ field: JSONField?) -> RedirectStatus {
    guard let field, let number = field.int(in: 300...399) else { return .found }
    guard let status = RedirectStatus(rawValue: number) else {
      let known = RedirectStatus.allCases.map { String($0.rawValue) }.joined(separator: ", ")
      field.report("\(number) is no redirect that keiro sends: expected one of \(known)")
      return .found
    }
    return status
  }

  private static func query(_ field: JSONField?) -> QueryMode {
    guard let field, let text = field.string() else { return .merge }
    guard let mode = QueryMode(rawValue: text) else {
      let known = QueryMode.allCases.map(\.rawValue).joined(separator: ", ")
      field.report("'\(text)' is no query mode: expected one of \(known)")
      return .merge
    }
    return mode
  }

  private static func time(_ field: JSONField?) -> Timestamp? {
    guard let field, let text = field.string() else { return nil }
    guard let time = Timestamp(text) else {
      field.report("'\(text)' is no time: expected one such as 2026-11-21T00:00:00Z")
      return nil
    }
    return time
  }
}
