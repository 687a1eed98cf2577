import Service
import HTTPCore
import Links
import SiteModel

extension PublicVisit {
  var timestamp: Timestamp { Timestamp(secondsSinceEpoch: Int(now.secondsSinceEpoch)) }

  /// The answer that was made beforehand, where nothing of the visit changes it.
  func readyAnswer(
    _ link: ServedLink, _ face: ShortLinkFace, _ agent: UserAgent
  ) -> HTTPResponse? {
    guard face == .visit, request.query?.isEmpty ?? true else { return nil }
    switch request.method {
    case .get, .head: return link.readyAnswer(for: agent)?.noted(.shortLink, .redirect)
    default: return nil
    }
  }

  /// The address of a link, on the site's first host where the link is the whole site's.
  func shortURL(_ link: ServedLink) -> String {
    let prefix = site.definition.shortLinks?.prefix ?? "/"
    // A site of wildcards alone has no first host: there the one that was asked counts.
    let isHost = !link.link.host.isEmpty && !link.link.host.hasPrefix("*")
    let name = isHost ? link.link.host : String(decoding: host, as: UTF8.self)
    return "https://\(name)\(prefix)\(link.link.slug)"
  }

  /// The answer to a long link that may not lead where it wants to.
  func refusal(of fault: DynamicLink.Fault) -> HTTPResponse {
    guard request.wantsProblem else { return notices.foreignLink.response(to: request) }
    return Problem(.badRequest, "invalid-dynamic-link", fault.message).response()
  }

  /// The store does not answer: a moment later it may.
  func storeFailure() -> HTTPResponse {
    var answer = notices.unavailable.response(to: request)
    answer.fields.append("Retry-After", "1")
    answer.answerNote.route = .shortLink
    return answer
  }
}
