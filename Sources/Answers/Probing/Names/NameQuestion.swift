import Doctor

/// A query to a name server (RFC 1035, section 4).
struct NameQuestion: Equatable, Sendable {
  let name: String
  /// The number that identifies the reply.
  let identifier: UInt16
  private let kind: UInt16
  private let isUnchecked: Bool

  /// Nil for a name that cannot be encoded.
  ///
  /// - Parameters:
  ///   - name: the name without a trailing dot.
  ///   - identifier: the number that identifies the reply.
  ///   - kind: the type of the records, from `NameReply.Kind`.
  ///   - isUnchecked: whether to accept answers with invalid signatures.
  init?(
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

  /// The encoded query: it desires recursion and signature checks (RFC 6840, section 5.7), and allows
  /// answers of 1232 bytes (RFC 6891).
  var bytes: [UInt8] {
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
    // OPT: the root as its name, the size in place of the class.
    bytes.append(0)
    append(41, 1232, 0, 0, 0)
    return bytes
  }

  /// The reply in a datagram; nil for bytes that do not reply to this query.
  func reply(_ bytes: [UInt8]) -> NameReply? { NameReply(bytes, identifier: identifier) }

  /// The CAA records in a datagram; nil for bytes that do not reply to this query.
  func answer(_ bytes: [UInt8]) -> AuthorityRecords? {
    guard let reply = reply(bytes) else { return nil }
    if reply.isCut { return .unknown("the answer is cut short") }
    switch reply.code {
    case NameReply.Code.good: break
    // A name that does not exist has no records either.
    case NameReply.Code.noSuchName: return AuthorityRecords.none
    case let code: return .unknown("the name server answers with error \(code)")
    }
    let records = reply.records.filter { $0.type == NameReply.Kind.authority }
    guard !records.isEmpty else { return AuthorityRecords.none }
    var authorities: [String] = []
    for record in records {
      guard let record = AuthorityRecord(record.data[...]) else { return nil }
      if record.tag == "issue" { authorities.append(record.authority) }
    }
    return .records(authorities, at: name)
  }
}

/// A CAA record (RFC 8659, section 4.1).
private struct AuthorityRecord {
  /// The tag in lower case, such as `issue`.
  let tag: String
  /// The domain of the authority without its parameters, in lower case; empty for none.
  let authority: String

  init?(_ data: ArraySlice<UInt8>) {
    let rest = data.dropFirst(2)
    guard let count = data.dropFirst().first, count > 0, rest.count >= Int(count) else {
      return nil
    }
    tag = String(decoding: rest.prefix(Int(count)), as: UTF8.self).lowercased()
    let value = String(decoding: rest.dropFirst(Int(count)), as: UTF8.self)
    authority = value.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
  }
}
