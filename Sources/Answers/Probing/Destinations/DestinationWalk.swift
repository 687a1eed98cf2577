package import LinkStorage
import WebSyntax

/// The requests of one check of a destination, in sequence: a value without input or output.
///
/// HEAD comes first, then GET where a server does not support it. Redirects are followed here, so that
/// the rules for outgoing requests apply to every step.
package struct DestinationWalk: Equatable, Sendable {
  /// The next thing to do.
  package enum Step: Equatable, Sendable {
    case ask(Question)
    case lookUp(String)
    /// Nothing; the check has ended with that result.
    case done(DestinationLook)
  }

  package struct Question: Equatable, Sendable {
    /// The method, `HEAD` or `GET`.
    package let method: String
    package let url: String
  }

  package enum Answer: Equatable, Sendable {
    /// An answer with its status and, for a redirect, its location.
    case answered(status: Int, location: String?)
    case nameless
    case closed
    /// Any other failure, such as a refused connection or a timeout.
    case silence
  }

  /// The next thing to do.
  package private(set) var step: Step
  private let url: String
  /// The requested addresses without their fragments.
  private var asked: [String] = []
  private var current: String
  /// The status of the destination itself.
  private var status: Int?
  /// The address to which the initial permanent redirects lead; nil without one.
  private var moved: String?
  private var isPermanent = true

  /// More than the limits of browsers; RFC 9110 (section 15.4) only requires detecting cycles.
  private static let redirectLimit = 10
  /// The maximum length of an address to keep, in bytes.
  private static let lengthLimit = 2048

  /// Starts a walk with a HEAD request to the destination of a link.
  package init(_ url: String) {
    self.url = url
    current = url
    step = .ask(Question(method: "HEAD", url: url))
    asked = [Self.withoutFragment(url)]
  }

  /// Takes the outcome of the current request.
  package mutating func take(_ answer: Answer) {
    guard case .ask(let question) = step else { return }
    if case .answered(let status, _) = answer, current == url { self.status = status }
    switch answer {
    case .answered(let status, let location?) where Self.redirects.contains(status):
      follow(location, isPermanent: Self.permanent.contains(status))
    // A server that asks to be left alone is not asked again at once.
    case .answered(200..<300, _), .answered(429, _), .answered(503, _), .silence: end(answer)
    case .answered, .closed:
      // Not every server supports HEAD, and some answer it differently from GET.
      guard question.method == "HEAD" else { return end(answer) }
      step = .ask(Question(method: "GET", url: current))
    case .nameless: step = .lookUp(WebURL(current)?.host ?? "")
    }
  }

  /// Takes the outcome of the look-up.
  ///
  /// - Parameter isKnown: whether the name servers know the name; nil when they did not say.
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
    let address = Self.withoutFragment(target)
    current = target
    guard !asked.contains(address), asked.count <= Self.redirectLimit else {
      step = .done(look(.circle))
      return
    }
    asked.append(address)
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
    let location = moved ?? (current == url ? nil : current)
    return DestinationLook(
      end, status: status,
      location: location.flatMap { $0.utf8.count <= Self.lengthLimit ? $0 : nil },
      hasMoved: moved != nil)
  }

  private static func withoutFragment(_ url: String) -> String {
    String(url.prefix { $0 != "#" })
  }
}
