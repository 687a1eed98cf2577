import HTTPCore
import JSONSyntax
package import LinkStorage

/// The reason why a request to the API or for a page is refused.
package enum ServiceRefusal: Wording {
  case nothingHere
  case launchesOfNoHost
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
    case .nothingHere: "there is nothing at this address"
    case .launchesOfNoHost:
      "the token only reaches the clicks of its hosts: launches belong to no host"
    case .hostNeeded(let hosts):
      "missing: expected one of the token's hosts, \(hosts.joined(separator: ", "))"
    case .methodNotAllowed(let method, let allowed):
      "\(method) is not allowed here: expected \(allowed)"
    case .store(let kind): kind.english
    case .tooLongComputing(let seconds):
      "the call took more than \(seconds) seconds of computing time"
    case .tooLongAnswer(let bytes): "the answer is longer than \(bytes) bytes"
    case .clientGone: "the client has disconnected"
    case .tooManyTransfers: "too many files are being imported and exported"
    case .bodyTooLong(let gigabytes):
      "the file is larger than \(gigabytes) GiB: expected it in several parts"
    case .bodyNotKept: "the disk has no room for the file"
    case .noRoomForBody: "too many files are arriving at once"
    case .unknownHost(let host): "'\(host)' is not a host of any site"
    case .noExaminations: "this node cannot ask other servers"
    case .tooManyExaminations: "too many examinations of hosts are waiting"
    case .tooManyOwnExaminations: "this token has too many examinations of hosts in progress"
    case .examinedTooOften: "hosts were examined too often"
    }
  }

  package var japanese: String {
    switch self {
    case .nothingHere: "このアドレスには何もありません"
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
    case .full: "the store has no room left"
    case .readOnly: "the store is read-only"
    case .locked: "another process is using the store"
    case .corrupt, .foreign: "the store is damaged, or was not made by Keiro"
    case .overloaded: "too many changes are waiting"
    case .unreachable, .closed, .failed: "the store does not answer"
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
