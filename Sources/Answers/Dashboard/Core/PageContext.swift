import Changes
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
struct PageContext: Sendable {
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

  func t(_ word: Word) -> String { word.text(in: language) }
  func t(_ word: Word, _ values: any PhraseValue...) -> String {
    Phrase(word, all: values).text(in: language)
  }
  func t(_ phrase: Phrase) -> String { phrase.text(in: language) }

  /// A sentence about a refusal, in the reader's language and zone.
  func said(_ sentence: Sentence) -> String {
    zone.shown(language.sentence(sentence), of: sentence)
  }

  /// The same without a capital and a full stop, for a part of a line.
  func worded(_ sentence: Sentence) -> String {
    zone.shown(language.text(of: sentence), of: sentence)
  }

  /// A text that was made in English, marked as such where it stays English.
  func told(_ english: String) -> Markup {
    told(Sentence(english: english))
  }

  func told(_ sentence: Sentence) -> Markup {
    let text = worded(sentence)
    return text == sentence.english ? "<span lang=\"en\">\(text)</span>" : "\(text)"
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

extension Problem {
  static let roleRefused = Problem(
    .forbidden, "insufficient-scope", Sentence(Word.roleRefused))
}
