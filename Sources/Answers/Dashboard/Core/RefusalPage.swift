import HTTPCore
import JSONSyntax
import LinkStorage
import Service

extension PageLayout {
  /// The page about a refused request: what happened, why, and what to do next.
  func plain(_ problem: Problem) -> HTTPResponse {
    let advice = RefusalAdvice(problem, user)
    let title = t(advice.title)
    let items = Markup.each(problem.faults.prefix(FieldFault.listLimit)) { fault in
      let reason = zone.shown(language.sentence(fault.reason), of: fault.reason)
      let text = fault.field.isEmpty ? reason : t(.named, fault.field, reason)
      return "<li>\(text)</li>"
    }
    let sentence = problem.sentence
    let reason =
      advice.reason.map { t($0) } ?? zone.shown(language.sentence(sentence), of: sentence)
    // The sentence may be the only fault.
    let isWhole =
      problem.faults.isEmpty
      || problem.faults.count == 1
        && problem.faults.allSatisfy { problem.sentence.english.hasSuffix($0.detail) }
    let helps = Markup.each(advice.actions) { address, word in
      "<a class=\"button\" href=\"\(address)\">\(t(word))</a>\n"
    }
    // The overview reads the same store.
    let isOverviewMain = advice.actions.isEmpty && problem.storeFailure?.kind.mayPass != false
    let kind: Markup = isOverviewMain ? "button" : "button quiet"
    let body: Markup = """
      <p>\(reason)</p>
      \(.when(!isWhole, "<ul>\(items)</ul>"))
      \(.each(advice.next) { "<p class=\"soft\">\(t($0))</p>" })
      <p class="actions">\(helps)<a class="\(kind)" href="/dashboard/">\(t(.toTheOverview))</a></p>
      """
    // Without navigation, the whole page is a card.
    let card: Markup = user == nil ? body : "<section class=\"card\">\(body)</section>"
    var answer = page(title, "<h1>\(title)</h1>\n\(card)", status: problem.status)
    for field in problem.fields { answer.fields.append(field.name, field.value) }
    return answer
  }
}

/// What the page about a refusal says besides its sentence, which is written for callers of the API as well.
struct RefusalAdvice {
  var title = Word.failedTitle
  /// Replaces the sentence, where that names what people do not see.
  var reason: Word?
  var next: [Phrase] = []
  /// The addresses of pages that help, and their names.
  var actions: [(address: String, name: Word)] = []

  init(_ problem: Problem, _ user: SignedIn?) {
    switch problem.type {
    case "insufficient-scope":
      title = .notAllowedTitle
      reason = user.map { $0.person == nil } == true ? .tokenMayNot : .roleRefused
      if let user { next = [Self.wayToMoreRights(for: user.person)] }
    case "link-not-found":
      title = .notFound
      if user != nil {
        next = [Phrase(.deletedLinksHelp)]
        actions = [(PageAddresses.links([("state", LinkListing.deleted)]), .deletedLinks)]
      }
    case "store-unavailable":
      title = .storeTitle
      next =
        problem.storeFailure?.kind.mayPass == false
        ? [Phrase(.storeNeedsHelp)] : [Phrase(.tryLater), Phrase(.storeNeedsHelpThen)]
    case "busy", "too-many-requests":
      title = .busyTitle
      let wait = problem.fields.first { $0.name == "Retry-After" }.flatMap { Int($0.value) }
      next = [wait.map { Phrase(.tryLaterIn, $0) } ?? Phrase(.tryLater)]
    default:
      if problem.status.code == 404 { title = .notFound }
    }
  }

  /// - Parameter person: nil for the bearer of a token.
  static func wayToMoreRights(for person: DashboardPerson?) -> Phrase {
    guard let person else { return Phrase(.otherTokenHelps) }
    return person.provider.map { Phrase(.otherRoleOfProvider, $0) } ?? Phrase(.otherRoleHelps)
  }
}
