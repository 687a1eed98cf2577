@testable import ServiceSupport
import DirectRequests
import Platforms
import RandomCases
import WebSyntax
import AppAssociation
import Explaining
import HTTPCore
import LinkStorage
import Links
import PublicSite
import Questions
import Service
import SiteModel
import Testing

/// Explanations and the server agree about every URL and every visitor: status, Location, and what
/// kind of answer it is.
@Suite struct ExplainIsServeTests {
  /// A browser, and the corresponding tap in explanations.
  private struct Visitor: Sendable {
    let text: String
    let context: TapContext?
  }

  private static let visitors: [Visitor] =
    [
      Visitor(text: Agents.iPhone, context: context(.iOS(SystemVersion(17)), .typed)),
      Visitor(text: Agents.iPhone, context: context(.iOS(SystemVersion(12)), .messages)),
      Visitor(
        text: Agents.iPhoneWebView, context: context(.iOS(SystemVersion(17)), .inAppBrowser)),
      Visitor(text: Agents.android, context: context(.android(SystemVersion(15)), .typed)),
      Visitor(
        text: Agents.androidWebView, context: context(.android(SystemVersion(13)), .inAppBrowser)),
    ]
    + [
      Agents.iPad, Agents.androidFirefox, Agents.windows, Agents.facebook,
      Agents.android + " (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "",
    ].map { Visitor(text: $0, context: nil) }

  private static func context(_ system: TapSystem, _ source: TapSource) -> TapContext {
    TapContext(system: system, isInstalled: false, source: source)
  }

  private static let urlsPerService = 60

  @Test func `what explain says is what the server answers`() throws {
    var tried = 0
    var round: UInt64 = 0
    var seen: [String: Int] = [:]
    var ready = 0
    // A property of cases that never occur would prove nothing, and so would answers that were never ready.
    // One case in a thousand is forbidden, and may be absent from a run.
    let expected = ServerAnswer.Kind.allCases.filter { $0 != .unavailable && $0 != .forbidden }
    func hasAll() -> Bool {
      ready > 0 && expected.allSatisfy { seen[$0.rawValue] != nil }
    }
    while tried < CaseCount.cases || !hasAll() && CaseCount.areMany && tried < 10 * CaseCount.cases
    {
      let seed = CaseSeed.value &+ round
      round += 1
      var dice = Dice(seed: seed)
      guard let service = try RandomService(&dice) else { continue }
      for _ in 0..<Self.urlsPerService {
        let url = service.url(&dice)
        let visitor = dice.pick(Self.visitors)
        let isHead = dice.once(in: 2)
        switch try Self.compare(service, url, visitor, isHead: isHead) {
        case .agreed(let kind):
          tried += 1
          seen[kind, default: 0] += 1
        case .unaskable: continue
        case .differed(let difference):
          Issue.record("seed \(seed): \(url), \(visitor.text): \(difference)")
          return
        }
      }
      ready += service.readyAnswers
    }
    #expect(hasAll() || !CaseCount.areMany)
    #expect(seen[ServerAnswer.Kind.unavailable.rawValue] == nil)
    let counts = seen.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print("explain = serve: \(tried) cases: " + counts.joined(separator: ", ") + ", ready \(ready)")
  }

  private enum Comparison {
    /// The answers agree; the value names their kind.
    case agreed(String)
    /// A URL that no browser can request.
    case unaskable
    case differed(String)
  }

  private static func compare(
    _ service: RandomService, _ text: String, _ visitor: Visitor, isHead: Bool
  ) throws -> Comparison {
    // A browser percent-encodes characters that a URL may not contain.
    let sent = PercentCoding.encodeUnsafe(Array(text.utf8)[...])
    guard let url = WebURL(sent) else { return .unaskable }
    return try StoredLinks(service.store).asked(service.snapshot) { links in
      compare(service, url, text, visitor, isHead: isHead, links)
    }
  }

  private static func compare(
    _ service: RandomService, _ url: WebURL, _ text: String, _ visitor: Visitor, isHead: Bool,
    _ links: LinkNotebook
  ) -> Comparison {
    let own = OwnURL(url, in: service.snapshot)
    let agent = UserAgent(Array(visitor.text.utf8).span)
    let answers = ServerAnswers(service.snapshot, now: RandomService.now, links: links)
    let expected = own.map { answers.answer(to: agent, traits: RandomService.traits, at: $0) }
    // A visit uses one of the clicks of a limited link; a HEAD request does not.
    let isLimited = own.map { Self.isLimited(links.place(of: $0)) } ?? false
    guard let response = service.ask(url, visitor.text, isHead: isHead || isLimited) else {
      return .unaskable
    }
    if let found = Self.mismatch(expected, response) { return .differed("answers: " + found) }
    if String(decoding: response.body, as: UTF8.self).contains("sites[") {
      return .differed("a visitor sees a path in the configuration")
    }
    let kind = expected?.kind.rawValue ?? "no site"
    guard var context = visitor.context else { return .agreed(kind) }
    context.traits = RandomService.traits
    let explanation = LinkExplainer(service.snapshot, now: RandomService.now).explain(
      text, context: context, links: links)
    if let found = Self.mismatch(explanation.server, response) {
      return .differed("explanation: " + found)
    }
    return Self.mismatch(explanation).map { .differed($0) } ?? .agreed(kind)
  }

  private static func isLimited(_ place: Place) -> Bool {
    switch place {
    case .shortLink(let link, _), .longLink(let link, _): link.link.maxClicks != nil
    default: false
    }
  }

  private static func mismatch(_ expected: ServerAnswer?, _ response: HTTPResponse) -> String? {
    guard let expected else {
      return response.status.code == 404 ? nil : "no site, and \(response.status.code)"
    }
    let location = response.fields["Location"]
    let outcome = response.answerNote.outcome
    guard expected.status == response.status.code, expected.location == location,
      outcomes(of: expected.kind).contains(outcome)
    else {
      return "\(expected.kind) \(expected.status) \(expected.location ?? "-") but "
        + "\(outcome) \(response.status.code) \(location ?? "-")"
    }
    return nil
  }

  private static func outcomes(of kind: ServerAnswer.Kind) -> [AnswerOutcome] {
    switch kind {
    case .document: [.document]
    case .file: [.file]
    case .page: [.page]
    case .redirect: [.redirect, .web]
    case .landing: [.landing]
    case .preview: [.preview]
    case .form: [.password]
    case .explanation: [.explanation]
    case .banner: [.banner]
    case .resolution: [.resolved]
    case .qrCode: [.qr]
    case .pixel: [.pixel]
    case .missing, .gone, .forbidden, .refused, .unavailable, .notAllowed: [.refused]
    }
  }

  /// The difference between the end of an explanation and the server's answer, if that is not a
  /// redirect.
  private static func mismatch(_ explanation: LinkExplanation) -> String? {
    guard let server = explanation.server, server.kind != .redirect, server.location == nil,
      case .stays(let staying) = explanation.outcome
    else { return nil }
    let kinds: [LinkExplanation.Staying.Kind] =
      switch server.kind {
      case .page, .landing, .preview: [.page]
      case .form: [.form]
      case .gone: [.gone]
      case .missing, .forbidden, .refused, .unavailable, .notAllowed: [.missing]
      case .document, .file, .explanation, .banner, .resolution, .qrCode, .pixel: [.file]
      case .redirect: []
      }
    return kinds.contains(staying.kind) ? nil : "\(server.kind) ends as \(staying.kind)"
  }
}

extension RandomService {
  /// Nil for a request that the decoder refuses before any handler sees it.
  fileprivate func ask(_ url: WebURL, _ agent: String, isHead: Bool) -> HTTPResponse? {
    let path = url.path.isEmpty ? "/" : url.path
    let target = path + (url.query.map { "?" + $0 } ?? "")
    let port = url.port.map { ":" + $0 } ?? ""
    let head =
      "\(isHead ? "HEAD" : "GET") \(target) HTTP/1.1\r\nHost: \(url.host)\(port)\r\n"
      + "Accept-Language: \(RandomService.traits.language)\r\n"
      + (agent.isEmpty ? "" : "User-Agent: \(agent)\r\n") + "\r\n"
    guard let request = HTTPRequest.decoded(Array(head.utf8)) else { return nil }
    let peer = HTTPPeer(address: IPAddress("192.0.2.1"))
    let now = HTTPInstant(secondsSinceEpoch: Double(RandomService.now.secondsSinceEpoch))
    let response = handler.answer(to: request, from: peer, at: now).awaited
    // The prepared answer after a look-up in the store equals the decision.
    if let ready = handler.readyResponse(to: request, from: peer, at: now) {
      readyAnswers += 1
      #expect(ready.status == response.status && ready.fields.bytes == response.fields.bytes)
    }
    return response
  }
}
