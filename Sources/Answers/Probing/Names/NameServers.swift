import CCurl
import Doctor
import Outgoing
import System
import WebSyntax

/// Name servers, for records that the system's resolver does not look up.
struct NameServers: Sendable {
  private let endpoints: [Endpoint]
  private let milliseconds: Int32 = 3000

  init(_ endpoints: [Endpoint]) { self.endpoints = endpoints }

  /// The servers of `/etc/resolv.conf`, limited to the first three like the resolver.
  static var system: NameServers {
    let bytes = (try? readFile("/etc/resolv.conf", limit: 1 << 16)) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    let endpoints = lines.compactMap { line -> Endpoint? in
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count > 1, words[0] == "nameserver" else { return nil }
      return IPAddress(words[1]).map { Endpoint(address: $0, port: 53) }
    }
    return NameServers(Array(endpoints.prefix(3)))
  }

  /// Looks up the CAA records that apply to a name (RFC 8659, section 3). Waits for the answers.
  func authorities(of name: String) -> AuthorityRecords {
    guard !endpoints.isEmpty else { return .unknown("there is no name server") }
    var labels = name.split(separator: ".")[...]
    while !labels.isEmpty {
      let found = ask(labels.joined(separator: "."))
      guard found == AuthorityRecords.none else { return found }
      labels = labels.dropFirst()
    }
    return AuthorityRecords.none
  }

  /// The first answer about a name.
  private func ask(_ name: String) -> AuthorityRecords {
    var refusal: AuthorityRecords?
    for endpoint in endpoints {
      guard let question = NameQuestion(name, identifier: .random(in: 0 ... .max)) else {
        return .unknown("'\(name)' is not a name")
      }
      guard let answer = exchange(question, endpoint).flatMap(question.answer) else { continue }
      guard case .unknown = answer else { return answer }
      refusal = refusal ?? answer
    }
    return refusal ?? .unknown("no name server answers")
  }

  /// Looks up a name with the first server that answers. Waits for the answers.
  func records(of name: String) -> NameRecords {
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
