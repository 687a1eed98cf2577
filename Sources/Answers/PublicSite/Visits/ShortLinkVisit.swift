import Dispatch
import Explaining
import HTTPCore
import Links
import LinkStorage
import Service
import SiteModel
import WebSyntax

struct ShortLinkVisit {
  let visit: PublicVisit
  let link: ServedLink
  let agent: UserAgent
  /// What the address asks for.
  let view: ShortLinkView
  /// The parts of a long link that have no effect, as sentences without capital and full stop.
  let ignored: [String]
  /// The traits of the visitor, read only for links with rules.
  let traits: VisitorTraits

  private var request: HTTPRequest { visit.request }
  private var directory: LinkDirectory { visit.directory }

  func answer() -> HTTPAnswer {
    guard request.method == .post else { return decided(isPasswordVerified: false) }
    return visit.knowingClicks(of: link.link, failure: visit.storeFailure()) { [self] clicks in
      posted(clicks: clicks)
    }
  }

  private func posted(clicks: Int) -> HTTPAnswer {
    guard link.offersCode else { return passwordAnswer(clicks: clicks) }
    guard ClaimVisit.isAsked(by: request.body) else {
      return .ready(visit.otherMethod(takesForm: true))
    }
    // A code for a link that leads nowhere would be useless. An explanation would read the store here.
    var input = input(isPasswordVerified: false, clicks: clicks)
    input.wantsExplanation = false
    let page = answer(decision(input), input)
    guard page.answerNote.outcome != .refused else { return .ready(page) }
    return ClaimVisit(visit: visit, link: link).answer()
  }

  // MARK: - Deciding

  private func input(isPasswordVerified: Bool, clicks: Int = 0) -> Visit {
    Visit(
      // The query of a picture, which is often a number against caches, asks for nothing.
      query: view == .pixel ? nil : visit.queryText, path: link.path, agent: agent,
      host: String(decoding: visit.host, as: UTF8.self),
      wantsExplanation: view == .explanation, isPasswordVerified: isPasswordVerified,
      clicksSoFar: clicks, traits: traits)
  }

  private func decided(isPasswordVerified: Bool) -> HTTPAnswer {
    let input = input(isPasswordVerified: isPasswordVerified)
    let seen = decision(input)
    guard let limit = link.link.maxClicks else {
      if case .explanation = seen.outcome { return explained(input) }
      return .ready(answer(seen, input))
    }
    // The browser asks again when somebody follows the link.
    if seen.isArrival, request.isPrefetch {
      if view == .pixel { return .ready(Self.pixel) }
      return .ready(visit.notices.busy.response(to: request).routed(.shortLink))
    }
    if takesClick(seen) {
      // Whether a click is left is for the store to say.
      return limited(limit, seen, input)
    }
    return visit.knowingClicks(of: link.link, failure: visit.storeFailure()) { [self] clicks in
      var input = input
      input.clicksSoFar = clicks
      let seen = decision(input)
      if case .explanation = seen.outcome { return explained(input) }
      return .ready(answer(seen, input))
    }
  }

  /// Only a person's arrival uses up a click, not a view of the form or the explanation.
  private func takesClick(_ decision: Decision) -> Bool {
    request.method != .head && !agent.isBot && decision.isArrival
  }

  /// Follows a link with a click limit once a click is reserved.
  private func limited(_ limit: Int, _ seen: Decision, _ input: Visit) -> HTTPAnswer {
    let clicks = directory.limitedClicks
    if clicks.takeReserved(link.link, limit: limit) { return .ready(answer(seen, input)) }
    if let known = clicks.known(of: link.link, at: visit.now), known >= limit {
      return .ready(over(limit, input))
    }
    return .later { [self] completion in
      clicks.take(link.link, limit: limit, at: visit.now) { result in
        switch result {
        case .success(true): completion(answer(seen, input))
        case .success(false): completion(over(limit, input))
        case .failure: completion(visit.storeFailure())
        }
      }
    }
  }

  /// The answer once the limit is reached.
  private func over(_ limit: Int, _ input: Visit) -> HTTPResponse {
    var over = input
    over.clicksSoFar = limit
    return answer(decision(over), over)
  }

  private func explained(_ input: Visit) -> HTTPAnswer {
    if let wait = directory.guards.explanations.take(visit.client, at: visit.now) {
      return .ready(visit.tooMany(wait: wait).routed(.shortLink))
    }
    return visit.beside(directory.queues.explanations) { [self] in answer(decision(input), input) }
  }

  private func decision(_ input: Visit) -> Decision {
    decide(link.link, visit: input, now: visit.timestamp, site: link.site)
  }

  private func answer(_ decision: Decision, _ input: Visit) -> HTTPResponse {
    var answer = view == .pixel ? Self.pixel : content(decision, input)
    answer.answerNote.route = .shortLink
    if !link.site.isIndexed { answer.fields.appendNoIndex() }
    if decision.isCounted {
      answer.subject = decision.rule.map { FollowedRule(link, rule: $0) } ?? link
    }
    return answer.finished(for: request)
  }

  /// A long link has no name, and what its own address says is its writer's word, not the site's.
  private var shortURL: String? { link.hasName ? visit.shortURL(link) : nil }

  private func content(_ decision: Decision, _ input: Visit) -> HTTPResponse {
    let pages = visit.pages
    return switch decision.outcome {
    case .redirect(let location, let status): redirect(to: location, status)
    case .notFound: visit.notices.notFound.response(to: request)
    case .gone: visit.notices.gone.response(to: request)
    case .passwordForm: pages.passwordForm(.asked, action: ownAddress)
    case .explanation: explanation(input)
    case .preview(let destination):
      pages.preview(
        visit.snapshot.shown(link.link, leadingTo: destination), destination: destination,
        shortURL: shortURL)
    case .landing(let page):
      pages.landing(
        page, link: visit.snapshot.shown(link.link, leadingTo: page.destination),
        shortURL: shortURL, action: ownAddress, visitor: .seeingBanner(agent))
    }
  }

  /// A transparent picture of one pixel, which mails and pages embed to count a visit. It is the same
  /// whatever becomes of the visit, so that no mail shows a broken picture.
  private static let pixel = HTTPResponse(
    .ok,
    fields: HTTPFields([
      "Content-Type": "image/gif", "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "cross-origin",
    ]), body: gif, route: .shortLink, outcome: .pixel)

  /// GIF89a: the screen with two colors, the first of which is transparent, and a picture of it.
  private static let gif: [UInt8] = [
    0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0,
    0x21, 0xF9, 4, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
  ]

  private func redirect(
    to location: String, _ status: ShortLink.RedirectStatus
  ) -> HTTPResponse {
    // Regardless of the link's redirect, a form must not be posted on to its destination.
    link.redirect(
      to: location, request.method == .post ? .seeOther : status, query: visit.queryText,
      now: visit.timestamp
    ).noted(.shortLink, .redirect)
  }

  private func explanation(_ input: Visit) -> HTTPResponse {
    let seesAll: Bool
    do throws(Problem) {
      seesAll = try visit.linkReach()?.covers(link.link.host) ?? false
    } catch {
      return error.response(from: .shortLink)
    }
    var plain = input
    plain.wantsExplanation = false
    var page = DebugPage(
      shortURL: shortURL, agent: agent, decision: decision(plain),
      branches: Decision.branches(
        of: link.link, visit: plain, now: visit.timestamp, site: link.site))
    page.ignored = ignored
    if let explanation = tap(clicks: input.clicksSoFar) {
      page.steps = steps(explanation, namesPaths: seesAll)
    }
    if seesAll {
      let clicks = (try? directory.clicks.clicks(of: link.link.key)) ?? 0
      page.record = DebugPage.Record(link: link.link, clicks: clicks)
    }
    return visit.pages.explanation(page)
  }

  /// The steps from a tap on the link to a screen; nil for systems without apps.
  private func tap(clicks: Int) -> LinkExplanation? {
    let hasApps = agent.platform.isApple || agent.platform == .android
    guard hasApps, !link.link.slug.isEmpty else { return nil }
    let query = visit.queryText.map { "?" + $0 } ?? ""
    return LinkExplainer(
      visit.snapshot, now: visit.timestamp, shelf: visit.associations
    ).explain(
      ExplainedAddress.withoutQuestion(visit.tappedURL(link) + query),
      context: TapContext(visitor: agent, traits: traits),
      links: visit.notebook(knowing: FoundLink(link.link, clicks: clicks)))
  }

  /// - Parameter namesPaths: whether to name paths in the configuration.
  private func steps(_ explanation: LinkExplanation, namesPaths: Bool) -> [DebugPage.Step] {
    let language = visit.pages.frame.words.language
    return explanation.text(in: language, namesPaths: namesPaths).map { step in
      DebugPage.Step(
        title: step.text, source: step.basis.isEmpty ? nil : step.basis.joined(separator: ", "))
    }
  }

  /// The address of the request, to which forms are sent back.
  private var ownAddress: String {
    PercentCoding.encodeUnsafe(request.fields.bytes[request.target])
  }

  // MARK: - Passwords

  /// The limit of a form's body.
  static let formBytes = 4096

  private func passwordAnswer(clicks: Int) -> HTTPAnswer {
    let pages = visit.pages
    guard let hash = link.link.password, let password = Self.password(in: request.body) else {
      return decided(isPasswordVerified: false)
    }
    // Without its password, a link answers 200 only with the form; an expired one does not ask for
    // it.
    let unopened = input(isPasswordVerified: false, clicks: clicks)
    let form = answer(decision(unopened), unopened)
    guard form.status == .ok else { return .ready(form) }
    let guess = PasswordGuard.Guess(
      from: visit.client, at: "\(link.link.host)/\(link.link.slug)", now: visit.now)
    switch directory.guards.passwords.admit(guess) {
    case .visitor(let wait):
      return .ready(pages.passwordForm(.tooManyTries(retryAfter: wait), action: ownAddress))
    case .link(let wait):
      return .ready(pages.passwordForm(.busy(retryAfter: wait), action: ownAddress))
    case nil: break
    }
    // A guess whose visitor has disconnected gives up its position in the queue.
    let cancellation = HTTPCancellation(isPatient: true)
    return .deferred(
      HTTPDeferredWork(cancellation: cancellation) { [self] completion in
        let refuse: @Sendable () -> Void = {
          directory.guards.passwords.forgive(guess)
          completion(pages.passwordForm(.busy(retryAfter: 1), action: ownAddress))
        }
        let admission = directory.queues.passwords.submit(
          owner: guess.origin, cancellation: cancellation, dropped: refuse
        ) { compare(password, hash, guess, completion) }
        if admission != .admitted { refuse() }
      })
  }

  private func compare(
    _ password: String, _ hash: PasswordHash, _ guess: PasswordGuard.Guess,
    _ completion: @escaping HTTPCompletion
  ) {
    guard directory.passwords.verify(password, hash) else {
      return completion(visit.pages.passwordForm(.wrong, action: ownAddress))
    }
    directory.guards.passwords.forgive(guess)
    // The decision about a link that was found reads nothing on a loop.
    decided(isPasswordVerified: true).finish(orElse: visit.storeFailure(), completion)
  }

  /// The `password` of a form (`application/x-www-form-urlencoded`).
  private static func password(in body: [UInt8]) -> String? {
    guard body.count <= formBytes else { return nil }
    for item in HTTPQuery(body[...]) where item.name.elementsEqual("password".utf8) {
      let plain = (item.value ?? []).map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
      return PercentCoding.decodeLossy(plain[...])
    }
    return nil
  }
}
