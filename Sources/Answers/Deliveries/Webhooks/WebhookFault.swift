import JSONSyntax
package import WebSyntax

package enum WebhookFault: Wording, Equatable {
  case notType(String, nearest: String?, types: [String])
  case urlTooLong(bytes: Int, limit: Int)
  case notWebAddress(String)
  case userInfo
  case fragment
  case beyondASCII
  case plainHTTP
  case notPublic(IPAddress, port: Int)
  case turningCharacter
  case notHost(String)
  case tooManyHosts(Int, limit: Int)
  case notSecret

  package var english: String {
    switch self {
    case .notType(let text, let nearest, let types):
      "'\(text.prefix(100))' is not a type of event: "
        + (nearest.map { "did you mean '\($0)'?" }
          ?? "expected one of " + types.joined(separator: ", "))
    case .urlTooLong(let bytes, let limit):
      "the URL has \(bytes) bytes: expected at most \(limit)"
    case .notWebAddress(let text):
      "'\(text.prefix(200))' is not an address of the web: expected one such as "
        + "https://hooks.example.com/keiro"
    case .userInfo:
      "the URL contains a name or password: expected none, since it is shown and logged"
    case .fragment: "the URL has a fragment, which is never sent: expected none"
    case .beyondASCII:
      "the URL contains non-ASCII characters: expected Punycode and percent-encoding"
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

  package var japanese: String {
    switch self {
    case .notType(let text, let nearest, let types):
      "「\(text.prefix(100))」というイベントはありません。"
        + (nearest.map { "「\($0)」のことですか？" }
          ?? "使えるのは \(types.joined(separator: ", ")) です")
    case .urlTooLong(let bytes, let limit):
      "URL が \(bytes) バイトあります。\(limit) バイト以内にしてください"
    case .notWebAddress(let text):
      "「\(text.prefix(200))」は Web のアドレスではありません。https://hooks.example.com/keiro のように入力してください"
    case .userInfo: "URL は表示・記録されるため、名前やパスワードを含められません"
    case .fragment: "URL の「#」以降は送られないため使えません"
    case .beyondASCII:
      "URL に ASCII 以外の文字があります。Punycode とパーセントエンコードを使ってください"
    case .plainHTTP: "http ではなく https を使ってください（または設定の「outgoing.allowPlainHTTP」を使います）"
    case .notPublic(let address, let port):
      "アドレス \(address)（ポート \(port)）は公開されていません。設定の「outgoing.allowNetworks」に加えてください"
    case .turningCharacter: "文字の向きを変える文字が含まれています"
    case .notHost(let text):
      "「\(text.prefix(100))」はホストではありません。www.example.com のように入力してください"
    case .tooManyHosts(let count, let limit):
      "ホストが \(count) 個あります。\(limit) 個以内にしてください"
    case .notSecret: "シークレットではありません。「whsec_」と Base64 の 24 から 64 バイトを入力してください"
    }
  }
}
