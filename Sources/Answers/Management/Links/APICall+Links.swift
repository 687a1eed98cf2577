import Changes
import HTTPCore
import JSONSyntax
package import LinkStorage
import Links
package import Questions
import Service
import SiteModel
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
    var answer = isKnown == true ? notModified : json(report.document)
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
      return json(.object([.init("host", .string(key.host)), .init("slug", .string(key.slug))]))
    }
    return json(
      try answered(inquiry.link(named: name)).document)
  }

  /// Has the fields of the answer with content (RFC 9110, section 15.4.5).
  private var notModified: APIAnswer {
    APIAnswer(
      HTTPResponse(
        .notModified, fields: HTTPFields(Self.privateFields), route: operation.route,
        outcome: .api))
  }

  /// A value from the store, with errors as problems.
  func stored<Value>(
    _ read: @autoclosure () throws(LinkStoreError) -> Value
  ) throws(Problem) -> Value {
    do throws(LinkStoreError) {
      return try read()
    } catch {
      // A query that took too long was interrupted within the store.
      try meter?.check()
      throw Problem(error)
    }
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
    let condition = LinkPrecondition(fields)
    return answer(
      try changed(editor.edit(key, patch, if: condition)))
  }

  func deleteLink() throws(Problem) -> APIAnswer {
    let key = try key()
    let condition = LinkPrecondition(fields)
    try changed(editor.delete(key, if: condition))
    return noContent
  }

  // MARK: - Templates

  func listTemplates() throws(Problem) -> APIAnswer {
    let templates = try changed(editor.templates())
    return json(.object([.init("templates", .array(templates.map(\.document)))]))
  }

  func keepTemplate() throws(Problem) -> APIAnswer {
    let description = try document().root
    return json(try changed(editor.keepTemplate(description)).document)
  }

  func removeTemplate() throws(Problem) -> APIAnswer {
    json(try changed(editor.removeTemplate(path.name ?? "")).document)
  }

  func idempotencyKey() throws(Problem) -> IdempotencyKey? {
    guard let text = fields["Idempotency-Key"] else { return nil }
    return try IdempotencyKey(text, of: token?.id, for: body)
  }
}

extension APIRequest {
  /// The request for the link that a visitor would find under a name.
  ///
  /// - Parameter isFormer: whether to ask for host and slug alone, of a link that may have been deleted.
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

  /// The request for a page of the list of links, or of deleted links.
  ///
  /// - Parameter cursor: `next` of the previous page; nil for the first.
  package init(
    listing filter: LinkFilter, ofDeleted isOfDeleted: Bool = false, from cursor: String?,
    limit: Int
  ) {
    let filters = [
      CallParameters.host(text: filter.host), CallParameters.tag(filter.tag),
      CallParameters.owner(filter.owner), CallParameters.campaign(filter.campaign),
      CallParameters.search(filter.search), CallParameters.linkCursor(text: cursor),
      CallParameters.limit(limit),
    ]
    let ofPresent = [
      CallParameters.state(filter.state?.state), CallParameters.health(filter.health),
      CallParameters.sort(filter.order),
    ]
    self.init(
      isOfDeleted ? .listDeletedLinks : .listLinks,
      query: filters + (isOfDeleted ? [] : ofPresent))
  }
}
