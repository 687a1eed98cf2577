import JSONSyntax
package import LinkStorage
package import Links

/// A fault of a token or a person: an invalid value, or a right that cannot be granted.
package enum AccountFault: Wording {
  case notHost(String)
  /// The host is not among those of the caller.
  case hostOutOfReach(String, within: [String])
  /// The scope or role exceeds the caller's own.
  case beyondOwnScopes(String)
  case tokenWithoutScopes
  case notTime(String)
  case inThePast(Timestamp)
  case notName(String, DashboardPerson.NameFault)
  case notRole
  /// A token for apps has another scope as well; or no host, several, or a wildcard.
  case notAlone, notOneHost
  /// The site of a token for apps does not say where its links may lead.
  case noDestinationHosts(String)
  /// The value is for tokens for apps alone.
  case onlyForApps
  case notLength(String)

  package var times: [String] {
    if case .inThePast(let time) = self { [time.description] } else { [] }
  }

  package var english: String {
    switch self {
    case .notHost(let text):
      "'\(text.prefix(100))' is not a host: expected one such as www.example.com"
    case .hostOutOfReach(let host, let names):
      "you have no access to the host '\(host)': expected "
        + (names.isEmpty ? "none" : "hosts within " + names.joined(separator: ", "))
    case .beyondOwnScopes(let name):
      "'\(name)' is more than you may grant: expected what you have yourself"
    case .tokenWithoutScopes: "choose at least one scope, such as links:read"
    case .notTime(let text):
      "'\(text.prefix(100))' is not a time: expected one such as 2026-11-21, "
        + "2026-11-21T00:00:00Z or 7d"
    case .inThePast(let time): "\(time) is in the past: expected a later time"
    case .notName(_, .empty): "the name is missing: expected one such as Mika"
    case .notName(let text, let fault): "'\(text.prefix(100))' is not a name: \(fault)"
    case .notRole: "expected viewer, editor or admin"
    case .notAlone: "'links:create' stands alone: expected no other scope beside it"
    case .notOneHost:
      "a token with 'links:create' makes links on one host: expected that host, such as "
        + "www.example.com"
    case .noDestinationHosts(let host):
      "the site of '\(host)' has no 'destinationHosts': expected the hosts that links made in apps may "
        + "lead to, since everybody can take a token out of an app"
    case .onlyForApps: "only a token with 'links:create' has it: expected that scope, or no value"
    case .notLength(let text):
      "'\(text.prefix(100))' is not a length of time: expected one such as 90d or 12h"
    }
  }

  package var japanese: String {
    switch self {
    case .notHost(let text):
      "「\(text.prefix(100))」はホストではありません。www.example.com のように入力してください"
    case .hostOutOfReach(let host, let names):
      "ホスト「\(host)」の権限がありません。"
        + (names.isEmpty
          ? "使えるホストはありません" : "使えるのは \(names.joined(separator: ", ")) の範囲のホストです")
    case .beyondOwnScopes(let name): "「\(name)」はあなたの権限を超えています"
    case .tokenWithoutScopes: "トークンの権限を一つ以上選んでください"
    case .notTime(let text):
      "「\(text.prefix(100))」は日時ではありません。2026-11-21、2026-11-21T00:00:00Z、7d のように入力してください"
    case .inThePast(let time): "\(time) は過ぎています。これからの日時にしてください"
    case .notName(_, .empty): "名前を入力してください"
    case .notName(let text, let fault):
      "「\(text.prefix(100))」は名前にできません。\(fault.japanese)"
    case .notRole: "役割を選んでください"
    case .notAlone: "「links:create」はほかの権限と組み合わせられません"
    case .notOneHost:
      "「links:create」のトークンは一つのホストだけにリンクを作れます。www.example.com のように一つ入力してください"
    case .noDestinationHosts(let host):
      "「\(host)」のサイトに「destinationHosts」がありません。"
        + "トークンはアプリから誰でも取り出せるため、リンク先にできるホストを設定してください"
    case .onlyForApps: "「links:create」のトークンにだけ指定できます"
    case .notLength(let text):
      "「\(text.prefix(100))」は期間ではありません。90d、12h のように入力してください"
    }
  }
}
