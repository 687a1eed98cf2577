package import JSONSyntax
package import Links
package import WebSyntax

package enum WebhookFault: TableSentence, Equatable, Error {
  case notType(String, nearest: String?, types: [String])
  case urlTooLong(bytes: Int, limit: Int)
  case notWebAddress(String)
  case impossible(String, DestinationFault)
  case userInfo
  case fragment
  case plainHTTP
  case notPublic(IPAddress, port: Int)
  case turningCharacter
  case notHost(String)
  case tooManyHosts(Int, limit: Int)
  case notSecret

  package var told: Sentence {
    switch self {
    case .notType(let text, let nearest, let types):
      "'\(text.prefix(100))' is not a type of event: "
        + (nearest.map { "did you mean '\($0)'?" }
          ?? "expected one of \(types.joined(separator: ", "))")
    case .urlTooLong(let bytes, let limit):
      "the URL has \(bytes) bytes: expected at most \(limit)"
    case .notWebAddress(let text):
      "'\(text.prefix(200))' is not an address of the web: expected one such as "
        + "https://hooks.example.com/keiro"
    case .impossible(let text, let fault):
      "'\(text.prefix(200))' is not an address of the web: \(fault)"
    case .userInfo:
      "the URL contains a name or password: expected none, since it is shown and logged"
    case .fragment: "the URL has a fragment, which is never sent: expected none"
    case .plainHTTP:
      "the address begins with http: expected https, or 'outgoing.allowPlainHTTP'"
    case .notPublic(let address, let port):
      "the address \(address) at port \(port) is not public: expected one of "
        + "'outgoing.allowNetworks'"
    case .turningCharacter:
      "the text contains a character that changes the direction of text: expected none"
    case .notHost(let text):
      "'\(text.prefix(100))' is not a host: expected one such as www.example.com"
    case .tooManyHosts(let count, let limit): "\(count) hosts: expected at most \(limit)"
    case .notSecret: "not a secret: expected 'whsec_' and 24 to 64 bytes in Base64"
    }
  }
}
