package import Cryptography
import JSONSyntax

/// A certificate with its key.
package struct ACMECertificate: Equatable, Sendable {
  /// The host that the certificate was ordered for.
  package let host: String
  /// The key and the certificate chain, both as PEM.
  package let pem: [UInt8]
  /// The parsed certificate, with its expiry.
  package let certificate: Certificate
}

/// The certificates of some hosts: orders, stores and renews them. Used by one thread, which may block.
package final class ACMEOrders {
  /// The settings of the configuration and the ways to the outside.
  package struct Setting: Sendable {
    /// The URL of the authority's directory.
    package var directory: String
    /// The address for the authority's messages; nil for none.
    package var email: String?
    /// The hosts that need certificates.
    package var hosts: [String]
    /// Keeps the account, keys and certificates.
    package var storage: any ACMEStorage
    /// The connection to the authority.
    package var transport: ACMETransport
    /// Returns a random number from 0 to 1.
    package var share: @Sendable () -> Double
    /// Makes the process answer a challenge; nil to answer none.
    package var answer: @Sendable (ACMEChallenge?) -> Void
    /// Called with a sentence about each action.
    package var log: @Sendable (String) -> Void

    package init(
      directory: String, email: String?, hosts: [String], storage: any ACMEStorage,
      transport: ACMETransport, share: @escaping @Sendable () -> Double,
      answer: @escaping @Sendable (ACMEChallenge?) -> Void,
      log: @escaping @Sendable (String) -> Void
    ) {
      self.directory = directory
      self.email = email
      self.hosts = hosts
      self.storage = storage
      self.transport = transport
      self.share = share
      self.answer = answer
      self.log = log
    }
  }

  private struct Host {
    var current: ACMECertificate?
    var renewAt: Int?
    /// When to ask the authority again for the time of renewal.
    var askAt = 0
    var failures = 0
    /// The time before which nothing is ordered.
    var pausedUntil = 0
    /// Whether the authority knows the current certificate, so that the next order may name it.
    var isKnown = false
  }

  private let setting: Setting
  private var hosts: [String: Host] = [:]
  /// The time before which there is no order, by the wish of the authority or for good after a stop.
  private var limitedUntil = 0
  /// When shared certificates are read again.
  private var reloadAt = 0

  private static let accountKey = "account.key"
  private static let challenges = "challenge.json"
  /// Seconds until the next attempt, by the number of failures.
  private static let pauses = [10, 60, 300, 900, 3600, 3 * 3600, 6 * 3600]
  /// The bounds for the seconds between two questions about the time of renewal (RFC 9773, section
  /// 4.3.2).
  private static let askingPauses = 3600...86_400
  /// Seconds that exceed the duration of an order.
  private static let orderSeconds = 600
  /// The seconds by which the next attempt precedes the end of the lease.
  private static let leadSeconds = 5
  /// Seconds until other nodes have seen a challenge, for which they look every few seconds.
  private static let spreading = 6
  /// Seconds until the certificates of another node are noticed.
  private static let reloading = 10

  package init(_ setting: Setting) {
    self.setting = setting
    reload()
  }

  /// The certificates that exist, in the order of their hosts.
  package var certificates: [ACMECertificate] {
    setting.hosts.compactMap { hosts[$0]?.current }
  }

  /// Orders and renews what is due.
  ///
  /// - Returns: whether the certificates have changed.
  package func look() -> Bool {
    let before = certificates
    if setting.storage.isShared {
      answerForOthers()
      if setting.transport.now() >= reloadAt {
        reload()
        reloadAt = setting.transport.now() + Self.reloading
      }
    }
    for host in setting.hosts where setting.transport.now() >= limitedUntil { look(at: host) }
    return certificates != before
  }

  /// Reads the stored certificates: another node may have ordered.
  private func reload() {
    for name in setting.hosts {
      guard let pem = try? setting.storage.read(name + ".pem"),
        let certificate = Certificate(pem: pem), certificate.facts.covers(name)
      else { continue }
      var host = hosts[name] ?? Host()
      guard host.current?.pem != pem else { continue }
      host.current = ACMECertificate(host: name, pem: pem, certificate: certificate)
      host.renewAt = RenewalTime.standard(certificate.facts, share: setting.share())
      (host.askAt, host.failures, host.isKnown) = (0, 0, false)
      hosts[name] = host
    }
  }

  private func look(at name: String) {
    let now = setting.transport.now()
    var host = hosts[name] ?? Host()
    defer { hosts[name] = host }
    guard now >= host.pausedUntil else { return }
    if let current = host.current, now < current.certificate.facts.notAfter, now >= host.askAt {
      ask(&host, current)
    }
    if let renewAt = host.renewAt, now < renewAt { return }
    do throws(ACMEError) {
      guard try setting.storage.lease(seconds: Self.orderSeconds) else { return }
      if !isOrdered(name, &host) { try order(name, &host) }
      _ = try? setting.storage.lease(seconds: 0)
    } catch .stopped {
      // Another node may order at once.
      _ = try? setting.storage.lease(seconds: 0)
      limitedUntil = .max
    } catch {
      host.failures += 1
      var pause = Self.pauses[min(host.failures, Self.pauses.count) - 1]
      if case .limited(let seconds, _) = error {
        pause = max(pause, seconds)
        limitedUntil = now + pause
      }
      host.pausedUntil = setting.transport.now() + pause
      // The node that failed is the next to try, so that many nodes ask no more often than one.
      _ = try? setting.storage.lease(seconds: min(pause + Self.leadSeconds, Self.orderSeconds))
      setting.log("no certificate for \(name): \(error.message); next attempt in \(pause) seconds")
    }
  }

  /// Whether another node has ordered since this one last looked.
  private func isOrdered(_ name: String, _ host: inout Host) -> Bool {
    guard setting.storage.isShared else { return false }
    hosts[name] = host
    reload()
    host = hosts[name] ?? host
    return host.renewAt.map { setting.transport.now() < $0 } ?? false
  }

  /// Asks for the time of renewal. Without a suggestion from the authority the standard applies.
  private func ask(_ host: inout Host, _ current: ACMECertificate) {
    let now = setting.transport.now()
    host.askAt = now + Self.askingPauses.lowerBound * 6
    guard let client = try? client(), let url = client.directory.renewalInfo,
      let identifier = RenewalTime.identifier(current.certificate),
      let answer = try? setting.transport.send("GET", url + "/" + identifier, nil),
      answer.status == 200,
      let time = RenewalTime.suggested(ACMEClient.document(answer), share: setting.share())
    else { return }
    host.renewAt = time
    host.isKnown = true
    if let wait = RetryAfter.seconds(answer["retry-after"], now: now) {
      let range = Self.askingPauses
      host.askAt = now + min(max(wait, range.lowerBound), range.upperBound)
    }
  }

  private func client() throws(ACMEError) -> ACMEClient {
    let key: SigningKey
    if let kept = try setting.storage.read(Self.accountKey) {
      guard let read = SigningKey(pem: kept) else {
        throw .storage("'\(Self.accountKey)' is no key of an account")
      }
      key = read
    } else {
      guard let made = SigningKey(), let pem = made.pem else { throw .cryptography }
      try setting.storage.write(Self.accountKey, pem)
      key = made
    }
    return try ACMEClient(directory: setting.directory, key: key, transport: setting.transport)
  }

  private func order(_ name: String, _ host: inout Host) throws(ACMEError) {
    var client = try client()
    try client.openAccount(email: setting.email)
    guard let key = SigningKey(), let keyText = key.pem else { throw .cryptography }
    let kinds = ACMEChallenge.Kind.allCases
    let setting = setting
    var order = ACMEOrder(
      client: client, host: name, kind: kinds[host.failures % kinds.count]
    ) { (challenge) throws(ACMEError) in
      setting.answer(challenge)
      guard setting.storage.isShared else { return }
      try setting.storage.write(Self.challenges, Self.text(of: challenge))
      if challenge != nil { try setting.transport.wait(Self.spreading) }
    }
    let replaced = host.isKnown ? host.current : nil
    let chain = try order.run(
      key: key, replacing: replaced.flatMap { RenewalTime.identifier($0.certificate) })
    try setting.storage.write(name + ".pem", keyText + chain)
    reload()
    host = hosts[name] ?? host
    // Whatever the authority suggests, the same certificate is not ordered again at once.
    host.pausedUntil = setting.transport.now() + Self.askingPauses.lowerBound
    setting.log("there is a new certificate for \(name)")
  }
}

// MARK: - Challenges among nodes

extension ACMEOrders {
  private func answerForOthers() {
    guard let text = try? setting.storage.read(Self.challenges) else { return }
    setting.answer(Self.challenge(text))
  }

  private static func text(of challenge: ACMEChallenge?) -> [UInt8] {
    let output: JSONOutput =
      switch challenge {
      case .http(let token, let text): .strings(["http", token, text])
      case .tls(let host, let digest): .strings(["tls", host, Base64.url.encode(digest)])
      case nil: .array([])
      }
    return Array(output.compact.utf8)
  }

  private static func challenge(_ text: [UInt8]) -> ACMEChallenge? {
    let words = (try? JSONDocument(parsing: text))?.root.array?.compactMap(\.string) ?? []
    guard words.count == 3 else { return nil }
    switch words[0] {
    case "http": return .http(token: words[1], keyAuthorization: words[2])
    case "tls":
      return Base64.url.decode(words[2]).map { .tls(host: words[1], digest: $0) }
    default: return nil
    }
  }
}

/// Storage for keys and certificates, under names such as `account.key` and `www.example.com.pem`.
package protocol ACMEStorage: Sendable {
  /// Whether other nodes use it, too.
  var isShared: Bool { get }
  /// The contents under a name; nil when there is nothing.
  func read(_ name: String) throws(ACMEError) -> [UInt8]?
  /// Replaces the contents under a name as a whole.
  func write(_ name: String, _ bytes: [UInt8]) throws(ACMEError)
  /// Takes or renews the exclusive right to order for some seconds, and ends it with 0; false while
  /// another node has it.
  func lease(seconds: Int) throws(ACMEError) -> Bool
}
