import Cryptography
import JSONSyntax
import Outgoing

/// The certificates of some hosts: orders, stores and renews them. Used by one thread, which may block.
package final class ACMEOrders {
  /// The settings of the configuration and the ways to the outside.
  package struct Setting: Sendable {
    package var directory: String
    /// The address for the authority's messages; nil for none.
    package var email: String?
    package var hosts: [String]
    package var storage: any ACMEStorage
    package var transport: ACMETransport
    /// Returns a random number from 0 to 1.
    package var share: @Sendable () -> Double
    /// Makes the process answer a challenge; nil to answer none.
    package var answer: @Sendable (ACMEChallenge?) -> Void
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
    /// The time before which nothing is ordered or written.
    var pausedUntil = 0
    /// Whether the authority knows the current certificate, so that the next order may name it.
    var isKnown = false
    /// Whether the current certificate still has to be written to the storage.
    var isUnwritten = false
  }

  private let setting: Setting
  private var hosts: [String: Host] = [:]
  /// The copies on this machine, by name, as last read or written.
  private var copies: [String: [UInt8]] = [:]
  /// Why a copy could not be written, by name.
  private var copyFailures: [String: ACMEError] = [:]
  /// The time before which there is no order, by the wish of the authority.
  private var limitedUntil = 0
  private var isStopped = false
  /// When shared certificates are read again.
  private var reloadAt = 0
  private var lastLook = 0

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
  /// The bytes of room for a chain that an order begins with.
  private static let chainBytes = 8192

  /// Begins with the copies on this machine.
  package init(_ setting: Setting) {
    self.setting = setting
    copies = setting.storage.copies(setting.hosts.map(Self.file) + [Self.accountKey])
    for name in setting.hosts {
      guard let pem = copies[Self.file(name)],
        let certificate = ACMECertificate(host: name, pem: pem)
      else { continue }
      take(certificate)
    }
  }

  private static func file(_ host: String) -> String { host + ".pem" }

  /// The certificates that exist, in the order of their hosts.
  package var certificates: [ACMECertificate] {
    setting.hosts.compactMap { hosts[$0]?.current }
  }

  /// Takes over the certificates that earlier orders from the same authority have and this machine's
  /// copies lack, and how long the authority wishes to be left alone.
  package func inherit(_ earlier: ACMEOrders) {
    guard earlier.setting.directory == setting.directory else { return }
    limitedUntil = earlier.limitedUntil
    for name in setting.hosts {
      guard let old = earlier.hosts[name], let current = old.current else { continue }
      var host = hosts[name] ?? Host()
      guard host.current.map({ $0.isOlder(than: current) }) ?? true else { continue }
      (host.current, host.renewAt) = (current, old.renewAt)
      (host.isKnown, host.isUnwritten) = (old.isKnown, old.isUnwritten)
      hosts[name] = host
    }
  }

  /// Orders and renews what is due.
  ///
  /// - Returns: whether the certificates have changed.
  package func look() -> Bool {
    let before = certificates
    let now = setting.transport.now()
    if now < lastLook { shift(by: now - lastLook) }
    lastLook = now
    if setting.storage.isShared {
      answerForOthers()
      if now >= reloadAt { reload() }
    }
    for host in setting.hosts where !isStopped && setting.transport.now() >= limitedUntil {
      look(at: host)
    }
    return certificates != before
  }

  /// Keeps the pauses as long as they are when the clock was set back, instead of waiting for a time that
  /// the clock should not have shown.
  private func shift(by seconds: Int) {
    reloadAt += seconds
    limitedUntil += seconds
    for name in hosts.keys {
      hosts[name]?.askAt += seconds
      hosts[name]?.pausedUntil += seconds
    }
  }

  private func look(at name: String) {
    let now = setting.transport.now()
    var host = hosts[name] ?? Host()
    defer { hosts[name] = host }
    guard now >= host.pausedUntil else { return }
    if !host.isUnwritten {
      if let current = host.current, now < current.certificate.notAfter, now >= host.askAt {
        ask(&host, current)
      }
      if let renewAt = host.renewAt, now < renewAt { return }
    }
    do throws(ACMEError) {
      guard try setting.storage.lease(seconds: Self.orderSeconds) else { return }
      if !isOrdered(name, &host) { try host.isUnwritten ? write(&host) : order(name, &host) }
      _ = try? setting.storage.lease(seconds: 0)
    } catch .stopped {
      // Another node may order at once.
      _ = try? setting.storage.lease(seconds: 0)
      isStopped = true
    } catch {
      fail(name, &host, error, since: now)
    }
  }

  private func fail(_ name: String, _ host: inout Host, _ error: ACMEError, since begin: Int) {
    host.failures += 1
    var pause = Self.pauses[min(host.failures, Self.pauses.count) - 1]
    if case .limited(let seconds, _) = error {
      pause = max(pause, seconds)
      limitedUntil = begin + pause
    }
    host.pausedUntil = setting.transport.now() + pause
    // The node that failed is the next to try, so that many nodes ask no more often than one.
    _ = try? setting.storage.lease(seconds: min(pause + Self.leadSeconds, Self.orderSeconds))
    let what =
      host.isUnwritten
      ? "the certificate for \(name) is served, but was not kept" : "no certificate for \(name)"
    setting.log("\(what): \(error.message); next attempt in \(pause) seconds")
  }

  /// Whether another node has ordered since this one last looked.
  private func isOrdered(_ name: String, _ host: inout Host) -> Bool {
    guard setting.storage.isShared else { return false }
    hosts[name] = host
    reload()
    host = hosts[name] ?? host
    return !host.isUnwritten && host.renewAt.map { setting.transport.now() < $0 } ?? false
  }

  /// Asks for the time of renewal. Without a suggestion from the authority the standard applies.
  private func ask(_ host: inout Host, _ current: ACMECertificate) {
    let now = setting.transport.now()
    host.askAt = now + Self.askingPauses.lowerBound * 6
    guard let client = try? client(), let url = client.renewalInfo,
      let identifier = RenewalTime.identifier(current.certificate),
      let answer = try? setting.transport.send("GET", url + "/" + identifier, nil),
      answer.status == 200,
      let time = RenewalTime.suggested(ACMEClient.document(answer), share: setting.share())
    else { return }
    host.renewAt = time
    host.isKnown = true
    if let wait = answer.secondsToWait(at: now) {
      let range = Self.askingPauses
      host.askAt = now + min(max(wait, range.lowerBound), range.upperBound)
    }
  }

  private func client() throws(ACMEError) -> ACMEClient {
    let key: SigningKey
    if let kept = try accountKey() {
      guard let read = SigningKey(pem: kept) else {
        throw .storage(
          "'\(Self.accountKey)' is no key of an account: expected PEM, or none for a new account")
      }
      key = read
    } else {
      guard let made = SigningKey(), let pem = made.pem else { throw .cryptography }
      try setting.storage.write(Self.accountKey, pem)
      key = made
    }
    return try ACMEClient(directory: setting.directory, key: key, transport: setting.transport)
  }

  private func accountKey() throws(ACMEError) -> [UInt8]? {
    do throws(ACMEError) {
      return try setting.storage.read([Self.accountKey])[Self.accountKey]
        ?? copies[Self.accountKey]
    } catch {
      guard let copy = copies[Self.accountKey] else { throw error }
      return copy
    }
  }

  private func order(_ name: String, _ host: inout Host) throws(ACMEError) {
    guard let key = SigningKey(), let keyText = key.pem else { throw .cryptography }
    // Nothing is ordered that could not be kept afterwards.
    try setting.storage.write(
      name + ".next", keyText + Array(repeating: UInt8(ascii: "\n"), count: Self.chainBytes))
    var client = try client()
    try client.openAccount(email: setting.email)
    let kinds = ACMEChallenge.Kind.allCases
    let setting = setting
    client.transport.wait = { (seconds) throws(ACMEError) in
      try setting.transport.wait(seconds)
      // An authority may keep a node waiting for longer than its right to order lasts.
      _ = try? setting.storage.lease(seconds: Self.orderSeconds)
    }
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
    guard let certificate = ACMECertificate(host: name, pem: keyText + chain) else {
      throw .unreadable("certificate")
    }
    take(certificate)
    host = hosts[name] ?? host
    host.isUnwritten = true
    let isDue = host.renewAt.map { $0 <= setting.transport.now() } ?? false
    setting.log(
      "there is a new certificate for \(name)"
        + (isDue ? ", due for renewal already: is this machine's clock right?" : ""))
    try write(&host)
  }

  /// Writes the certificate that is served, so that it outlives the process.
  private func write(_ host: inout Host) throws(ACMEError) {
    guard let current = host.current else { return }
    let file = Self.file(current.host)
    try setting.storage.write(file, current.pem)
    copies[file] = current.pem
    if host.failures > 0 { setting.log("the certificate for \(current.host) is kept") }
    (host.isUnwritten, host.failures) = (false, 0)
    // Whatever the authority suggests or a wrong clock says, the same certificate is not ordered again at
    // once.
    let life = current.certificate.notAfter - current.certificate.notBefore
    host.pausedUntil = setting.transport.now() + min(Self.askingPauses.lowerBound, life / 3)
  }

  /// Serves a certificate from now on.
  private func take(_ certificate: ACMECertificate) {
    var host = hosts[certificate.host] ?? Host()
    host.current = certificate
    host.renewAt = RenewalTime.standard(certificate.certificate, share: setting.share())
    (host.askAt, host.failures, host.isKnown, host.isUnwritten) = (0, 0, false, false)
    hosts[certificate.host] = host
  }
}

// MARK: - Certificates among nodes

extension ACMEOrders {
  /// Reads what other nodes have ordered, and keeps copies for a time when the storage is away. What was
  /// ordered later than the stored one, and could not be written then, is written again.
  package func reload() {
    reloadAt = setting.transport.now() + Self.reloading
    guard setting.storage.isShared,
      let stored = try? setting.storage.read(setting.hosts.map(Self.file) + [Self.accountKey])
    else { return }
    if let key = stored[Self.accountKey], SigningKey(pem: key) != nil {
      keepCopy(Self.accountKey, key)
    }
    for name in setting.hosts {
      let certificate = stored[Self.file(name)].flatMap { ACMECertificate(host: name, pem: $0) }
      let current = hosts[name]?.current
      guard let certificate, current.map({ !certificate.isOlder(than: $0) }) ?? true else {
        hosts[name]?.isUnwritten = current != nil
        continue
      }
      if certificate == current { hosts[name]?.isUnwritten = false } else { take(certificate) }
      keepCopy(Self.file(name), certificate.pem)
    }
  }

  private func keepCopy(_ name: String, _ bytes: [UInt8]) {
    guard copies[name] != bytes else { return }
    do throws(ACMEError) {
      try setting.storage.keepCopy(name, bytes)
      copies[name] = bytes
      copyFailures[name] = nil
    } catch {
      guard copyFailures.updateValue(error, forKey: name) != error else { return }
      setting.log("'\(name)' has no copy on this machine: \(error.message)")
    }
  }

  private func answerForOthers() {
    guard let text = try? setting.storage.read([Self.challenges])[Self.challenges] else { return }
    setting.answer(Self.challenge(text))
  }
}

// MARK: - Challenges among nodes

extension ACMEOrders {
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
