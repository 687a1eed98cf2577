import HTTPCore
import JSONSyntax
import LinkStorage
import Service

/// `Prefer: wait=2` (RFC 7240, section 4.3): an answer once every node has the change. Without it the
/// answer waits for this node alone.
extension APICall {
  /// Sends an answer; that to a change waits until all nodes have the change, for as long as the
  /// caller is willing to wait.
  func complete(_ answer: APIAnswer, _ completion: @escaping HTTPCompletion) {
    guard operation.changesCopies, (200...299).contains(answer.head.status.code) else {
      return completion(answer.response)
    }
    guard let seconds = Self.wait(fields.all("Prefer")) else {
      return completion(answer.naming(directory.feed.missingCopies).response)
    }
    directory.feed.awaitCopies(milliseconds: seconds * 1000) { behind in
      var answer = answer.naming(behind)
      answer.fields.append("Preference-Applied", "wait=\(seconds)")
      completion(answer.response)
    }
  }

  /// The longest accepted wait, in seconds.
  private static let longestWait = 30

  /// The seconds of the first readable `wait` preference; others are ignored, as are unknown
  /// preferences (RFC 7240, section 2).
  static func wait(_ values: [ArraySlice<UInt8>]) -> Int? {
    for value in values {
      for preference in value.split(separator: UInt8(ascii: ",")) {
        let parts = preference.prefix { $0 != UInt8(ascii: ";") }
          .split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, word(parts[0]).lowercased() == "wait" else { continue }
        var text = word(parts[1])
        if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
          text = String(text.dropFirst().dropLast())
        }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !text.isEmpty else { continue }
        return min(Int(text) ?? longestWait, longestWait)
      }
    }
    return nil
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let rest = bytes.drop(while: isSpace)
    let end = rest.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? rest.startIndex
    return String(decoding: rest[..<end], as: UTF8.self)
  }
}

extension APIAnswer {
  /// The answer that names nodes in its document, too.
  fileprivate func naming(_ behind: [String]) -> APIAnswer {
    guard !behind.isEmpty else { return self }
    var answer = self
    answer.head = head.naming(pendingNodes: behind)
    let member = JSONOutput.Member("pendingNodes", .strings(behind))
    switch document {
    case .object(let members): answer.document = .object(members + [member])
    case nil where head.body.isEmpty:
      answer.fields.append("Content-Type", "application/json")
      answer.fields.append("Cache-Control", "no-store")
      answer.document = .object([member])
    // Lines and other bodies have the names in the field alone.
    default: break
    }
    return answer
  }
}
