import CTLS
package import Cryptography
import Synchronization

package enum TLSVersion: String, CaseIterable, Sendable {
  case tls12 = "1.2"
  case tls13 = "1.3"

  var number: Int32 { self == .tls12 ? 0x0303 : 0x0304 }
}

/// The identities of a server, selected by the names that clients ask for (RFC 6066, section 3).
///
/// Contexts of libssl may be used by many threads, and none is changed after `init`. Sessions keep the
/// context that they began with.
package final class TLSContext: Sendable {
  /// The context in which sessions begin without identities, and the source of the ticket secrets.
  nonisolated(unsafe) private let entry: OpaquePointer
  private let groups: [Group]
  /// The group of the last session, with which the next one begins: libssl copies the certificates once
  /// more when a session switches to another group.
  private let lastGroup = Atomic(0)
  private let groupOfName: [String: Int]
  private let challenges: TLSChallenges?
  private let servesAnyHost: Bool
  /// Whether libssl is available; the first context of the process loads it.
  private static let hasLibrary = keiro_tls_load()

  private struct Group: Sendable {
    nonisolated(unsafe) let context: OpaquePointer
    let certificates: [Certificate]
  }

  /// - Parameters:
  ///   - identities: those with other types of keys complement each other for the names that they share.
  ///     Clients that ask for an unknown name or none get those for the first name of the first one. If
  ///     empty, only challenges are answered.
  ///   - minimum: the lowest version.
  ///   - clientAuthorities: authorities as PEM, one of which must have issued the client's certificate;
  ///     nil if clients need none.
  ///   - challenges: the answers to authorities that validate names.
  ///   - servesAnyHost: whether requests may be for hosts that the certificate is not valid for.
  ///   - previous: a context whose sessions may be resumed with this one.
  package init(
    _ identities: [TLSIdentity], minimum: TLSVersion = .tls12, clientAuthorities: [UInt8]? = nil,
    challenges: TLSChallenges? = nil, servesAnyHost: Bool = false,
    resuming previous: TLSContext? = nil
  ) throws(TLSError) {
    guard Self.hasLibrary else { throw .unavailable }
    let certificates = identities.map(\.certificate)
    let chosen = Self.choices(certificates)
    var numbers: [[Int]: Int] = [:]
    // Each identity is in one of them, the first one in the first.
    var choices: [[Int]] = []
    for (index, certificate) in certificates.enumerated() {
      let own = certificate.shared.compactMap { chosen[$0] }.filter { $0.contains(index) }
      for choice in own.isEmpty ? [[index]] : own where numbers[choice] == nil {
        numbers[choice] = choices.count
        choices.append(choice)
      }
    }
    groupOfName = chosen.compactMapValues { numbers[$0] }
    var made: [OpaquePointer] = []
    do throws(TLSError) {
      for _ in 0...choices.count { made.append(try Self.make(minimum, clientAuthorities)) }
      for (context, choice) in zip(made.dropFirst(), choices) {
        for index in choice { try Self.add(identities[index], at: index, to: context) }
      }
    } catch {
      made.forEach(keiro_tls_context_free)
      throw error
    }
    entry = made.removeFirst()
    groups = zip(made, choices).map { context, choice in
      Group(context: context, certificates: choice.map { certificates[$0] })
    }
    self.challenges = challenges
    self.servesAnyHost = servesAnyHost
    shareSecrets(of: previous)
  }

  deinit {
    groups.forEach { keiro_tls_context_free($0.context) }
    keiro_tls_context_free(entry)
  }

  /// The certificates for each name: of each type of key the first one.
  package static func choices(_ certificates: [Certificate]) -> [String: [Int]] {
    var chosen: [String: [Int]] = [:]
    for (index, certificate) in certificates.enumerated() {
      for name in certificate.shared {
        let others = chosen[name, default: []]
        if others.allSatisfy({ certificates[$0].keyKind != certificate.keyKind }) {
          chosen[name] = others + [index]
        }
      }
    }
    return chosen
  }

  private static func make(
    _ minimum: TLSVersion, _ clientAuthorities: [UInt8]?
  ) throws(TLSError) -> OpaquePointer {
    guard let context = keiro_tls_context_new(minimum.number, false, Choice.chooser) else {
      throw .noMemory
    }
    guard let clientAuthorities else { return context }
    guard keiro_tls_context_require(context, clientAuthorities, clientAuthorities.count) else {
      keiro_tls_context_free(context)
      throw .notAuthorities
    }
    return context
  }

  private static func add(
    _ identity: TLSIdentity, at index: Int, to context: OpaquePointer
  ) throws(TLSError) {
    switch use(identity.chain, identity.key, context) {
    case KEIRO_TLS_DONE: return
    case KEIRO_TLS_NO_CERTIFICATE: throw .notCertificate(index)
    case KEIRO_TLS_NO_KEY: throw .notKey(index)
    case KEIRO_TLS_MISMATCH: throw .otherKey(index)
    default: throw .refused(index)
    }
  }

  private static func use(_ chain: [UInt8], _ key: [UInt8], _ context: OpaquePointer) -> Int {
    Int(keiro_tls_context_use(context, chain, chain.count, key, key.count))
  }

  /// Makes sessions resumable in whichever context they begin.
  private func shareSecrets(of previous: TLSContext?) {
    var secrets = [UInt8](repeating: 0, count: Int(KEIRO_TLS_TICKET_SECRETS))
    guard keiro_tls_context_get_secrets(previous?.entry ?? entry, &secrets) else { return }
    for context in [entry] + groups.map(\.context) {
      _ = keiro_tls_context_set_secrets(context, secrets)
    }
  }

  /// A session on a connection; nil when memory runs out.
  package func session(on descriptor: Int32) -> TLSSession? {
    let start = context(of: lastGroup.load(ordering: .relaxed)) ?? entry
    return TLSSession(Choice(self), start, descriptor)
  }

  fileprivate func covers(_ group: Int, host: String) -> Bool {
    servesAnyHost
      || groups.indices.contains(group)
        && groups[group].certificates.contains { $0.covers(host: host) }
  }

  fileprivate func group(of name: String?) -> Int? {
    if let name {
      if let group = groupOfName[name] { return group }
      if let dot = name.firstIndex(of: "."), let group = groupOfName["*" + name[dot...]] {
        return group
      }
    }
    return groups.isEmpty ? nil : 0
  }

  fileprivate func context(of group: Int) -> OpaquePointer? {
    groups.indices.contains(group) ? groups[group].context : nil
  }

  /// The context of a group, in which the next session will begin.
  fileprivate func begin(_ group: Int) -> OpaquePointer? {
    if lastGroup.load(ordering: .relaxed) != group { lastGroup.store(group, ordering: .relaxed) }
    return context(of: group)
  }

  /// A context that answers the challenge for a name; the caller frees it.
  fileprivate func makeChallengeContext(_ name: String) -> OpaquePointer? {
    guard let answer = challenges?.answer(for: name),
      let context = keiro_tls_context_new(TLSVersion.tls12.number, true, nil)
    else { return nil }
    guard Self.use(answer.chain, answer.key, context) == KEIRO_TLS_DONE else {
      keiro_tls_context_free(context)
      return nil
    }
    return context
  }
}

extension Certificate {
  /// What certificates may share; no client asks for an address by name.
  fileprivate var shared: [String] { names + addresses.map { "\($0)" } }
}

/// The choice that a session made by the client's first message.
final class Choice {
  let context: TLSContext
  /// The group of identities; nil before the first message, and in a challenge.
  private(set) var group: Int?
  private var challenge: OpaquePointer?

  init(_ context: TLSContext) {
    self.context = context
  }

  deinit {
    if let challenge { keiro_tls_context_free(challenge) }
  }

  func covers(host: String) -> Bool {
    group.map { context.covers($0, host: host) } ?? false
  }

  private func choose(_ name: String?, isChallenge: Bool) -> OpaquePointer? {
    guard !isChallenge else {
      guard challenge == nil, let name else { return nil }
      challenge = context.makeChallengeContext(name)
      return challenge
    }
    group = context.group(of: name)
    return group.flatMap(context.begin)
  }

  static let chooser: keiro_tls_chooser = { owner, name, count, isChallenge in
    let choice = Unmanaged<Choice>.fromOpaque(owner).takeUnretainedValue()
    // No host name is longer (RFC 1035, section 2.3.4). Some clients send the dot at the end of a URL's
    // host, which RFC 6066 leaves out; the name is the same.
    let text = name.flatMap { start -> String? in
      guard count <= 255 else { return nil }
      let bytes = UnsafeBufferPointer(start: start, count: count)
      let isDotted = count > 1 && bytes.last == UInt8(ascii: ".")
      return String(decoding: bytes.dropLast(isDotted ? 1 : 0), as: UTF8.self).lowercased()
    }
    return choice.choose(text, isChallenge: isChallenge)
  }
}
