package import LinkStorage
import WebSyntax

/// The questions of one look at a destination, one after another: a value without input or output.
///
/// HEAD comes first; where a server makes nothing of it, GET follows. Redirects are followed here, so
/// that the rules for outgoing requests hold for every step.
package struct DestinationWalk: Equatable, Sendable {
  /// What has to be done next.
  package enum Step: Equatable, Sendable {
    case ask(Question)
    /// Whether a name exists.
    case lookUp(String)
    case done(DestinationLook)
  }

  package struct Question: Equatable, Sendable {
    /// `HEAD` or `GET`.
    package let method: String
    package let url: String
  }

  /// What a question came to.
  package enum Answer: Equatable, Sendable {
    case answered(status: Int, location: String?)
    /// There is no address for the name.
    case nameless
    /// The server has closed the connection without an answer.
    case closed
    case silence
  }

  package private(set) var step: Step
  private let url: String
  /// The addresses that were asked, without their fragments.
  private var asked: [String] = []
  private var current: String
  /// Of the destination itself.
  private var status: Int?
  /// Where the permanent redirects at the beginning lead; nil while there is none.
  private var moved: String?
  private var isPermanent = true

  /// As browsers and RFC 9110 (section 15.4) bound it, generously.
  private static let redirectLimit = 10
  /// A longer address is not kept.
  private static let lengthLimit = 2048

  package init(_ url: String) {
    self.url = url
    current = url
    step = .ask(Question(method: "HEAD", url: url))
    asked = [Self.withoutFragment(url)]
  }

  package mutating func take(_ answer: Answer) {
    guard case .ask(let question) = step else { return }
    if case .answered(let status, _) = answer, current == url { self.status = status }
    switch answer {
    case .answered(200..<300, _): end(answer)
    case .answered(let status, let location?) where Self.redirects.contains(status):
      follow(location, isPermanent: Self.permanent.contains(status))
    // A server that asks to be left alone is not asked again at once.
    case .answered(429, _), .answered(503, _): end(answer)
    case .answered, .closed:
      // Not every server knows HEAD, and some answer it otherwise than GET.
      guard question.method == "HEAD" else { return end(answer) }
      step = .ask(Question(method: "GET", url: current))
    case .nameless: step = .lookUp(WebURL(current)?.host ?? "")
    case .silence: end(answer)
    }
  }

  /// - Parameter isKnown: whether the name servers know the name; nil when they do not say.
  package mutating func take(nameIsKnown isKnown: Bool?) {
    guard case .lookUp = step else { return }
    step = .done(look(isKnown == false ? .noSuchName : .silence))
  }

  private static let redirects: Set = [301, 302, 303, 307, 308]
  private static let permanent: Set = [301, 308]

  private mutating func follow(_ location: String, isPermanent: Bool) {
    self.isPermanent = self.isPermanent && isPermanent
    guard let target = WebURL.absolute(location, from: current),
      WebURL(target)?.userInfo == nil
    else {
      step = .done(look(.beyondWeb))
      return
    }
    let place = Self.withoutFragment(target)
    current = target
    guard !asked.contains(place), asked.count <= Self.redirectLimit else {
      step = .done(look(.circle))
      return
    }
    asked.append(place)
    if self.isPermanent { moved = target }
    step = .ask(Question(method: "HEAD", url: target))
  }

  private mutating func end(_ answer: Answer) {
    if case .answered(let status, _) = answer {
      step = .done(look(.answered(status)))
    } else {
      step = .done(look(.silence))
    }
  }

  private func look(_ end: DestinationLook.End) -> DestinationLook {
    let place = moved ?? (current == url ? nil : current)
    return DestinationLook(
      end, status: status,
      location: place.flatMap { $0.utf8.count <= Self.lengthLimit ? $0 : nil },
      hasMoved: moved != nil)
  }

  private static func withoutFragment(_ url: String) -> String {
    String(url.prefix { $0 != "#" })
  }
}
