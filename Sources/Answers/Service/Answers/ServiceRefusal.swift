package import HTTPCore
package import JSONSyntax
package import LinkStorage
import Links

package enum ServiceRefusal: TableSentence {
  case nothingHere
  case launchesOfNoHost
  case wholeServiceNeeded
  case hostNeeded([String])
  case methodNotAllowed(String, allowed: String)
  case store(LinkStoreError.Kind)
  case tooLongComputing(seconds: Int)
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

  package var told: Sentence {
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
    case .store(let kind): kind.told
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
}

extension LinkStoreError.Kind {
  fileprivate var told: Sentence {
    switch self {
    case .full: "the store has no room left: free some disk space"
    case .readOnly: "the store is read-only: make it writable"
    case .locked: "another process is using the store: try again"
    case .corrupt, .foreign:
      "the store is damaged, or was not made by Keiro: 'keiro store verify' tells more"
    case .overloaded: "too many changes are waiting: try again"
    case .unreachable, .closed, .failed: "the store does not answer: try again"
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
