import Cryptography
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Questions
import Service
import SiteModel
import WebSyntax

extension APICall {
  // MARK: - Reading

  func listLinks() throws(Problem) -> HTTPResponse {
    let values = parameters
    let host = try host(values["host"].flatMap { $0.isEmpty ? nil : $0 })?.description
    if let host { try require(host) }
    let filter = LinkFilter(
      host: host, reach: reach, tag: values["tag"], search: values["search"],
      order: try Self.order(values["sort"]), state: try state(values["state"]))
    var place: LinkListPlace?
    if let text = values["cursor"], !text.isEmpty {
      guard let read = LinkListPlace(text), read.isIn(filter.order) else {
        throw .notCursor(text)
      }
      place = read
    }
    let question = LinkListQuestion(filter, from: place, limit: try Self.limit(values["limit"]))
    let answer = try stored { store throws(LinkStoreError) in
      try question.answer(snapshot, store: store)
    }
    return try measured(answer.document)
  }

  private func state(_ text: String?) throws(Problem) -> LinkState.AtTime? {
    guard let text, !text.isEmpty else { return nil }
    guard let state = LinkState(rawValue: text) else {
      let words = LinkState.allCases.map(\.rawValue).joined(separator: ", ")
      throw .parameter("state", "'\(text.prefix(100))': expected one of \(words)")
    }
    return LinkState.AtTime(state, at: timestamp)
  }

  func readLink(_ key: LinkKey) throws(Problem) -> HTTPResponse {
    let report = try stored { store throws(LinkStoreError) in
      try LinkQuestion(key).answer(snapshot, store: store)
    }
    guard let report else { throw .linkNotFound(key) }
    // A link of the configuration has no tag: of conditions `*` alone holds for it.
    let tag = report.stored.map {
      LinkTag($0, clicks: report.clicks, reserved: report.reservedClicks)
    }
    if let condition = request.fields["If-Match"] {
      guard tag?.matches(condition) ?? (condition == "*") else { throw .overtaken(key) }
    }
    let isKnown = request.fields["If-None-Match"].map { condition in
      tag?.isNamed(by: condition) ?? (condition == "*")
    }
    var answer = isKnown == true ? notModified : json(report.document)
    if let tag { answer.fields.append("ETag", tag.text) }
    return answer
  }

  /// Its fields are those of the answer with content (RFC 9110, section 15.4.5).
  private var notModified: HTTPResponse {
    HTTPResponse(
      .notModified, fields: HTTPFields(Self.privateFields), route: operation.route, outcome: .api)
  }

  private func existing(_ key: LinkKey) throws(Problem) -> StoredLink {
    let found = try stored { store throws(LinkStoreError) in try store.currentLink(at: key) }
    guard let found else { throw .linkNotFound(key) }
    return found
  }

  /// The store's answer, with its errors as problems.
  func stored<Value>(
    _ read: (any LinkStore) throws(LinkStoreError) -> Value
  ) throws(Problem) -> Value {
    do throws(LinkStoreError) {
      return try read(store)
    } catch {
      // A question that took too long was ended within the store.
      try meter?.check()
      throw Problem(error)
    }
  }

  private func answer(
    _ stored: StoredLink, _ status: HTTPStatus = .ok
  ) -> HTTPResponse {
    let report = LinkReport(written: stored, at: timestamp, in: snapshot)
    var answer = json(report.document, status)
    answer.fields.append("ETag", LinkTag(stored, clicks: nil).text)
    if status == .created {
      // A slug consists of characters that need no escapes.
      answer.fields.append("Location", "/v1/links/\(stored.link.host)/\(stored.link.slug)")
    }
    return answer
  }

  /// Whether the conditions of a change hold (RFC 9110, section 13.2.2).
  private func checkPreconditions(_ key: LinkKey, _ stored: StoredLink) throws(Problem) {
    let tag = LinkTag(stored, clicks: nil)
    if let condition = request.fields["If-Match"], !tag.isBasis(of: condition) {
      throw .overtaken(key)
    }
    if let condition = request.fields["If-None-Match"],
      tag.isBasis(of: condition.replacing("W/\"", with: "\""))
    {
      throw .named(key)
    }
  }

  // MARK: - Creating

  func createLink(_ completion: @escaping HTTPCompletion) throws(Problem) {
    let draft = try LinkDraft(document(), directory: directory, snapshot: snapshot)
    try require(draft.link.host)
    let key = try idempotencyKey()
    create(draft, key) { [self] result in
      switch result {
      case .success(.created(let stored)), .success(.remembered(.some(let stored))):
        completion(answer(stored, .created))
      case .success(.found(let stored)): completion(answer(stored))
      case .success(let other):
        completion(Self.problem(other, draft.link.key).response(from: .api))
      case .failure(let problem): completion(problem.response(from: .api))
      }
    }
  }

  /// Creates a link, with another generated slug whenever one is taken.
  func create(
    _ draft: LinkDraft, _ key: IdempotencyKey?, attempt: Int = 0,
    _ completion: @escaping @Sendable (Result<Creation, Problem>) -> Void
  ) {
    var link = draft.link
    if attempt == 0 {
      do throws(Problem) {
        try refuse(circles(of: link))
      } catch {
        return completion(.failure(error))
      }
    }
    if let random = draft.randomSlug {
      guard let slug = random.make() else {
        let problem = Problem(
          .serviceUnavailable, "no-randomness", "the system has no randomness to give")
        return completion(.failure(problem))
      }
      link.slug = slug
      if snapshot.configuredLink(link.key) != nil, attempt < Self.attempts {
        return create(draft, key, attempt: attempt + 1, completion)
      }
    }
    let isRandom = draft.randomSlug != nil
    // A given slug is a request for that link, not for one with the same destination.
    let terms = CreationTerms(
      findsExisting: draft.findsExisting && isRandom, idempotencyKey: key)
    let wanted = link
    directory.create(link, terms, by: actor, now: timestamp, on: answers) { [self] result in
      switch result {
      case .success(.taken) where isRandom && attempt < Self.attempts:
        create(draft, key, attempt: attempt + 1, completion)
      case .success(.taken) where draft.findsExisting:
        completion(likeLink(wanted).map { $0.map(Creation.found) ?? .taken })
      case .success(let answer): completion(.success(answer))
      case .failure(let error): completion(.failure(Problem(error)))
      }
    }
  }

  /// The link at the same place, if it differs only in its times.
  func likeLink(_ link: ShortLink) -> Result<StoredLink?, Problem> {
    do throws(Problem) {
      let found = try stored { store throws(LinkStoreError) in
        try store.currentLink(at: link.key)
      }
      return .success(found.flatMap { $0.link.isLike(link) ? $0 : nil })
    } catch {
      return .failure(error)
    }
  }

  /// After this many taken slugs, the alphabet or the length is too small.
  private static let attempts = 20

  /// The reason why a link was not created.
  static func problem(_ creation: Creation, _ key: LinkKey) -> Problem {
    switch creation {
    case .created, .found, .taken: .slugTaken(key)
    case .keyReused:
      Problem(
        .unprocessableContent, "idempotency-key-reused",
        "the Idempotency-Key was sent with another request before")
    case .remembered:
      Problem(
        .conflict, "idempotency-key-spent",
        "the link that was made with this Idempotency-Key has been deleted")
    }
  }

  func idempotencyKey() throws(Problem) -> IdempotencyKey? {
    guard let text = request.fields["Idempotency-Key"] else { return nil }
    guard (1...255).contains(text.utf8.count) else {
      throw Problem(
        .badRequest, "invalid-idempotency-key", "Idempotency-Key: expected 1 to 255 characters")
    }
    guard let digest = SHA256.digest(request.body) else {
      throw Problem(.serviceUnavailable, "no-digest", "libcrypto computes no digest")
    }
    return IdempotencyKey(text: "\(token?.id ?? "")/\(text)", digest: digest)
  }

  // MARK: - Changing and deleting

  func changeLink(_ key: LinkKey, _ completion: @escaping HTTPCompletion) throws(Problem) {
    if snapshot.configuredLink(key) != nil { throw .ofConfiguration(key) }
    let document = try document()
    let stored = try existing(key)
    try checkPreconditions(key, stored)
    let link = try patched(stored.link, document)
    guard link != stored.link else { return completion(answer(stored)) }
    directory.update(link, revision: stored.revision, by: actor, now: timestamp) { [self] result in
      switch result {
      case .success(.updated(let stored)): completion(answer(stored))
      case .success(.overtaken) where request.fields["If-Match"] == nil:
        // Another caller was faster: the patch is applied to the new revision.
        do throws(Problem) {
          try changeLink(key, completion)
        } catch {
          completion(error.response(from: .api))
        }
      case .success(.overtaken): completion(Problem.overtaken(key).response(from: .api))
      case .success(.missing): completion(Problem.linkNotFound(key).response(from: .api))
      case .failure(let error): completion(Problem(error).response(from: .api))
      }
    }
  }

  /// The link with a merge patch (RFC 7396) applied.
  private func patched(
    _ link: ShortLink, _ document: JSONDocument
  ) throws(Problem) -> ShortLink {
    // A link may be sent back as it was read: a password that is only marked as present stays.
    let passwords = directory.passwords
    let reader = LinkReader { field in
      field.node.bool == true && link.password != nil ? link.password : passwords.read(field)
    }
    let patched = try document.read { object -> ShortLink in
      for name in ["shortURL", "source", "clicks", "reservedClicks", "warnings"] {
        _ = object.optional(name)
      }
      for (name, value) in [("host", link.host), ("slug", link.slug)] {
        guard let field = object.optional(name), field.node.string != value else { continue }
        field.report("'\(name)' cannot be changed: make another link")
      }
      var patched = link
      reader.read(object, into: &patched)
      return patched
    }
    // A setting that the site no longer allows must not prevent other changes, such as a new end
    // date.
    let rules = snapshot.siteTable.site(of: link.host)
    let before = (rules?.faults(of: link) ?? []) + (try circles(of: link))
    let faults = (rules?.faults(of: patched) ?? []) + (try circles(of: patched))
    try refuse(faults.filter { !before.contains($0) })
    return patched
  }

  /// The addresses of a link from which its visitors would never get away.
  func circles(of link: ShortLink) throws(Problem) -> [SiteRules.Fault] {
    try stored { store throws(LinkStoreError) in
      try snapshot.circles(of: link) { key throws(LinkStoreError) in
        try store.currentLink(at: key)?.link
      } ?? []
    }
  }

  func refuse(_ faults: [SiteRules.Fault]) throws(Problem) {
    guard faults.isEmpty else {
      throw .invalid(faults.map { Problem.Fault(field: $0.path, detail: $0.message) })
    }
  }

  func deleteLink(_ key: LinkKey, _ completion: @escaping HTTPCompletion) throws(Problem) {
    if snapshot.configuredLink(key) != nil { throw .ofConfiguration(key) }
    let stored = try existing(key)
    try checkPreconditions(key, stored)
    let revision = request.fields["If-Match"].map { _ in stored.revision }
    directory.delete(key, revision: revision, by: actor, now: timestamp) { [self] result in
      switch result {
      case .success(.deleted):
        completion(
          HTTPResponse(.noContent, route: operation.route, outcome: .api))
      case .success(.overtaken): completion(Problem.overtaken(key).response(from: .api))
      case .success(.missing): completion(Problem.linkNotFound(key).response(from: .api))
      case .failure(let error): completion(Problem(error).response(from: .api))
      }
    }
  }
}
