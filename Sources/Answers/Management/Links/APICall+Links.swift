import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
package import Questions
import Service
import WebSyntax

extension APICall {
  // MARK: - Reading

  func listLinks() throws(Problem) -> APIAnswer {
    var filter = try linkFilter()
    filter.order = try given(CallParameters.sort) ?? .created
    filter.state = try given(CallParameters.state).map { LinkState.AtTime($0, at: timestamp) }
    filter.health = try given(CallParameters.health)
    let start = try given(CallParameters.linkCursor)
    guard start?.isIn(filter.order) != false else {
      throw .parameter(
        "cursor", "'\(start?.description ?? "")'" + CallParameters.linkCursor.expectation)
    }
    let limit = try limit(CallParameters.limit)
    let answer = try answered(inquiry.links(filter, from: start, limit: limit))
    return try measured(answer.document)
  }

  /// The filter that lists of links and of deleted links have in common.
  func linkFilter() throws(Problem) -> LinkFilter {
    LinkFilter(
      host: try given(CallParameters.host)?.description, tag: try given(CallParameters.tag),
      owner: try given(CallParameters.owner), campaign: try given(CallParameters.campaign),
      search: try given(CallParameters.search))
  }

  func readLink() throws(Problem) -> APIAnswer {
    let key = try key()
    let report = try answered(inquiry.link(key))
    // A link of the configuration has no tag, so only the condition `*` holds for it.
    let tag = report.stored.map {
      LinkTag($0, clicks: report.clicks, reserved: report.reservedClicks)
    }
    if let condition = fields["If-Match"] {
      guard tag?.matches(condition) ?? (condition == "*") else { throw Problem(.linkChanged(key)) }
    }
    let isKnown = fields["If-None-Match"].map { condition in
      tag?.isNamed(by: condition) ?? (condition == "*")
    }
    // Has the fields of the answer with content (RFC 9110, section 15.4.5).
    var answer = isKnown == true ? APIAnswer(response(.notModified)) : json(report.document)
    if let tag { answer.fields.append("ETag", tag.text) }
    return answer
  }

  /// Finds the link named by a short URL, a slug, or a host and a slug, on any host of its site;
  /// with `former`, returns only the key, whether or not there is a link now.
  func findLink() throws(Problem) -> APIAnswer {
    let host = try given(CallParameters.namedHost)
    let name: LinkName
    switch (try given(CallParameters.url), try given(CallParameters.namedSlug)) {
    case (let url?, nil) where host == nil: name = .text(url)
    case (nil, let slug?): name = .parts(host: host, slug: slug)
    default:
      throw .parameter("url", "expected a short URL, or instead 'slug' with or without 'host'")
    }
    if try isOn(CallParameters.former.orBlank) {
      let key = try answered(inquiry.key(ofFormer: name))
      return json(["host": .string(key.host), "slug": .string(key.slug)])
    }
    return json(
      try answered(inquiry.link(named: name)).document)
  }

  /// A value from the store, with errors as problems.
  func stored<Value>(
    _ read: @autoclosure () throws(LinkStoreError) -> Value
  ) throws(Problem) -> Value {
    try answered(Result(catching: read).mapError(InquiryError.failed).get())
  }

  func answer(
    _ stored: StoredLink, _ status: HTTPStatus = .ok
  ) -> APIAnswer {
    let report = LinkReport(written: stored, at: timestamp, in: snapshot, beside: directory.managed)
    var answer = json(report.document, status)
    answer.fields.append("ETag", LinkTag(stored, clicks: nil).text)
    if status == .created {
      // Slugs consist of characters that need no escapes.
      answer.fields.append(
        "Location", "/v1/links/\(stored.link.host)/\(Slug.written(stored.link.slug))")
    }
    return answer
  }

  // MARK: - Changing

  func createLink() throws(Problem) -> APIAnswer {
    let draft = LinkDraft(try document().root, passwords: directory.passwords)
    let key = try idempotencyKey()
    let made = try changed(editor.create(draft, key))
    return answer(made.stored, made.isNew ? .created : .ok)
  }

  func changeLink() throws(Problem) -> APIAnswer {
    let key = try key()
    let patch = LinkPatch(try document().root, of: key, passwords: directory.passwords)
    return answer(try changed(editor.edit(key, patch, if: LinkPrecondition(fields))))
  }

  func deleteLink() throws(Problem) -> APIAnswer {
    let key = try key()
    try changed(editor.delete(key, if: LinkPrecondition(fields)))
    return noContent
  }

  // MARK: - Templates

  func listTemplates() throws(Problem) -> APIAnswer {
    let templates = try changed(editor.templates())
    return json(["templates": .array(templates.map(\.document))])
  }

  func keepTemplate() throws(Problem) -> APIAnswer {
    let description = try document().root
    return json(try changed(editor.keepTemplate(description)).document)
  }

  func removeTemplate() throws(Problem) -> APIAnswer {
    json(try changed(editor.removeTemplate(path.name)).document)
  }

  // MARK: - History

  func listVersions() throws(Problem) -> APIAnswer {
    let (key, before) = (try key(), try given(CallParameters.numberCursor))
    let limit = try limit(CallParameters.limit.orBlank)
    return json(try answered(inquiry.versions(of: key, before: before, limit: limit)).document)
  }

  func listDeletedLinks() throws(Problem) -> APIAnswer {
    let start = try given(CallParameters.deletedCursor)
    let (filter, limit) = (try linkFilter(), try limit(CallParameters.limit.orBlank))
    let answer = try answered(inquiry.deletedLinks(filter, from: start, limit: limit))
    return json(answer.document)
  }

  /// Answers `{"removed": N}`.
  func purgeLinks() throws(Problem) -> APIAnswer {
    let host = try given(CallParameters.host)?.description
    let until = try given(CallParameters.until)?.before(timestamp)
    let slot = try transferSlot()
    defer { withExtendedLifetime(slot) {} }
    // Times are whole seconds: what was deleted in this one goes, too.
    let end = until ?? Timestamp(secondsSinceEpoch: timestamp.secondsSinceEpoch + 1)
    let count = try changed(editor.purge(host: host, before: end))
    return json(["removed": .int(count)])
  }

  /// Restores `{"version": N}`; without a body or that member, the newest version before the
  /// current state.
  func restoreLink() throws(Problem) -> APIAnswer {
    let key = try key()
    var version: Int?
    if !body.isEmpty {
      version = try document().read { object in
        object.present("version")?.int(in: 1...Int(Int32.max))
      }
    }
    let condition = LinkPrecondition(fields)
    return answer(try changed(editor.restore(key, version: version, if: condition)))
  }

  func undoChange() throws(Problem) -> APIAnswer {
    guard let number = path.number else { throw .notFound }
    let isDryRun = try isOn(CallParameters.dryRun)
    // Undoing an import takes long, so it needs a transfer slot.
    let slot = try transferSlot()
    defer { withExtendedLifetime(slot) {} }
    return json(
      try changed(editor.undo(number, isDryRun: isDryRun)).document(in: snapshot))
  }

  func idempotencyKey() throws(Problem) -> IdempotencyKey? {
    guard let text = fields["Idempotency-Key"] else { return nil }
    return try IdempotencyKey(text, of: token?.id, for: body)
  }
}

extension APIRequest {
  /// The request for the link that a visitor would find under a name, or for host and slug alone of
  /// one that may be gone.
  package init(finding name: LinkName, isFormer: Bool = false) {
    let former = isFormer ? CallParameters.former(true) : nil
    switch name {
    case .parts(let host, let slug):
      self.init(
        .findLink,
        query: [CallParameters.namedHost(host), CallParameters.namedSlug(slug), former])
    case .text(let text): self.init(.findLink, query: [CallParameters.url(text), former])
    }
  }
}

/// The entity tag of a link: its life and revision and, where the answer includes them, the numbers
/// of its clicks, so that clients watching them get new ones (RFC 9110, section 8.8.1).
struct LinkTag {
  private let revision: LinkRevision
  private let clicks: String

  /// - Parameters:
  ///   - clicks: nil for an answer without them.
  ///   - reserved: nil for an answer without them.
  init(_ stored: StoredLink, clicks: Int?, reserved: Int? = nil) {
    revision = LinkRevision(stored)
    self.clicks = [clicks, reserved].compactMap { $0.map { ".\($0)" } }.joined()
  }

  var text: String { "\"\(revision)\(clicks)\"" }

  /// Whether `If-None-Match` names this link: proxies that compress make tags weak, which is
  /// irrelevant for this comparison (RFC 9110, section 13.1.2).
  func isNamed(by condition: String) -> Bool {
    Self.tags(condition.replacing("W/\"", with: "\"")).contains { $0 == "*" || $0 == text }
  }

  /// Whether `If-Match` names this very answer (RFC 9110, section 13.1.1).
  func matches(_ condition: String) -> Bool {
    Self.tags(condition).contains { $0 == "*" || $0 == text }
  }

  fileprivate static func tags(_ condition: String) -> [String] {
    condition.split(separator: ",").map { $0.trimmed }
  }
}

extension LinkPrecondition {
  /// Reads the conditions of a request for a change (RFC 9110, section 13.2.2).
  init(_ fields: HTTPFields) {
    self.init()
    if let condition = fields["If-Match"] { expected = Self.states(condition) }
    if let condition = fields["If-None-Match"] {
      excluded = Self.states(condition.replacing("W/\"", with: "\""))
    }
  }

  /// The revisions that tags name. Clicks since a link was read do not count: a change of the link
  /// cannot undo them.
  private static func states(_ condition: String) -> States {
    let tags = LinkTag.tags(condition)
    guard !tags.contains("*") else { return .every }
    return .some(
      tags.compactMap { tag in
        guard tag.count > 2, tag.hasPrefix("\""), tag.hasSuffix("\"") else { return nil }
        return LinkRevision(tag.dropFirst().dropLast().prefix { $0 != "." })
      })
  }
}
