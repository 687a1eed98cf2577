import ACME
import Cryptography
import Dispatch
import FakeAuthority
import LinkStorage
import Outgoing
import ProgramSupport
import Synchronization
import TLS
import Testing

@testable import KeiroCommand
@testable import KeiroConfiguration

@Suite struct CertificateOrdersTests {
  private let authority = FakeAuthority()
  private let adopted = Adopted()
  private let folder: TemporaryFolder
  private let settings: ACMESettings

  init() throws {
    folder = try TemporaryFolder()
    var settings = ACMESettings(hosts: ["a.example"], storage: folder.path + "/acme")
    settings.directory = "https://ca/dir"
    self.settings = settings
  }

  private func storage() throws -> CertificateFolder {
    try CertificateFolder(path: settings.storage, directory: settings.directory)
  }

  /// The certificates, as they are ordered.
  private final class Adopted: Sendable {
    private let labels = Mutex<[[String]]>([])
    private let hasCome = DispatchSemaphore(value: 0)

    @Sendable func take(_ identities: [TLSIdentity]) {
      labels.withLock { $0.append(identities.map(\.label)) }
      hasCome.signal()
    }

    /// The certificates, once there are any.
    func wait() -> [[String]] {
      hasCome.wait()
      return labels.withLock(\.self)
    }

    var all: [[String]] { labels.withLock(\.self) }
  }

  private func orders() -> CertificateOrders {
    CertificateOrders(transport: { [authority] _, _ in authority.transport }, log: { _ in })
  }

  @Test func `orders what is named, and has it from its folder afterwards`() throws {
    let orders = orders()
    let prepared = orders.prepare(settings, outgoing: OutgoingRules(), storage: try storage())
    #expect(prepared.certificates.isEmpty && authority.orders == 0)
    prepared.begin(adopted.take)
    #expect(adopted.wait() == [["acme:a.example"]])
    orders.look()
    #expect(adopted.all.count == 1 && authority.orders == 1)
    let again = self.orders().prepare(
      settings, outgoing: OutgoingRules(), storage: try storage())
    #expect(again.certificates.map(\.label) == ["acme:a.example"])
  }

  /// A database that answers when the test says so, and whether it does.
  private final class SlowValues: SharedValues {
    private let answers = DispatchSemaphore(value: 0)
    private let values = Mutex<[String: [UInt8]]>([:])
    private let failure = Mutex<LinkStoreError?>(nil)

    func answer() {
      answers.signal()
    }

    /// Sets a value without being asked.
    func put(_ name: String, _ value: [UInt8]) { values.withLock { $0[name] = value } }

    func fail() { failure.withLock { $0 = .closed } }

    private func wait() throws(LinkStoreError) {
      answers.wait()
      // From now on it answers at once.
      answers.signal()
      if let failure = failure.withLock(\.self) { throw failure }
    }

    func sharedValues(_ names: [String]) throws(LinkStoreError) -> [String: [UInt8]] {
      try wait()
      return values.withLock { $0 }.filter { names.contains($0.key) }
    }

    func keepShared(_ name: String, _ value: [UInt8]) throws(LinkStoreError) {
      try wait()
      values.withLock { $0[name] = value }
    }

    func lease(
      _ name: String, owner: String, seconds: Int
    ) throws(LinkStoreError) -> Bool {
      try wait()
      return true
    }

    func endLease(_ name: String, owner: String) throws(LinkStoreError) { try wait() }
  }

  private func shared(_ values: SlowValues) throws -> SharedCertificates {
    SharedCertificates(
      values, folder: try storage(), directory: settings.directory, owner: "one")
  }

  @Test func `a configuration without orders ends those of the one before`() throws {
    let values = SlowValues()
    let orders = orders()
    let prepared = orders.prepare(
      settings, outgoing: OutgoingRules(), storage: try shared(values))
    prepared.begin(adopted.take)
    orders.cease()
    values.answer()
    orders.look()
    #expect(authority.orders == 0 && adopted.all.isEmpty)
  }

  @Test func `a reload waits for no database, and has what is there as soon as it answers`() throws
  {
    let values = SlowValues()
    let orders = orders()
    let pem = FakeAuthority.pair("a.example")
    values.put("acme https://ca/dir a.example.pem", pem)
    let prepared = orders.prepare(
      settings, outgoing: OutgoingRules(), storage: try shared(values))
    #expect(prepared.certificates.isEmpty)
    prepared.begin(adopted.take)
    #expect(adopted.all.isEmpty)
    values.answer()
    #expect(adopted.wait() == [["acme:a.example"]])
    #expect(try storage().read(["a.example.pem"]) == ["a.example.pem": pem])
    // A later start has its copy, with or without a database.
    let again = self.orders().prepare(
      settings, outgoing: OutgoingRules(), storage: try shared(SlowValues()), isStart: true)
    #expect(again.certificates.map(\.label) == ["acme:a.example"])
    orders.stop()
  }

  @Test func `a start has what is there when it begins`() throws {
    let values = SlowValues()
    values.answer()
    values.put("acme https://ca/dir a.example.pem", FakeAuthority.pair("a.example"))
    let prepared = orders().prepare(
      settings, outgoing: OutgoingRules(), storage: try shared(values), isStart: true)
    #expect(prepared.certificates.map(\.label) == ["acme:a.example"])
  }

  @Test func `what the database does not take is kept in the folder at least`() throws {
    let values = SlowValues()
    values.answer()
    values.fail()
    let storage = try shared(values)
    #expect(throws: ACMEError.self) { try storage.write("a.example.pem", [1, 2]) }
    #expect(storage.copies(["a.example.pem", "b.example.pem"]) == ["a.example.pem": [1, 2]])
    #expect(throws: ACMEError.self) { try storage.read(["a.example.pem"]) }
  }

  @Test func `orders again before a certificate ends`() throws {
    let orders = orders()
    orders.prepare(settings, outgoing: OutgoingRules(), storage: try storage()).begin(adopted.take)
    _ = adopted.wait()
    let end = try #require(
      try storage().read(["a.example.pem"])["a.example.pem"].flatMap {
        TLSIdentity(label: "", chain: $0, key: $0)?.certificate.notAfter
      })
    authority.pass(seconds: end - 86_400 - authority.now)
    orders.look()
    #expect(adopted.all.count == 2 && authority.orders == 2)
  }

  @Test func `what a reload orders takes the place of what was ordered before`() throws {
    authority.change { $0.isAway = true }
    let orders = orders()
    let (before, after) = (Adopted(), Adopted())
    orders.prepare(settings, outgoing: OutgoingRules(), storage: try storage()).begin(before.take)
    orders.look()
    authority.change { $0.isAway = false }
    var next = settings
    next.hosts = ["b.example"]
    orders.prepare(next, outgoing: OutgoingRules(), storage: try storage()).begin(after.take)
    #expect(after.wait() == [["acme:b.example"]])
    #expect(before.all.isEmpty)
  }

  @Test func `answers the token of the challenge under way alone`() throws {
    authority.change { $0.offers = ["http-01"] }
    let seen = Mutex<[String?]>([])
    let asked = Mutex<CertificateOrders?>(nil)
    let orders = CertificateOrders(
      transport: { [authority] _, _ in
        let inner = authority.transport
        return ACMETransport(
          send: { (method, url, body) throws(ACMEError) in
            if url.contains("/chall/"), let orders = asked.withLock(\.self) {
              let answers = ["tok-http-01", "another"].map(orders.keyAuthorization)
              seen.withLock { $0 += answers }
            }
            return try inner.send(method, url, body)
          }, wait: inner.wait, now: inner.now)
      }, log: { _ in })
    asked.withLock { $0 = orders }
    defer { asked.withLock { $0 = nil } }
    orders.prepare(settings, outgoing: OutgoingRules(), storage: try storage()).begin(adopted.take)
    _ = adopted.wait()
    let answers = seen.withLock(\.self)
    #expect(answers.count == 2 && answers[0]?.hasPrefix("tok-http-01.") == true)
    #expect(answers.last == .some(nil) && orders.keyAuthorization("tok-http-01") == nil)
  }

  @Test func `a stop ends the waiting for an authority that asks for patience`() throws {
    let isWaiting = DispatchSemaphore(value: 0)
    let hasEnded = DispatchSemaphore(value: 0)
    let ends = Mutex<[ACMEError?]>([])
    let lines = Mutex<[String]>([])
    let orders = CertificateOrders(
      transport: { [authority] _, wait in
        let inner = authority.transport
        return ACMETransport(
          send: { (method, url, body) throws(ACMEError) in
            // The authority never comes to a decision, and asks to be left alone for an hour.
            let answer = try inner.send(method, url, body)
            guard url.contains("/authz/") else { return answer }
            let text = String(decoding: answer.body, as: UTF8.self)
            return OutgoingAnswer(
              status: answer.status, fields: answer.fields + [("retry-after", "3600")],
              body: Array(text.replacing("\"valid\"", with: "\"pending\"").utf8))
          },
          wait: { seconds throws(ACMEError) in
            isWaiting.signal()
            defer { hasEnded.signal() }
            do throws(ACMEError) {
              try wait(seconds)
            } catch {
              ends.withLock { $0.append(error) }
              throw error
            }
            ends.withLock { $0.append(nil) }
          }, now: inner.now)
      }, log: { line in lines.withLock { $0.append(line) } })
    orders.prepare(settings, outgoing: OutgoingRules(), storage: try storage()).begin(adopted.take)
    isWaiting.wait()
    orders.stop()
    // Longer than the stop itself has patience, on a busy machine.
    #expect(hasEnded.wait(timeout: .now() + .seconds(60)) == .success)
    #expect(ends.withLock(\.self) == [.stopped])
    orders.look()
    #expect(authority.orders == 1 && adopted.all.isEmpty)
    #expect(lines.withLock(\.self).isEmpty)
  }
}
