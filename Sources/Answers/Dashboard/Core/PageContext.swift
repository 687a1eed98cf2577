import Changes
import Cryptography
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import Questions
import Service
import SiteModel

/// One request for a page, with everything needed to answer it. Pages are methods of it; they wait
/// for the store, so they run on threads that may block.
struct PageContext: PageWording, Sendable {
  let pages: DashboardPages
  let request: PageRequest
  /// Nil for a visitor who has not signed in.
  let user: SignedIn?
  let language: Language
  let zone: LocalZone
  let now: HTTPInstant
  let cancellation: HTTPCancellation
  /// The sites within the user's reach.
  let snapshot: ServiceSnapshot

  init(
    _ pages: DashboardPages, _ request: PageRequest, user: SignedIn?, at now: HTTPInstant,
    cancellation: HTTPCancellation = HTTPCancellation()
  ) {
    self.pages = pages
    self.request = request
    self.user = user
    self.now = now
    self.cancellation = cancellation
    language = Language(request)
    zone = request.cookie(LocalZone.cookie).flatMap(pages.memory.zones.zone) ?? .utc
    let whole = pages.service.snapshot
    snapshot = user?.authority.reach.patterns.map(whole.bounded) ?? whole
  }

  func signed(in user: SignedIn?) -> PageContext {
    PageContext(pages, request, user: user, at: now, cancellation: cancellation)
  }

  var timestamp: Timestamp { Timestamp(secondsSinceEpoch: Int(now.secondsSinceEpoch)) }
  var form: PageForm { request.form }
  var query: PageForm { request.query }

  // MARK: - Wording

  /// A text that was made in English, marked as such where it stays English.
  func told(_ english: String) -> Markup {
    told(Sentence(english: english))
  }

  func told(_ sentence: Sentence) -> Markup {
    let text = worded(sentence)
    return text == sentence.english ? "<span lang=\"en\">\(text)</span>" : "\(text)"
  }

  /// A name that nobody else has or guesses.
  static func randomName() throws(Problem) -> String {
    guard let name = RandomBytes.base62(20) else { throw .noRandomness }
    return name
  }

  // MARK: - Inquiries and changes

  func may(_ scope: TokenScope) -> Bool { user?.authority.may(scope) == true }

  func require(_ scope: TokenScope) throws(Problem) {
    guard may(scope) else { throw .roleRefused }
  }

  /// The questions of the user, for `asked`.
  var inquiry: Inquiry {
    get throws(InquiryError) {
      guard let user else { throw .outOfReach("") }
      return Inquiry(
        snapshot, store: pages.directory.managed, within: user.authority.reach, at: timestamp)
    }
  }

  /// The answer to an inquiry in the user's name, which may compute as long as an API call.
  func asked<Answer>(
    _ ask: @autoclosure () throws(InquiryError) -> Answer
  ) throws(Problem) -> Answer {
    guard user != nil else { throw .notFound }
    let meter = WorkMeter(cancellation, CallBounds(), pages.directory.guards)
    let result = meter.watch { Result { () throws(InquiryError) in try ask() } }
    try meter.check()
    switch result {
    case .success(let answer): return answer
    case .failure(let error): throw Problem(error)
    }
  }

  /// The outcome of a change, or of a query for what can be changed, with refusals as problems.
  @discardableResult
  func changed<Outcome>(
    _ change: @autoclosure () throws(ChangeError) -> Outcome
  ) throws(Problem) -> Outcome {
    do throws(ChangeError) {
      return try change()
    } catch {
      throw Problem(error)
    }
  }

  /// Changes in the user's name.
  var changes: StoreChanges {
    get throws(ChangeError) {
      StoreChanges(by: try authority, in: pages.directory.managed, at: timestamp, of: snapshot)
    }
  }

  /// Changes of links in the user's name.
  var editor: LinkEditor {
    get throws(ChangeError) {
      pages.directory.editor(by: try authority, of: snapshot, at: timestamp)
    }
  }

  /// Signing in or out, for callers who have no authority yet.
  var signIns: SignIns { SignIns(in: pages.directory.managed, at: timestamp) }

  private var authority: Authority {
    get throws(ChangeError) {
      guard let user else { throw .refused(.sessionNotFound) }
      return user.authority
    }
  }
}

/// Texts in the language and the zone of a reader.
protocol PageWording {
  var language: Language { get }
  var zone: LocalZone { get }
}

extension PageWording {
  func t(_ word: Word) -> String { word.text(in: language) }
  func t(_ word: Word, _ values: any PhraseValue...) -> String {
    Phrase(word, all: values).text(in: language)
  }
  func t(_ phrase: Phrase) -> String { phrase.text(in: language) }

  /// A sentence about a refusal.
  func said(_ sentence: Sentence) -> String {
    zone.shown(language.sentence(sentence), of: sentence)
  }

  /// The same without a capital and a full stop, for a part of a line.
  func worded(_ sentence: Sentence) -> String {
    zone.shown(language.text(of: sentence), of: sentence)
  }
}

extension Problem {
  static let roleRefused = Problem(
    .forbidden, "insufficient-scope", Sentence(Word.roleRefused))
}

extension PageLayout {
  /// The page about a refused request: what happened, why, and what to do next.
  func plain(_ problem: Problem) -> HTTPResponse {
    let advice = RefusalAdvice(problem, user)
    let title = t(advice.title)
    let items = Markup.each(problem.faults.prefix(FieldFault.listLimit)) { fault in
      let reason = said(fault.reason)
      let text = fault.field.isEmpty ? reason : t(.named, fault.field, reason)
      return "<li>\(text)</li>"
    }
    let reason = advice.reason.map { t($0) } ?? said(problem.sentence)
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
    case "host-not-reached": title = .notAllowedTitle
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
    case "webhook-disabled": reason = .switchedOffNext
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
