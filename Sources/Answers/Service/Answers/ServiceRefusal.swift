package import HTTPCore
import JSONSyntax
package import LinkStorage

package enum ServiceRefusal: Wording {
  case nothingHere
  case launchesOfNoHost
  case wholeServiceNeeded
  case hostNeeded([String])
  case methodNotAllowed(String, allowed: String)
  case store(LinkStoreError.Kind)
  case tooLongComputing(seconds: Double)
  case tooLongAnswer(bytes: Int)
  case clientGone
  case tooManyTransfers
  case bodyTooLong(gigabytes: Int)
  case bodyNotKept
  case noRoomForBody
  case unknownHost(String)
  case noExaminations
  case tooManyExaminations
  case tooManyOwnExaminations
  case examinedTooOften

  package var english: String {
    switch self {
    case .nothingHere: "there is nothing at this address: check its spelling"
    case .wholeServiceNeeded:
      "this is about the whole service: expected a token or person without hosts"
    case .launchesOfNoHost:
      "launches belong to no host: expected a token that reaches all hosts"
    case .hostNeeded(let hosts):
      "missing: expected one of the token's hosts, \(hosts.joined(separator: ", "))"
    case .methodNotAllowed(let method, let allowed):
      "\(method) is not allowed here: expected \(allowed)"
    case .store(let kind): kind.english
    case .tooLongComputing(let seconds):
      "the call took more than \(seconds) seconds of computing time: ask for less"
    case .tooLongAnswer(let bytes): "the answer is longer than \(bytes) bytes: ask for less"
    case .clientGone: "the client has disconnected: try again"
    case .tooManyTransfers: "too many files are being imported and exported: try again later"
    case .bodyTooLong(let gigabytes):
      "the file is larger than \(gigabytes) GiB: expected it in several parts"
    case .bodyNotKept: "the disk has no room for the file: free some, or send less"
    case .noRoomForBody: "too many files are arriving at once: try again later"
    case .unknownHost(let host):
      "'\(host)' is not a host of any site: expected one of the configuration"
    case .noExaminations: "this node cannot ask other servers: ask another node"
    case .tooManyExaminations: "too many examinations of hosts are waiting: try again later"
    case .tooManyOwnExaminations:
      "this token has too many examinations of hosts in progress: wait for one of them"
    case .examinedTooOften: "hosts were examined too often: try again later"
    }
  }

  package var japanese: String {
    switch self {
    case .nothingHere: "このアドレスには何もありません"
    case .wholeServiceNeeded: "サービス全体に関わるため、ホストを限られた人やトークンには表示できません"
    case .launchesOfNoHost: "アプリの起動はどのホストにも属さないため、見られるのはクリックだけです"
    case .hostNeeded(let hosts):
      "ホストを選んでください。使えるのは \(hosts.joined(separator: ", ")) です"
    case .methodNotAllowed(let method, let allowed):
      "ここでは \(method) を使えません。使えるのは \(allowed) です"
    case .store(let kind): kind.japanese
    case .tooLongComputing(let seconds): "処理が \(seconds) 秒を超えました"
    case .tooLongAnswer(let bytes): "答えが \(bytes) バイトを超えました"
    case .clientGone: "要求が取り消されました"
    case .tooManyTransfers: "同時に取り込み・書き出し中のファイルが多すぎます"
    case .bodyTooLong(let gigabytes):
      "ファイルが \(gigabytes) GiB を超えています。いくつかに分けてください"
    case .bodyNotKept: "ディスクに空きがなく、ファイルを保存できません"
    case .noRoomForBody: "同時に届いているファイルが多すぎます"
    case .unknownHost(let host): "ホスト「\(host)」のサイトがありません"
    case .noExaminations: "このノードはほかのサーバーに問い合わせできません"
    case .tooManyExaminations: "待っている検査が多すぎます"
    case .tooManyOwnExaminations: "検査中のものが多すぎます"
    case .examinedTooOften: "検査が頻繁すぎます。しばらく待ってください"
    }
  }
}

extension LinkStoreError.Kind {
  fileprivate var english: String {
    switch self {
    case .full: "the store has no room left: free some disk space"
    case .readOnly: "the store is read-only: make its file writable"
    case .locked: "another process is using the store: try again"
    case .corrupt, .foreign:
      "the store is damaged, or was not made by Keiro: 'keiro store verify' tells more"
    case .overloaded: "too many changes are waiting: try again"
    case .unreachable, .closed, .failed: "the store does not answer: try again"
    }
  }

  fileprivate var japanese: String {
    switch self {
    case .full: "ストアに空きがありません"
    case .readOnly: "ストアは読み取り専用です"
    case .locked: "ほかのプロセスがストアを使っています"
    case .corrupt, .foreign: "ストアが壊れているか、Keiro のものではありません"
    case .overloaded: "待っている変更が多すぎます"
    case .unreachable, .closed, .failed: "ストアが応答しません"
    }
  }
}

extension HTTPResponse {
  /// The answer to a change that is made, but not seen by visitors of all nodes yet: 202 in place of a
  /// plain success, and the names of these nodes.
  package func naming(pendingNodes names: [String]) -> HTTPResponse {
    guard !names.isEmpty, (200...399).contains(status.code) else { return self }
    var answer = self
    // A redirect leads on all the same.
    if status.code < 300 { answer.status = .accepted }
    answer.fields.append("Keiro-Pending-Nodes", names.joined(separator: ", "))
    return answer
  }
}
