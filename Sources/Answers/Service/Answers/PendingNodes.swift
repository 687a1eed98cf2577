package import HTTPCore

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
