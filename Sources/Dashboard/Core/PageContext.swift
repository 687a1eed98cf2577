import Changes
import HTTPCore
import JSONSyntax
import Links
import LinkStorage
import Management
import Service
import SiteModel

/// One request for a page, with everything that answers it. Pages are its methods; they wait for
/// the store, so they run on threads that may.
struct PageContext: Sendable {
  let pages: DashboardPages
  let request: PageRequest
  /// Nil for those who have not signed in.
  let user: SignedIn?
  let words: Words
  let now: HTTPInstant
  let cancellation: HTTPCancellation

  var timestamp: Timestamp { Timestamp(secondsSinceEpoch: Int(now.secondsSinceEpoch)) }
  /// The sites as far as the user reaches them.
  var snapshot: ServiceSnapshot { pages.service.sites(for: user?.caller.token) }
  var form: PageForm { request.form }
  var query: PageForm { request.query }

  /// The store in the user's name.
  var store: any LinkStore {
    let actor = user?.caller.actor ?? .service
    return pages.directory.store.acting(as: actor)
  }

  /// Keiro's own words in the reader's language.
  func t(_ word: Word) -> String { words[word] }

  /// A sentence with one or two values in it.
  func t(_ word: Word, _ value: String, _ other: String = "") -> String {
    words.filled(word, value, other)
  }

  func stored<Answer>(
    _ read: (any LinkStore) throws(LinkStoreError) -> Answer
  ) throws(Problem) -> Answer {
    do throws(LinkStoreError) {
      return try read(store)
    } catch {
      throw Problem(error)
    }
  }

  func written<Answer: Sendable>(
    _ begin: (any LinkStore, @escaping StoreCompletion<Answer>) -> Void
  ) throws(Problem) -> Answer {
    let store = store
    return try stored { _ throws(LinkStoreError) in
      try waitForAnswer { begin(store, $0) }
    }
  }

  /// The answer to a change, or to a question about what can be changed, in the user's name.
  func changed<Answer>(
    _ change: (StoreChanges) throws(ChangeError) -> Answer
  ) throws(Problem) -> Answer {
    guard let user else { throw .notFound }
    do throws(ChangeError) {
      return try change(
        StoreChanges(by: user.authority, in: pages.directory.store, at: timestamp))
    } catch {
      throw Problem(error)
    }
  }

  func require(_ scope: TokenScope) throws(Problem) {
    guard user?.authority.may(scope) == true else {
      throw Problem(.forbidden, "insufficient-scope", t(.yourRoleDoesNotAllowThis))
    }
  }
}

/// What the API has answered to a page.
struct APIAnswer: Sendable {
  let response: HTTPResponse
  let json: JSONNode

  init(_ response: HTTPResponse) {
    self.response = response
    json =
      (try? JSONDocument(parsing: response.body))?.root ?? JSONNode(offset: 0, value: .null)
  }

  var isGood: Bool { (200..<300).contains(response.status.code) }

  /// What kept the API from doing it.
  var problem: Problem {
    let type = json["type"].text?.split(separator: ":").last.map(String.init) ?? "failed"
    let faults = json["errors"].elements.map {
      FieldFault($0["field"].text ?? "", $0["detail"].text ?? "")
    }
    var problem = Problem(
      response.status, type, json["detail"].text ?? "the call failed", faults: faults)
    if let wait = response.fields["Retry-After"] { problem.fields = [("Retry-After", wait)] }
    return problem
  }
}

extension PageContext {
  /// Asks the API in the user's name.
  func ask(
    _ method: HTTPMethod, _ path: String, _ query: [(name: String, value: String?)] = [],
    fields: [(name: String, value: String)] = [], body: JSONOutput? = nil
  ) -> APIAnswer {
    guard let user else { return APIAnswer(Problem.notFound.response(from: .api)) }
    let call = InnerCall(
      method, path + PageQuery.text(query), fields: fields,
      body: body.map { Array($0.compact.utf8) } ?? [])
    return APIAnswer(
      pages.service.answer(to: call, as: user.caller, cancellation: cancellation, at: now))
  }

  /// The answer of the API.
  ///
  /// - Throws: why there is none.
  func asked(
    _ path: String, _ query: [(name: String, value: String?)] = []
  ) throws(Problem) -> JSONNode {
    let answer = ask(.get, path, query)
    guard answer.isGood else { throw answer.problem }
    return answer.json
  }
}

/// Reading what the API answered: what is absent reads as nothing.
extension JSONNode {
  subscript(_ name: String) -> JSONNode {
    member(name) ?? JSONNode(offset: 0, value: .null)
  }

  var elements: [JSONNode] { array ?? [] }
  var text: String? { string }
  var isTrue: Bool { bool ?? false }

  var integer: Int {
    guard case .number(let text) = value else { return 0 }
    return Int(text) ?? 0
  }

  /// A text, a number or a truth as people read it; nil for anything else.
  var scalar: String? {
    switch value {
    case .string(let text): text
    case .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  /// A member along a path such as `apple.fallback`.
  func at(_ path: String) -> JSONNode {
    path.split(separator: ".").reduce(self) { $0[String($1)] }
  }
}
