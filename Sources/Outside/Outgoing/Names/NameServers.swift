import CCurl
import System
package import WebSyntax

/// Name servers, for records that the system's resolver does not look up.
package struct NameServers: Sendable {
  private let endpoints: [Endpoint]
  /// The time limit for each server.
  private let milliseconds: Int32 = 3000

  package init(_ endpoints: [Endpoint]) { self.endpoints = endpoints }

  /// The servers of `/etc/resolv.conf`, limited to the first three like the resolver.
  package static var system: NameServers {
    let bytes = (try? readFile("/etc/resolv.conf", limit: 1 << 16)) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    let endpoints = lines.compactMap { line -> Endpoint? in
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count > 1, words[0] == "nameserver" else { return nil }
      return IPAddress(words[1]).map { Endpoint(address: $0, port: 53) }
    }
    return NameServers(Array(endpoints.prefix(3)))
  }

  /// The CAA records that apply to a name.
  package enum Authorities: Equatable, Sendable {
    /// The records of the name itself, or of the nearest name above that has any.
    case records([AuthorityRecord], at: String)
    case none
    /// The reason why they are not known.
    case unknown(String)
  }

  /// Looks up the CAA records that apply to a name (RFC 8659, section 3). Waits for the answers.
  package func authorities(of name: String) -> Authorities {
    guard !endpoints.isEmpty else { return .unknown("there is no name server") }
    var labels = name.split(separator: ".")[...]
    while !labels.isEmpty {
      let name = labels.joined(separator: ".")
      switch ask(name) {
      case .records(let records) where !records.isEmpty: return .records(records, at: name)
      case .records: labels = labels.dropFirst()
      case .refused(let reason): return .unknown(reason)
      case nil: return .unknown("no name server answers")
      }
    }
    return .none
  }

  /// The first answer; nil when no server answers.
  private func ask(_ name: String) -> NameQuestion.Answer? {
    var refusal: NameQuestion.Answer?
    for endpoint in endpoints {
      guard let question = NameQuestion(name, identifier: .random(in: 0 ... .max)) else {
        return .refused("'\(name)' is not a name")
      }
      guard let answer = exchange(question, endpoint).flatMap(question.answer) else { continue }
      if case .records = answer { return answer }
      refusal = refusal ?? answer
    }
    return refusal
  }

  /// The facts about a name other than its addresses.
  package enum Standing: Equatable, Sendable {
    /// The names that it is an alias of; the time to live of its records in seconds, nil for none; and
    /// whether a server has verified its signatures.
    case found(aliases: [String], lifetime: Int?, isAuthentic: Bool)
    /// A server answers only clients that accept invalid signatures (DNSSEC).
    case forged
    /// The reason why nothing is known.
    case unknown(String)
  }

  /// Looks up a name with the first server that answers. Waits for the answers.
  package func standing(of name: String) -> Standing {
    for endpoint in endpoints {
      guard let reply = reply(name, endpoint, isUnchecked: false) else { continue }
      switch reply.code {
      case NameReply.Code.good where !reply.isCut:
        return .found(
          aliases: reply.aliases, lifetime: reply.lifetime, isAuthentic: reply.isAuthentic)
      case NameReply.Code.serverFailure:
        let unchecked = self.reply(name, endpoint, isUnchecked: true)
        return unchecked?.code == NameReply.Code.good
          ? .forged : .unknown("the name server answers with error \(reply.code)")
      case NameReply.Code.noSuchName: return .unknown("there is no such name")
      default: return .unknown("the name server gives no complete answer")
      }
    }
    return .unknown("no name server answers")
  }

  private func reply(_ name: String, _ endpoint: Endpoint, isUnchecked: Bool) -> NameReply? {
    let question = NameQuestion(
      name, identifier: .random(in: 0 ... .max), kind: NameReply.Kind.address,
      isUnchecked: isUnchecked)
    guard let question else { return nil }
    return exchange(question, endpoint).flatMap(question.reply)
  }

  /// The reply's bytes; nil for none in time.
  private func exchange(_ question: NameQuestion, _ endpoint: Endpoint) -> [UInt8]? {
    let bytes = question.bytes
    var answer = [UInt8](repeating: 0, count: 4096)
    let address = Self.bytes(of: endpoint.address)
    let count = keiro_ask_datagram(
      endpoint.address.v4 == nil, address, UInt16(clamping: endpoint.port), bytes, bytes.count,
      &answer, answer.count, milliseconds)
    return count > 0 ? Array(answer.prefix(count)) : nil
  }

  /// The bytes of an address in network order.
  private static func bytes(of address: IPAddress) -> [UInt8] {
    if let v4 = address.v4 { return withUnsafeBytes(of: v4.bigEndian) { Array($0) } }
    return withUnsafeBytes(of: (address.high.bigEndian, address.low.bigEndian)) { Array($0) }
  }
}

/// Look-ups of host names by the system's resolver.
package enum NameLookup {
  /// Why a name has no addresses.
  package struct Failure: Error, Equatable, Sendable {
    /// The system's message, such as `Name or service not known`.
    package let message: String

    package init(message: String) {
      self.message = message
    }
  }

  /// The unique addresses of both families, in the order in which the system tries them. Waits for the
  /// answer.
  package static func addresses(of name: String) throws(Failure) -> [IPAddress] {
    let (code, addresses) = look(name)
    guard code == 0 else {
      throw Failure(message: gai_strerror(code).map { String(cString: $0) } ?? "error \(code)")
    }
    return addresses
  }

  /// Whether a name exists; nil when that is unknown. Waits for the answer.
  package static func knows(_ name: String) -> Bool? {
    switch look(name).code {
    case 0: true
    case EAI_NONAME: false
    default: nil
    }
  }

  private static func look(_ name: String) -> (code: Int32, addresses: [IPAddress]) {
    final class Found {
      var addresses: [IPAddress] = []
    }
    let found = Found()
    let code = withExtendedLifetime(found) {
      keiro_addresses(name, Unmanaged.passUnretained(found).toOpaque()) { context, pointer in
        guard let context, let pointer, let endpoint = Endpoint(pointer) else { return }
        let found = Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
        if !found.addresses.contains(endpoint.address) { found.addresses.append(endpoint.address) }
      }
    }
    return (code, found.addresses)
  }
}
