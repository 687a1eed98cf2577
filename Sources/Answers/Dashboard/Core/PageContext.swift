import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import Questions
import Service
import SiteModel

/// One request for a page, with everything that answers it. Pages are its methods; they wait for
/// the store, so they run on threads that may.
struct PageContext: Sendable {
  let pages: DashboardPages
  let request: PageRequest
  /// Nil for those who have not signed in.
  let user: SignedIn?
  let language: Language
  let zone: ReaderZone
  let now: HTTPInstant
  let cancellation: HTTPCancellation
  /// The sites as far as the user reaches them.
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
    zone = request.cookie(ReaderZone.cookie).flatMap(pages.memory.zones.zone) ?? .utc
    let whole = pages.service.snapshot
    snapshot = user?.authority.reach.patterns.map(whole.bounded) ?? whole
  }

  /// The same request with the user of its session.
  func signed(in user: SignedIn?) -> PageContext {
    PageContext(pages, request, user: user, at: now, cancellation: cancellation)
  }

  var timestamp: Timestamp { Timestamp(secondsSinceEpoch: Int(now.secondsSinceEpoch)) }
  var form: PageForm { request.form }
  var query: PageForm { request.query }

  // MARK: - Words

  /// Keiro's own words in the reader's language.
  func t(_ word: Word) -> String { word.text(in: language) }

  /// Why something was not done, as a sentence in the reader's language.
  func said(_ sentence: Sentence) -> String { language.sentence(sentence) }

  // MARK: - Questions and changes

  /// Whether the user may do something.
  func may(_ scope: TokenScope) -> Bool { user?.authority.may(scope) == true }

  func require(_ scope: TokenScope) throws(Problem) {
    guard may(scope) else { throw .roleRefused }
  }

  /// The answer to a question in the user's name, which may compute as long as a call of the API.
  func asked<Answer>(
    _ ask: (Inquiry) throws(InquiryError) -> Answer
  ) throws(Problem) -> Answer {
    guard let user else { throw .notFound }
    let inquiry = Inquiry(
      snapshot, store: pages.directory.store, within: user.authority.reach, at: timestamp)
    let meter = WorkMeter(cancellation, CallBounds(), pages.directory.guards)
    let result = meter.watch { () -> Result<Answer, InquiryError> in
      do throws(InquiryError) {
        return .success(try ask(inquiry))
      } catch {
        return .failure(error)
      }
    }
    try meter.check()
    switch result {
    case .success(let answer): return answer
    case .failure(let error): throw Problem(error)
    }
  }

  /// The answer to a change, or to a question about what can be changed, in the user's name.
  func changed<Answer>(
    _ change: (StoreChanges) throws(ChangeError) -> Answer
  ) throws(Problem) -> Answer {
    guard let user else { throw .notFound }
    return try changed(by: user.authority, change)
  }

  func changed<Answer>(
    by authority: Authority, _ change: (StoreChanges) throws(ChangeError) -> Answer
  ) throws(Problem) -> Answer {
    do throws(ChangeError) {
      return try change(StoreChanges(by: authority, in: pages.directory.store, at: timestamp))
    } catch {
      throw Problem(error)
    }
  }

  /// The outcome of a change of links, in the user's name.
  func edited<Outcome>(
    _ change: (LinkEditor) throws(ChangeError) -> Outcome
  ) throws(Problem) -> Outcome {
    guard let user else { throw .notFound }
    let directory = pages.directory
    let editor = LinkEditor(
      by: user.authority, in: directory.store, of: snapshot, at: timestamp
    ) { directory.note($0, isDeleted: $1) }
    do throws(ChangeError) {
      return try change(editor)
    } catch {
      throw Problem(error)
    }
  }

  /// What signing in needs of a store.
  typealias SignInStore = TokenKeeping & PeopleKeeping & SessionKeeping

  /// What the store knows of sessions and of those who sign in.
  func stored<Answer>(
    _ read: (any SignInStore) throws(LinkStoreError) -> Answer
  ) throws(Problem) -> Answer {
    do throws(LinkStoreError) {
      return try read(pages.directory.store)
    } catch {
      throw Problem(error)
    }
  }

  func written<Answer: Sendable>(
    _ begin: (any SignInStore, @escaping StoreCompletion<Answer>) -> Void
  ) throws(Problem) -> Answer {
    try stored { store throws(LinkStoreError) in
      try waitForAnswer { begin(store, $0) }
    }
  }
}

extension Problem {
  static let roleRefused = Problem(
    .forbidden, "insufficient-scope", Sentence(Word.roleRefused))
}
