import AppAssociation
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import SiteModel
import WebSyntax

extension PublicVisit {
  func resolution(
    _ finder: LinkFinder, agent: UserAgent, traits: VisitorTraits
  ) -> HTTPAnswer {
    withLinkReach { reach in
      let reached: HostReach?
      do throws(Problem) {
        reached = try reach.get()
      } catch {
        return .ready(error.response(from: .resolve))
      }
      return finder.find { links in
        destination(of: links, agent: agent, traits: traits)
      } then: { found in
        let left = resolution(found.answer, reach: reached)
        guard let limited = found.limited else { return .ready(left) }
        let over = resolution(limited.answer, reach: reached)
        return knowingClicks(of: limited.link, failure: resolved(.unreachable, reach: nil)) {
          .ready($0 < limited.limit ? left : over)
        }
      }
    }
  }

  /// What a URL leads to. For a link with a limit, both answers are made here, on the worker: the one
  /// while clicks are left, and the one afterwards, since the store's threads cannot ask for its links.
  private func destination(
    of links: VisitLinks, agent: UserAgent, traits: VisitorTraits
  ) -> (answer: AppAnswer, limited: (link: ShortLink, limit: Int, answer: AppAnswer)?) {
    var limited: ShortLink?
    func answer(clicks: Int) -> AppAnswer {
      AppQuestion(
        snapshot, host: String(decoding: host, as: UTF8.self), now: timestamp, agent: agent,
        traits: traits, place: links.placeInApp
      ) { link in
        limited = link
        return clicks
      }.answer(query: query)
    }
    let left = answer(clicks: 0)
    guard let limited, let limit = limited.maxClicks else { return (left, nil) }
    return (left, (limited, limit, answer(clicks: limit)))
  }

  private func resolution(_ answer: AppAnswer, reach: HostReach?) -> HTTPResponse {
    var response = resolved(answer, reach: reach)
    if let way = DeferredParameter(query ?? []).way, case .destination(let destination) = answer,
      let served = destination.served
    {
      response.subject = FirstOpening(served, by: way)
    }
    return response
  }

  /// - Parameter reach: the hosts whose links the caller may see with all fields; nil for apps.
  func resolved(_ answer: AppAnswer, reach: HostReach?) -> HTTPResponse {
    switch answer {
    case .missingParameter:
      return problem(.badRequest, "missing-parameter", "url: expected the URL to resolve")
    case .unknownWay(let text):
      let known = ClaimWay.allCases.map(\.rawValue).joined(separator: ", ")
      return problem(
        .badRequest, "invalid-parameter",
        "deferred: '\(text.prefix(100))' is not a way: expected one of \(known)")
    case .unknownURL(let text):
      return problem(
        .notFound, "unknown-url", "'\(text)' is not a URL of a site served here")
    case .nothing(let text, _, _):
      return problem(.notFound, "unknown-url", "'\(text)' is neither a page nor a short link")
    case .destination(let destination):
      let seesAll = destination.link.flatMap { link in reach?.covers(link.host) } ?? false
      return json(destination, seesAll: seesAll)
    case .notYet(let text):
      return problem(.notFound, "unknown-url", "'\(text)' leads nowhere now")
    case .gone(let text): return problem(.gone, "gone", "'\(text)' no longer leads anywhere")
    case .needsPassword(let text):
      return problem(.forbidden, "password-required", "'\(text)' requires a password")
    case .unreachable:
      var answer = problem(.serviceUnavailable, "store-unavailable", "the store does not answer")
      answer.fields.append("Retry-After", "1")
      return answer
    }
  }

  private func json(_ destination: AppDestination, seesAll: Bool) -> HTTPResponse {
    let page = destination.page
    let route = page.map(snapshot.route)
    let (apps, platform) = ((route?.apps ?? []).map { snapshot.apps[$0] }, request.agent.platform)
    // Of an app for each system, the one that asks.
    let asking = apps.first { platform == .android ? $0.android != nil : $0.apple != nil }
    let app = platform == .android || platform.isApple ? asking ?? apps.first : apps.first
    let parameters = (page?.parameters ?? []).map {
      JSONOutput.Member($0.name, .string($0.value))
    }
    let body = JSONOutput.object([
      .init("url", .string(destination.text)),
      .init("link", destination.link.map { json($0, destination, seesAll: seesAll) } ?? .null),
      .init("app", .optional(app?.key)), .init("screen", .optional(route?.screen)),
      .init("parameters", .object(parameters)),
    ])
    return HTTPResponse(json: body, route: .resolve, outcome: .resolved).finished(for: request)
  }

  /// - Parameter seesAll: whether to include names, tags and limits, which apps do not see.
  private func json(_ link: ShortLink, _ destination: AppDestination, seesAll: Bool) -> JSONOutput {
    guard !seesAll else { return .object(link.members(password: .hidden)) }
    let url = destination.hasEnded ? destination.text : link.url
    return .object([
      .init("host", .string(link.host)), .init("slug", .string(link.slug)),
      .init("url", .string(url)),
      .init(
        "campaign", .object(link.campaign.items.map { .init($0.name, .string($0.value)) })),
    ])
  }

  private func problem(_ status: HTTPStatus, _ type: String, _ detail: String) -> HTTPResponse {
    Problem(status, type, detail).response(from: .resolve)
  }
}
