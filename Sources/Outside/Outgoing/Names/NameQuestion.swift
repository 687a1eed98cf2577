/// A question to a name server (RFC 1035, section 4).
package struct NameQuestion: Equatable, Sendable {
  package let name: String
  package let identifier: UInt16
  private let kind: UInt16
  private let isUnchecked: Bool

  /// What a server answers to a question for CAA records.
  package enum Answer: Equatable, Sendable {
    /// The CAA records of the name; empty for none.
    case records([AuthorityRecord])
    /// The server answers with an error, or cut short.
    case refused(String)
  }

  /// Nil for a name that has no form on the wire.
  ///
  /// - Parameters:
  ///   - name: without a full stop at its end.
  ///   - identifier: by which the answer is known.
  ///   - kind: of the records, by `NameReply.Kind`.
  ///   - isUnchecked: whether answers whose signatures are wrong are wanted too.
  package init?(
    _ name: String, identifier: UInt16, kind: UInt16 = NameReply.Kind.authority,
    isUnchecked: Bool = false
  ) {
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard name.utf8.count <= 253, labels.allSatisfy({ (1...63).contains($0.utf8.count) }) else {
      return nil
    }
    self.name = name
    self.identifier = identifier
    self.kind = kind
    self.isUnchecked = isUnchecked
  }

  /// With recursion desired, with interest in whether signatures are right (RFC 6840, section 5.7),
  /// and with room for answers of 1232 bytes (RFC 6891).
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func append(_ numbers: UInt16...) {
      for number in numbers {
        bytes += [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
      }
    }
    append(identifier, isUnchecked ? 0x0130 : 0x0120, 1, 0, 0, 1)
    for label in name.split(separator: ".") {
      bytes.append(UInt8(truncatingIfNeeded: label.utf8.count))
      bytes += label.utf8
    }
    bytes.append(0)
    append(kind, 1)
    // OPT: the root as its name, the size in the place of the class.
    bytes.append(0)
    append(41, 1232, 0, 0, 0)
    return bytes
  }

  package func reply(_ bytes: [UInt8]) -> NameReply? { NameReply(bytes, identifier: identifier) }

  /// The CAA records of an answer; nil for bytes that are not the answer to this question.
  package func answer(_ bytes: [UInt8]) -> Answer? {
    guard let reply = reply(bytes) else { return nil }
    if reply.isCut { return .refused("the answer is cut short") }
    switch reply.code {
    case NameReply.Code.good: break
    // The name is not there, and so are its records.
    case NameReply.Code.noSuchName: return .records([])
    case let code: return .refused("the name server answers with error \(code)")
    }
    var records: [AuthorityRecord] = []
    for record in reply.records where record.type == NameReply.Kind.authority {
      guard let record = AuthorityRecord(record.data[...]) else { return nil }
      records.append(record)
    }
    return .records(records)
  }
}

/// A CAA record (RFC 8659, section 4.1).
package struct AuthorityRecord: Equatable, Sendable {
  /// In lower case, as in `issue`.
  package let tag: String
  package let value: String

  fileprivate init?(_ data: ArraySlice<UInt8>) {
    let rest = data.dropFirst(2)
    guard let count = data.dropFirst().first, count > 0, rest.count >= Int(count) else {
      return nil
    }
    tag = String(decoding: rest.prefix(Int(count)), as: UTF8.self).lowercased()
    value = String(decoding: rest.dropFirst(Int(count)), as: UTF8.self)
  }

  /// The name of the authority without its parameters, in lower case; empty for nobody.
  package var authority: String {
    let name = value.prefix { $0 != ";" }
    return name.filter { !$0.isWhitespace }.lowercased()
  }
}
