import Cryptography
import FakeAuthority
import Glibc
import ProgramSupport
import TLS
import TLSClient
import Testing

@testable import KeiroCommand
@testable import KeiroConfiguration

@Suite struct CertificateWatchTests {
  private let folder: TemporaryFolder
  private var settings = TLSSettings()

  init() throws {
    folder = try TemporaryFolder()
    settings.certificates = [
      CertificateFiles(chain: folder.path + "/chain.pem", key: folder.path + "/key.pem")
    ]
    try folder.writeCertificate(of: "DNS:one.example")
  }

  private func watch(
    _ settings: TLSSettings? = nil, now: Double = 0
  ) throws(ServiceFailure) -> CertificateWatch {
    try CertificateWatch(
      settings ?? self.settings, ordered: [], challenges: TLSChallenges(), now: now)
  }

  private func names(_ change: CertificateWatch.Change) -> String? {
    guard case .replaced(let served) = change else { return nil }
    return served.names
  }

  private func failure(_ change: CertificateWatch.Change) -> String? {
    guard case .failed(let problem) = change else { return nil }
    return problem.path
  }

  /// Of a certificate that ends in nine days and a half, with the time.
  private func lateWatch() throws -> (CertificateWatch, now: Double) {
    try folder.writeCertificate(of: "DNS:one.example", days: 10)
    let watch = try watch()
    let end = try #require(watch.served.identities.first).certificate.notAfter
    return (watch, Double(end) - 9.5 * 86_400)
  }

  @Test func `serves files that change`() throws {
    var watch = try watch()
    #expect(names(watch.look(now: 1)) == nil)
    try folder.writeCertificate(of: "DNS:two.example")
    #expect(names(watch.look(now: 2)) == "two.example")
    #expect(names(watch.look(now: 3)) == nil)
  }

  @Test func `keeps the old ones where the new ones are wrong, and says so once`() throws {
    var watch = try watch()
    try folder.writeCertificate(of: "DNS:two.example", chain: false)
    // The other file may be about to change.
    #expect(failure(watch.look(now: 1)) == nil)
    #expect(failure(watch.look(now: 2)) == "server.tls.certificates[0].key")
    #expect(failure(watch.look(now: 3)) == nil)
    #expect(watch.served.names == "one.example")
    try folder.write("no certificate", to: "chain.pem")
    _ = watch.look(now: 4)
    #expect(failure(watch.look(now: 5)) == "server.tls.certificates[0].chain")
    try #require(unlink(folder.path + "/key.pem") == 0)
    _ = watch.look(now: 6)
    #expect(failure(watch.look(now: 7)) != nil)
    try folder.writeCertificate(of: "DNS:three.example")
    #expect(names(watch.look(now: 8)) == "three.example")
  }

  @Test func `a chain and its key that come one after the other are no mistake`() throws {
    var watch = try watch()
    try folder.writeCertificate(of: "DNS:two.example")
    let key = try String(
      decoding: folder.bytes("key.pem"), as: UTF8.self)
    try folder.writeCertificate(of: "DNS:other.example", chain: false)
    #expect(failure(watch.look(now: 1)) == nil)
    try folder.write(key, to: "key.pem")
    #expect(names(watch.look(now: 2)) == "two.example")
  }

  @Test func `tells once a day of certificates that end`() throws {
    var (watch, now) = try lateWatch()
    #expect(
      watch.warnings(now: now) == ["the certificate '\(folder.path)/chain.pem' ends in 9 days"])
    #expect(watch.warnings(now: now + 3600) == [])
    #expect(watch.warnings(now: now + 11 * 86_400).first?.hasSuffix("has expired") == true)
    try folder.writeCertificate(of: "DNS:one.example", days: 60)
    _ = watch.look(now: now)
    #expect(watch.warnings(now: now) == [])
  }

  @Test func `certificates that were ordered stand beside those of files`() throws {
    let two = try #require(TLSIdentity(label: "acme:two.example", pair: "two.example"))
    var settings = settings
    settings.acme = ACMESettings(hosts: ["two.example"], storage: folder.path)
    var ordering = try watch(settings)
    #expect(names(ordering.take(ordered: [two])) == "one.example, two.example")
    #expect(names(ordering.take(ordered: [two])) == nil)
    // An order may end after a reload that does without.
    var alone = try watch()
    #expect(names(alone.take(ordered: [two])) == nil && alone.served.names == "one.example")
  }

  @Test func `a reload keeps the ordered certificates of its hosts until there are others`() throws
  {
    let one = try #require(TLSIdentity(label: "acme:one.example", pair: "one.example"))
    let two = try #require(TLSIdentity(label: "acme:two.example", pair: "two.example"))
    var settings = TLSSettings()
    settings.acme = ACMESettings(hosts: ["two.example", "one.example"], storage: folder.path)
    let before = try CertificateWatch(
      settings, ordered: [one, two], challenges: TLSChallenges(), now: 0)
    #expect(before.served.missing == [])
    settings.acme?.hosts = ["three.example", "one.example"]
    var after = try CertificateWatch(
      settings, ordered: [], challenges: TLSChallenges(), previous: before, now: 1)
    #expect(after.served.names == "one.example" && after.served.missing == ["three.example"])
    let three = try #require(TLSIdentity(label: "acme:three.example", pair: "three.example"))
    #expect(names(after.take(ordered: [three])) == "three.example, one.example")
    let next = try #require(TLSIdentity(label: "acme:one.example", pair: "one.example"))
    guard case .replaced(let served) = after.take(ordered: [three, next]) else {
      Issue.record("nothing was replaced")
      return
    }
    #expect(served.identities == [three, next] && served.missing == [])
  }

  @Test func `tells of certificates that end when a clock that was ahead is set right`() throws {
    var (watch, now) = try lateWatch()
    _ = watch.warnings(now: now + 4 * 365 * 86_400)
    #expect(watch.warnings(now: now).first?.hasSuffix("ends in 9 days") == true)
  }

  @Test(arguments: [
    ("chain.pem", "server.tls.certificates[0].chain"),
    ("key.pem", "server.tls.certificates[0].key"),
    ("ca.pem", "server.tls.clientCA"),
  ])
  func `names the path of what cannot be served`(file: String, path: String) throws {
    var settings = settings
    settings.clientAuthorities = folder.path + "/ca.pem"
    try folder.write(folder.bytes("chain.pem"), to: "ca.pem")
    _ = try watch(settings)
    for content in [
      "", "garbage", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    ] {
      try folder.write(content, to: file)
      let problem = #expect(throws: ServiceFailure.self) { _ = try watch(settings) }
      #expect(problem?.path == path)
    }
    try #require(unlink(folder.path + "/" + file) == 0)
    let problem = #expect(throws: ServiceFailure.self) { _ = try watch(settings) }
    #expect(problem?.path == path && problem?.message.hasPrefix("cannot read") == true)
  }
}

extension TLSIdentity {
  /// A new key and its certificate for a host.
  fileprivate init?(label: String, pair host: String) {
    let pem = FakeAuthority.pair(host)
    self.init(label: label, chain: pem, key: pem)
  }
}

extension TemporaryFolder {
  /// Makes a certificate and writes it, or one of its two files.
  func writeCertificate(
    of names: String, chain: Bool = true, key: Bool = true, days: Int32 = 60
  ) throws {
    var chainText = [CChar](repeating: 0, count: 8192)
    var keyText = [CChar](repeating: 0, count: 8192)
    try #require(
      keiro_make_identity(
        "test", names, false, days, &chainText, chainText.count, &keyText, keyText.count))
    for (text, name) in (chain ? [(chainText, "chain.pem")] : [])
      + (key ? [(keyText, "key.pem")] : [])
    {
      try write(text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), to: name)
    }
  }
}
