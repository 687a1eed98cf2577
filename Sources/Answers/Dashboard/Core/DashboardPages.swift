package import HTTPCore
package import JSONSyntax
import LinkStorage
package import Management
package import Service
import WebSyntax

/// The pages for people, served on the management listener.
package final class DashboardPages: ManagementPages {
  let service: ManagementService
  let directory: LinkDirectory
  let settings: DashboardSettings
  let sources: DashboardSources
  let files: AssetFiles
  let proxies: TrustedProxies
  /// The state that outlives a configuration.
  let memory: DashboardMemory

  /// Nil when libcrypto cannot compute a digest.
  package init?(
    service: ManagementService, directory: LinkDirectory, proxies: TrustedProxies,
    settings: DashboardSettings, sources: DashboardSources, memory: DashboardMemory
  ) {
    guard let files = AssetFiles() else { return nil }
    self.service = service
    self.directory = directory
    self.proxies = proxies
    self.settings = settings
    self.sources = sources
    self.memory = memory
    self.files = files
  }

  // A session is a cookie.
  package let answersOtherOrigins = false

  package func covers(_ request: HTTPRequest) -> Bool {
    let path = request.bytes(request.path)
    if path.elementsEqual("/".utf8) { return request.method == .get || request.method == .head }
    let root = PageRequest.root.utf8
    guard path.starts(with: root) else { return false }
    let rest = path.dropFirst(root.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }

  // MARK: - Requests

  /// The body limits of forms: the links of one action with their names as they usually are; a sign-in
  /// form has the answer of a passkey.
  private static let formBytes = (signedIn: 512 * 1024, others: 32 * 1024)

  package func intake(
    for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPIntake {
    do throws(Problem) {
      try admit(request, from: peer)
      let page = try PageRequest(request, from: peer, proxies: proxies)
      guard request.method == .post else { throw page.methodNotAllowed }
      try requireOwnOrigin(page)
      guard page.path == ["import"] else { return form(page) }
      let type = request.fields["Content-Type"]
      guard let boundary = MultipartDecoder.boundary(contentType: type) else {
        throw Problem(.unsupportedMediaType, "no-file", Sentence(Word.formNotMultipart))
      }
      return .stream(UploadSink(self, page, boundary: boundary, at: now))
    } catch {
      return .refuse(plain(error, request))
    }
  }

  /// Looks up the session only after the form has arrived; until then the cookie is unverified, and
  /// the memory for all such forms is limited.
  private func form(_ page: PageRequest) -> HTTPIntake {
    let lease = directory.openBodies.lease(for: .site(of: page.client)) { [self] in
      plain(.busy(Sentence(Word.tooManyForms)), page.request)
    }
    let hasSession = page.cookie(SecretCookie.session(page).name) != nil
    let limit = hasSession ? Self.formBytes.signedIn : Self.formBytes.others
    // The server's own refusal of what is longer is none that people read.
    if let length = page.request.fields["Content-Length"].flatMap({ Int($0) }), length > limit {
      let sentence = Sentence(Phrase(.formTooLong, limit / 1024))
      return .refuse(
        plain(Problem(.contentTooLarge, "body-too-long", sentence), page.request))
    }
    return .collectSome(limit: limit, lease: lease)
  }

  package func answer(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPAnswer {
    do throws(Problem) {
      try admit(request, from: peer)
      let page = try PageRequest(request, from: peer, proxies: proxies)
      if let ready = try ready(page) { return .ready(ready) }
      if page.isChange { try requireOwnOrigin(page) }
      let queue = try queue(for: page, now)
      return later(page, queue, now)
    } catch {
      return .ready(plain(error, request))
    }
  }

  /// The response to a request that needs neither a session nor the store; nil for others.
  private func ready(_ page: PageRequest) throws(Problem) -> HTTPResponse? {
    let request = page.request
    switch request.method {
    case .get, .head: break
    case .post: return nil
    default: throw page.methodNotAllowed
    }
    let path = request.bytes(request.path)
    if path.elementsEqual("/".utf8) || path.elementsEqual(PageRequest.root.utf8) {
      return .redirect(to: PageRequest.root + "/")
    }
    return page.path.count == 1 ? files.response(page.path[0], to: request) : nil
  }

  /// The queue of pages, or that of the provider whom the page contacts; rate-limited first, since
  /// anyone may send such requests.
  private func queue(for page: PageRequest, _ now: HTTPInstant) throws(Problem) -> WorkQueue {
    guard !page.isChange, page.path.count == 2, page.path[0] == "oidc", settings.origin != nil,
      settings.provider(page.path[1]) != nil
    else { return memory.queue }
    try admitSignIn(page, "provider", now)
    return memory.providers.queue(ofProvider: page.path[1])
  }

  /// Counts a step of a sign-in.
  func admitSignIn(
    _ page: PageRequest, _ step: String, _ now: HTTPInstant
  ) throws(Problem) {
    if let wait = directory.guards.signIns.take(page.client, subject: step, at: now) {
      throw .tooManyRequests(Sentence(Word.tooManySignIns), wait: wait)
    }
  }

  /// Schedules a page on a queue outside the event loop, in which each network has a share.
  private func later(
    _ page: PageRequest, _ queue: WorkQueue, _ now: HTTPInstant
  ) -> HTTPAnswer {
    let cancellation = HTTPCancellation()
    return .deferred(
      HTTPDeferredWork(cancellation: page.isChange ? nil : cancellation) { [self] completion in
        let owner = page.client.map { $0.network(.site).description } ?? ""
        let admission = queue.submit(owner: owner) {
          completion(self.page(page, cancellation, now))
        }
        if admission != .admitted {
          completion(plain(.busy(Sentence(Word.tooManyPages)), page.request))
        }
      })
  }

  /// The page, rendered on a thread that may wait.
  func page(
    _ request: PageRequest, _ cancellation: HTTPCancellation, _ now: HTTPInstant
  ) -> HTTPResponse {
    var context = PageContext(
      self, request, user: nil, at: now, cancellation: cancellation)
    do throws(Problem) {
      context = context.signed(in: try context.session())
      // What the change has mended is not shown any more.
      if request.isChange { service.services.status?.forget() }
      let answer = try context.route().asPage(for: request.request)
      return request.isChange
        ? answer.naming(pendingNodes: directory.feed.missingCopies) : answer
    } catch {
      return context.layout.plain(error).asPage(for: request.request)
    }
  }

  /// Refuses peers that may not use the dashboard: without an origin of its own, it serves only
  /// this machine and trusted proxies.
  private func admit(_ request: HTTPRequest, from peer: HTTPPeer) throws(Problem) {
    guard settings.origin == nil, let address = peer.address else { return }
    guard address.isLoopback || proxies.trusts(address) else {
      throw Problem(.forbidden, "dashboard-local", Sentence(Word.localOnly))
    }
  }

  /// Refuses changes requested by pages of other origins (RFC 6265, section 8.8 on its limits).
  func requireOwnOrigin(_ page: PageRequest) throws(Problem) {
    let site = page.request.fields["Sec-Fetch-Site"]
    let origin = page.request.fields["Origin"]?.lowercased()
    let isOwn = origin != nil && (origin == page.origin || origin == settings.origin)
    // A browser that withholds its referrer says "null".
    let isSame = site == "same-origin" && (origin == nil || origin == "null" || isOwn)
    guard isSame || isOwn && (site == nil || site == "same-origin") else {
      throw Problem(.forbidden, "foreign-origin", Sentence(Word.foreignOrigin))
    }
  }

  /// The head has not arrived as a whole, so neither has the language of the reader.
  package func response(to failure: HTTPFailure) -> HTTPResponse? {
    let words: [HTTPStatus: Word] = [
      .uriTooLong: .addressTooLong, .requestHeaderFieldsTooLarge: .cookiesTooLarge,
    ]
    guard failure.start.contains(" " + PageRequest.root), let word = words[failure.status] else {
      return nil
    }
    let problem = Problem(failure.status, "malformed-request", Sentence(word))
    return PageLayout(language: .english, files: files).plain(problem)
  }

  /// A page about a refusal, without a user name.
  private func plain(_ problem: Problem, _ request: HTTPRequest) -> HTTPResponse {
    // A wildcard names no page.
    guard request.fields["Accept"]?.lowercased().contains("text/html") == true else {
      return problem.response(from: .dashboard)
    }
    let language = Language(accepting: request.fields["Accept-Language"], chosen: nil)
    return PageLayout(language: language, files: files).plain(problem).asPage(for: request)
  }
}

/// Facts about the surrounding process that the store does not know.
package struct DashboardSources: Sendable {
  /// A node, whether it needs no attention, and one sentence without a capital or a full stop.
  package typealias Node = (name: String, isInOrder: Bool, note: String)

  /// A problem in the configuration that deserves attention: whether it is an error rather than a
  /// warning, its location, such as `sites[0].routes[2].screen`, and one sentence without a capital
  /// or a full stop.
  package typealias Finding = (isError: Bool, path: String, sentence: Sentence)

  package var version: String
  /// Returns the nodes as of now; empty for a single server.
  package var nodes: @Sendable () -> [Node]
  /// Whether other nodes may serve the next request of the same session.
  package var isOneOfMany = false
  package var findings: @Sendable () -> [Finding]
  /// Sends requests to providers; nil where the process cannot.
  package var fetch: ProviderFetch?
  /// The number of days for which hourly clicks are stored.
  package var hourDays = StatisticsRetention().hours
  /// The folder for files that wait to be imported.
  package var uploadFolder: String

  package init(
    version: String, uploadFolder: String, nodes: @escaping @Sendable () -> [Node] = { [] },
    findings: @escaping @Sendable () -> [Finding] = { [] }, fetch: ProviderFetch? = nil
  ) {
    self.version = version
    self.uploadFolder = uploadFolder
    self.nodes = nodes
    self.findings = findings
    self.fetch = fetch
  }
}

/// Sends a GET, or a POST of a form when one is given, and waits for the status and the body of the
/// answer; nil when there is no answer.
package typealias ProviderFetch =
  @Sendable (_ url: String, _ form: ProviderForm?) -> (status: Int, body: [UInt8])?

/// A form for a provider, and the field Authorization that goes with it.
package typealias ProviderForm = (body: String, authorization: String?)

/// The in-memory state of the dashboard: its queue, files that wait to be imported, the metadata of
/// providers, and results that took long to compute. It outlives configurations.
package final class DashboardMemory: Sendable {
  let queue = WorkQueue(label: "keiro.pages", lanes: 2, slots: 64, slotsEach: 16)
  let uploads = UploadShelf()
  let providers = ProviderShelf()
  let challengeKey = ChallengeKey()
  let topLinks = TopLinks()
  let zones = ZoneShelf.system

  package init() {}
}
