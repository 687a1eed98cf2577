import Cryptography
import JSONSyntax
import Outgoing

/// A client for one account at an authority (RFC 8555).
struct ACMEClient {
  /// The URLs of the authority (section 7.1.1).
  let newNonce, newAccount, newOrder: String
  /// The URL for renewal suggestions (RFC 9773); nil when there are none.
  let renewalInfo: String?
  var transport: ACMETransport
  let signature: JSONWebSignature
  /// The URL of the account; nil until it is open.
  private var account: String?
  private var nonce: String?

  /// The maximum number of refused nonces in a row: authorities may refuse any (section 6.5).
  private static let nonces = 20

  init(directory url: String, key: SigningKey, transport: ACMETransport) throws(ACMEError) {
    self.transport = transport
    signature = JSONWebSignature(key: key)
    let answer = try transport.send("GET", url, nil)
    guard answer.status == 200 else { throw Self.error(answer, url, at: transport.now()) }
    guard let root = Self.document(answer),
      let newNonce = root.member("newNonce")?.string,
      let newAccount = root.member("newAccount")?.string,
      let newOrder = root.member("newOrder")?.string
    else { throw .unreadable(url) }
    (self.newNonce, self.newAccount, self.newOrder) = (newNonce, newAccount, newOrder)
    renewalInfo = root.member("renewalInfo")?.string
  }

  /// Finds the account of the key, or creates it and agrees to the authority's terms (section 7.3).
  ///
  /// - Parameter email: the address for the authority's messages; nil for none.
  mutating func openAccount(email: String?) throws(ACMEError) {
    let contact = email.map { [JSONOutput.Member("contact", .strings(["mailto:" + $0]))] } ?? []
    let answer = try post(
      newAccount, .object([.init("termsOfServiceAgreed", .bool(true))] + contact))
    guard let url = answer["location"] else { throw .unreadable(newAccount) }
    account = url
  }

  mutating func ask(
    _ url: String, _ payload: JSONOutput? = nil
  ) throws(ACMEError) -> (root: JSONNode, answer: OutgoingAnswer) {
    let answer = try post(url, payload)
    guard let root = Self.document(answer) else { throw .unreadable(url) }
    return (root, answer)
  }

  /// Sends a signed request.
  ///
  /// - Parameter payload: the payload; nil for a request that only reads.
  mutating func post(
    _ url: String, _ payload: JSONOutput?
  ) throws(ACMEError) -> OutgoingAnswer {
    var last = ACMEError.timeout
    for _ in 0..<Self.nonces {
      let nonce = try takeNonce()
      guard let body = signature.body(payload, to: url, nonce: nonce, account: account) else {
        throw .cryptography
      }
      let answer = try transport.send("POST", url, body)
      // A nonce is valid for one request, and each answer contains another.
      self.nonce = answer["replay-nonce"]
      guard answer.status >= 300 else { return answer }
      last = Self.error(answer, url, at: transport.now())
      guard case .refused("badNonce", _) = last else { throw last }
    }
    throw last
  }

  private mutating func takeNonce() throws(ACMEError) -> String {
    if let nonce {
      self.nonce = nil
      return nonce
    }
    let answer = try transport.send("HEAD", newNonce, nil)
    guard let fresh = answer["replay-nonce"] else {
      throw Self.error(answer, newNonce, at: transport.now())
    }
    return fresh
  }

  /// The problem described by an answer (RFC 7807).
  private static func error(_ answer: OutgoingAnswer, _ url: String, at now: Int) -> ACMEError {
    let root = document(answer)
    let prefix = "urn:ietf:params:acme:error:"
    let type = root?.member("type")?.string ?? ""
    let name = type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : type
    let detail = detail(root) ?? "status \(answer.status)"
    let wait = answer.secondsToWait(at: now)
    if name == "rateLimited" || answer.status == 429 || answer.status == 503 && wait != nil {
      return .limited(seconds: min(wait ?? politeWait, longestWait), detail: detail)
    }
    return name.isEmpty ? .unreadable(url) : .refused(type: name, detail: detail)
  }

  /// The wait in seconds when an authority limits requests without saying for how long.
  private static let politeWait = 3600
  /// The longest wait in seconds that an authority may ask for: a week.
  private static let longestWait = 7 * 86_400

  /// The description of a problem, on one line of limited length.
  static func detail(_ problem: JSONNode?) -> String? {
    let text = problem?.member("detail")?.string
    return text.map { String($0.map { $0.isNewline ? " " : $0 }.prefix(300)) }
  }

  static func document(_ answer: OutgoingAnswer) -> JSONNode? {
    (try? JSONDocument(parsing: answer.body, depthLimit: 16))?.root
  }
}
