import Cryptography
import FakeAuthority
import Testing

@testable import ACME

struct ACMEOrdersTests {
  private let authority = FakeAuthority()
  private let storage = MemoryStorage()
  private let shared = MemoryStorage(isShared: true)

  private func orders(
    _ hosts: [String] = ["a.example"], _ storage: (any ACMEStorage)? = nil
  ) -> ACMEOrders {
    ACMEOrders(authority.setting(hosts, storage ?? self.storage))
  }

  @Test func `orders a certificate for each host and keeps it`() throws {
    let orders = orders(["a.example", "b.example"])
    #expect(orders.certificates == [])
    #expect(orders.look())
    #expect(orders.certificates.map(\.host) == ["a.example", "b.example"])
    #expect(
      storage.files.keys.sorted() == [
        "a.example.next", "a.example.pem", "account.key", "b.example.next", "b.example.pem",
      ])
    #expect(!orders.look() && authority.orders == 2)
    // Another process finds the certificates.
    #expect(self.orders(["a.example"]).certificates.count == 1)
  }

  @Test func `answers the challenge, and nothing once it is over`() throws {
    _ = orders().look()
    #expect(authority.challenges.count == 2 && authority.challenges.last == .some(nil))
    guard case .tls("a.example", let digest)? = authority.challenges.first ?? nil else {
      Issue.record("\(authority.challenges)")
      return
    }
    #expect(digest.count == 32)
  }

  @Test func `takes another nonce as often as one is refused`() throws {
    authority.change { $0.nonceRefusals = 15 }
    #expect(orders().look())
    authority.change { $0.nonceRefusals = .max }
    #expect(!orders(["b.example"]).look())
    #expect(authority.lines.last?.contains("badNonce") == true)
  }

  @Test func `tries the other challenge after a failure, later and later`() throws {
    authority.change { $0.reason = "no route to the host" }
    let orders = orders()
    var pauses: [Int] = []
    var tried = authority.now
    for _ in 0..<8 {
      let before = authority.orders
      while authority.orders == before {
        #expect(!orders.look())
        authority.pass(seconds: 1)
      }
      pauses.append(authority.now - tried)
      tried = authority.now
    }
    #expect(authority.lines[0].contains("no route to the host; next attempt in 10 seconds"))
    let later = Array(pauses.dropFirst())
    #expect(later == later.sorted() && later[6] >= 21_600)
    let kinds = authority.challenges.compactMap { challenge -> String? in
      switch challenge {
      case .tls: "tls"
      case .http: "http"
      case nil: nil
      }
    }
    #expect(kinds.prefix(4) == ["tls", "http", "tls", "http"])
    authority.change { $0.reason = nil }
    authority.pass(seconds: 6 * 3600)
    #expect(orders.look())
  }

  @Test(arguments: [("/order", 429), ("/dir", 503), ("/nonce", 503)])
  func `leaves an authority alone for as long as it wishes`(path: String, status: Int) throws {
    authority.change { ($0.limit, $0.limited) = (7000, (path, status)) }
    let hosts = ["a.example", "b.example"]
    var orders = orders(hosts)
    let start = authority.now
    #expect(!orders.look())
    let asked = authority.asked.count
    while authority.now < start + 6990 {
      authority.pass(seconds: 10)
      _ = orders.look()
      // As a reload does.
      let next = self.orders(hosts)
      next.inherit(orders)
      orders = next
    }
    #expect(authority.asked.count == asked)
    authority.change { $0.limit = nil }
    authority.pass(seconds: 100)
    #expect(orders.look() && orders.certificates.count == 2)
  }

  @Test func `waits a week at most, however long an authority wishes`() throws {
    authority.change { $0.limit = .max }
    let orders = orders()
    #expect(!orders.look())
    authority.change { $0.limit = nil }
    authority.pass(seconds: 7 * 86_400 - 1)
    #expect(!orders.look())
    authority.pass(seconds: 1)
    #expect(orders.look())
  }

  @Test func `does with the challenges that there are`() throws {
    authority.change { $0.offers = ["http-01"] }
    #expect(orders().look())
    authority.change { $0.offers = ["dns-01"] }
    #expect(!orders(["b.example"]).look())
    #expect(authority.lines.last?.contains("neither http-01 nor tls-alpn-01") == true)
  }

  @Test func `renews when a third of the life is left`() throws {
    let orders = orders()
    #expect(orders.look())
    let certificate = try #require(orders.certificates.first).certificate
    let life = certificate.notAfter - certificate.notBefore
    let third = certificate.notAfter - life / 3
    authority.pass(seconds: third - authority.now - 10)
    #expect(!orders.look())
    authority.pass(seconds: life / 40 + 20)
    #expect(orders.look() && authority.orders == 2)
    #expect(authority.replaced == [])
  }

  @Test func `renews when the authority suggests it, and names what is replaced`() throws {
    let orders = orders()
    #expect(orders.look())
    let first = try #require(orders.certificates.first)
    let identifier = try #require(RenewalTime.identifier(first.certificate))
    authority.change { $0.window = ("2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z") }
    // Certificates are not ordered twice within an hour, regardless of the suggested window.
    authority.pass(seconds: 10)
    #expect(!orders.look())
    authority.pass(seconds: 7 * 3600)
    #expect(orders.look() && authority.replaced == [identifier])
    #expect(authority.asked.contains("GET /info/" + identifier))
    // An order whose certificate was lost, or one of another account, may have replaced it.
    authority.change { $0.refusesReplacing = true }
    authority.pass(seconds: 7 * 3600)
    #expect(orders.look() && authority.replaced.count == 2 && authority.orders == 3)
  }

  @Test func `serves what it has while the authority is away`() throws {
    #expect(orders().look())
    authority.change { $0.isAway = true }
    let later = orders(["a.example", "b.example"])
    #expect(!later.look() && later.certificates.count == 1)
    #expect(authority.lines.last?.contains("the authority does not answer: away") == true)
  }

  @Test func `one node orders, and all have the certificate`() throws {
    let one = orders(["a.example"], shared)
    let other = orders(["a.example"], shared)
    shared.mayOrder = false
    #expect(!other.look() && authority.orders == 0)
    shared.mayOrder = true
    #expect(one.look())
    shared.mayOrder = false
    authority.pass(seconds: 60)
    #expect(other.look() && other.certificates == one.certificates && authority.orders == 1)
  }

  @Test func `a node with the right to order looks first whether another has ordered`() throws {
    let one = orders(["a.example"], shared)
    let other = orders(["a.example"], shared)
    shared.mayOrder = false
    #expect(!other.look())
    shared.mayOrder = true
    #expect(one.look() && shared.leases == [600, 600, 0])
    #expect(other.look() && authority.orders == 1)
  }

  @Test func `a node keeps the right to order for as long as the authority takes`() throws {
    authority.change { $0.delays = 40 }
    #expect(orders(["a.example"], shared).look())
    #expect(shared.leases.dropLast() == Array(repeating: 600, count: 41)[...])
    #expect(shared.leases.last == 0)
  }

  @Test func `the node that failed keeps the right to order until it has tried again`() throws {
    authority.change { $0.isAway = true }
    let orders = orders(["a.example"], shared)
    #expect(!orders.look() && shared.leases == [600, 15])
    for pause in [10, 60, 300] {
      authority.pass(seconds: pause)
      #expect(!orders.look())
    }
    #expect(shared.leases == [600, 15, 600, 65, 600, 305, 600, 600])
  }

  @Test func `other nodes answer the challenge of one`() throws {
    for (text, challenge) in [
      (
        #"["http","tok","tok.digest"]"#,
        ACMEChallenge.http(token: "tok", keyAuthorization: "tok.digest")
      ),
      (#"["tls","a.example","AQID"]"#, .tls(host: "a.example", digest: [1, 2, 3])),
    ] {
      shared.files["challenge.json"] = Array(text.utf8)
      shared.mayOrder = false
      _ = orders(["a.example"], shared).look()
      #expect(authority.challenges.last == challenge)
    }
    for text in ["[]", "{", #"["dns","a","b"]"#, #"["tls","a","?"]"#] {
      shared.files["challenge.json"] = Array(text.utf8)
      _ = orders(["a.example"], shared).look()
      #expect(authority.challenges.last == .some(nil))
    }
  }

  @Test func `orders anew what is kept for another host or cannot be read`() throws {
    storage.files["a.example.pem"] = Array(FakeAuthority.certificate("b.example", days: 90).utf8)
    #expect(orders().certificates == [])
    storage.files["a.example.pem"] = Array("garbage".utf8)
    #expect(orders().certificates == [])
    storage.files["account.key"] = Array("garbage".utf8)
    #expect(!orders().look())
    #expect(
      authority.lines.last?.contains("'account.key' is no key of an account: expected") == true)
  }
}

/// Computed values of the protocol.
struct ACMEValueTests {
  @Test func `names certificates as the standard does`() {
    // The example of RFC 9773, section 4.1.
    let issuer: [UInt8] = [
      0x69, 0x88, 0x5B, 0x6B, 0x87, 0x46, 0x40, 0x41, 0xE1, 0xB3, 0x7B, 0x84, 0x7B, 0xA0, 0xAE,
      0x2C,
      0xDE, 0x01, 0xC8, 0xD4,
    ]
    #expect(
      RenewalTime.identifier(issuer: issuer, serialNumber: [0x00, 0x87, 0x65, 0x43, 0x21])
        == "aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE")
  }

  @Test func `keys are written, read and sign`() throws {
    let key = try #require(SigningKey())
    let pem = try #require(key.pem)
    let again = try #require(SigningKey(pem: pem))
    #expect(again.publicKey?.x == key.publicKey?.x && again.publicKey?.x.count == 32)
    for _ in 0..<64 { #expect(key.signature(of: [1, 2, 3])?.count == 64) }
    #expect(SigningKey(pem: Array("garbage".utf8)) == nil)
    #expect(key.certificateRequest(names: ["a.example"])?.first == 0x30)
    for name in ["", "a,DNS:b", "a\nb", "A.example", String(repeating: "a", count: 254)] {
      #expect(key.certificateRequest(names: [name]) == nil)
      #expect(
        key.challengeCertificate(name: name, digest: [UInt8](repeating: 0, count: 32), now: 0)
          == nil)
    }
    let challenge = try #require(
      key.challengeCertificate(
        name: "a.example", digest: [UInt8](repeating: 7, count: 32), now: 1_800_000_000))
    #expect(Certificate(pem: challenge)?.names == ["a.example"])
  }
}
