import Cryptography
import JSONSyntax

/// An account at an authority (RFC 8555), and what is asked for it.
struct ACMEClient {
  /// The URLs of an authority (section 7.1.1).
  struct Directory: Equatable {
    let newNonce: String
    let newAccount: String
    let newOrder: String
    /// Where renewals are suggested (RFC 9773); nil when they are not.
    let renewalInfo: String?
  }

  let directory: Directory
  let transport: ACMETransport
  let signature: JSONWebSignature
  private(set) var account = ""
  private var nonce: String?

  /// Authorities may refuse any nonce (section 6.5); more than so many in a row are an error.
  private static let nonces = 20

  /// Reads the directory.
  init(directory url: String, key: SigningKey, transport: ACMETransport) throws(ACMEError) {
    self.transport = transport
    signature = JSONWebSignature(key: key)
    let answer = try transport.send("GET", url, nil)
    guard answer.status == 200, let root = Self.document(answer),
      let newNonce = root.member("newNonce")?.string,
      let newAccount = root.member("newAccount")?.string,
      let newOrder = root.member("newOrder")?.string
    else { throw .unreadable(url) }
    directory = Directory(
      newNonce: newNonce, newAccount: newAccount, newOrder: newOrder,
      renewalInfo: root.member("renewalInfo")?.string)
  }

  /// Finds the account of the key, or makes it and agrees to the authority's terms (section 7.3).
  ///
  /// - Parameter email: whom the authority may write to; nil for nobody.
  mutating func openAccount(email: String?) throws(ACMEError) {
    let contact = email.map { [JSONOutput.Member("contact", .strings(["mailto:" + $0]))] } ?? []
    let answer = try post(
      directory.newAccount, .object([.init("termsOfServiceAgreed", .bool(true))] + contact),
      as: .key)
    guard let url = answer["location"] else { throw .unreadable(directory.newAccount) }
    account = url
  }

  /// The answer to a signed request of the account.
  ///
  /// - Parameter payload: nil for a request that only asks.
  mutating func post(_ url: String, _ payload: JSONOutput?) throws(ACMEError)
    -> ACMETransport.Answer
  {
    try post(url, payload, as: .account(account))
  }

  /// The same, as JSON.
  mutating func ask(
    _ url: String, _ payload: JSONOutput? = nil
  ) throws(ACMEError) -> (root: JSONNode, answer: ACMETransport.Answer) {
    let answer = try post(url, payload)
    guard let root = Self.document(answer) else { throw .unreadable(url) }
    return (root, answer)
  }

  private mutating func post(
    _ url: String, _ payload: JSONOutput?, as signer: JSONWebSignature.Signer
  ) throws(ACMEError) -> ACMETransport.Answer {
    var last = ACMEError.timeout
    for _ in 0..<Self.nonces {
      let nonce = try takeNonce()
      guard let body = signature.body(payload, to: url, nonce: nonce, as: signer) else {
        throw .cryptography
      }
      let answer = try transport.send("POST", url, body)
      // A nonce is good for one request, and each answer brings another.
      self.nonce = answer["replay-nonce"]
      guard answer.status >= 300 else { return answer }
      last = error(answer, url)
      guard case .refused("badNonce", _) = last else { throw last }
    }
    throw last
  }

  private mutating func takeNonce() throws(ACMEError) -> String {
    if let nonce {
      self.nonce = nil
      return nonce
    }
    let answer = try transport.send("HEAD", directory.newNonce, nil)
    guard let fresh = answer["replay-nonce"] else { throw .unreadable(directory.newNonce) }
    return fresh
  }

  /// The problem that an answer tells of (RFC 7807).
  private func error(_ answer: ACMETransport.Answer, _ url: String) -> ACMEError {
    let root = Self.document(answer)
    let prefix = "urn:ietf:params:acme:error:"
    let type = root?.member("type")?.string ?? ""
    let name = type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : type
    let detail = Self.detail(root) ?? "status \(answer.status)"
    let wait = RetryAfter.seconds(answer["retry-after"], now: transport.now())
    if name == "rateLimited" || answer.status == 429 || answer.status == 503 {
      return .limited(seconds: wait ?? Self.politeWait, detail: detail)
    }
    return name.isEmpty ? .unreadable(url) : .refused(type: name, detail: detail)
  }

  /// An hour, where an authority has had enough and does not say for how long.
  private static let politeWait = 3600

  /// What a problem says, in one line of bounded length.
  static func detail(_ problem: JSONNode?) -> String? {
    let text = problem?.member("detail")?.string
    return text.map { String($0.map { $0.isNewline ? " " : $0 }.prefix(300)) }
  }

  static func document(_ answer: ACMETransport.Answer) -> JSONNode? {
    (try? JSONDocument(parsing: answer.body, depthLimit: 16))?.root
  }
}
