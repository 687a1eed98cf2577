import Cryptography
import FakeAuthority
import Testing

@testable import ACME

/// Certificates while their storage is full, away, behind or wrong.
struct ACMEKeepingTests {
  private let authority = FakeAuthority()
  private let shared = MemoryStorage(isShared: true)
  private let file = "a.example.pem"

  private func orders(
    _ storage: MemoryStorage, _ hosts: [String] = ["a.example"]
  ) -> ACMEOrders {
    ACMEOrders(authority.setting(hosts, storage))
  }

  /// Looks every ten seconds until so much time has passed.
  private func pass(_ seconds: Int, _ orders: ACMEOrders) {
    let end = authority.now + seconds
    while authority.now < end {
      authority.pass(seconds: 10)
      _ = orders.look()
    }
  }

  // MARK: - Room

  @Test(arguments: [true, false])
  func `orders nothing that could not be kept`(_ isShared: Bool) {
    let storage = MemoryStorage(isShared: isShared)
    storage.isFull = { _ in true }
    let orders = orders(storage)
    pass(2 * 3600, orders)
    #expect(authority.orders == 0 && orders.certificates.isEmpty)
    #expect(
      authority.lines.first == "no certificate for a.example: cannot keep keys and certificates: "
        + "no space left on device; next attempt in 10 seconds")
    storage.isFull = { _ in false }
    pass(6 * 3600, orders)
    #expect(authority.orders == 1 && orders.certificates.count == 1)
  }

  @Test(arguments: [true, false])
  func `serves what was issued and could not be kept, and orders it once`(_ isShared: Bool) throws {
    let storage = MemoryStorage(isShared: isShared)
    storage.isFull = { $0 == "a.example.pem" }
    let orders = orders(storage)
    #expect(orders.look())
    let served = try #require(orders.certificates.first)
    pass(24 * 3600, orders)
    #expect(authority.orders == 1 && orders.certificates == [served] && storage.files[file] == nil)
    #expect(
      authority.lines.dropFirst().first == "the certificate for a.example is served, but was not "
        + "kept: cannot keep keys and certificates: no space left on device; next attempt in "
        + "10 seconds")
    storage.isFull = { _ in false }
    pass(6 * 3600, orders)
    #expect(storage.files[file] == served.pem && authority.orders == 1)
    #expect(authority.lines.last == "the certificate for a.example is kept")
    #expect(self.orders(storage).look() == isShared)
    #expect(authority.orders == 1)
  }

  @Test func `a reload keeps what was issued and could not be kept`() throws {
    let storage = MemoryStorage()
    storage.isFull = { $0 == "a.example.pem" }
    let before = orders(storage)
    #expect(before.look())
    let after = orders(storage, ["b.example", "a.example"])
    after.inherit(before)
    #expect(after.certificates == before.certificates)
    storage.isFull = { _ in false }
    _ = after.look()
    #expect(storage.files[file] == before.certificates.first?.pem && authority.orders == 2)
  }

  @Test func `takes nothing over from another authority, nor for hosts that are gone`() throws {
    let before = orders(shared)
    #expect(before.look())
    var setting = authority.setting(["a.example"], MemoryStorage())
    setting.directory = "https://other/dir"
    let other = ACMEOrders(setting)
    other.inherit(before)
    let without = orders(MemoryStorage(), ["b.example"])
    without.inherit(before)
    #expect(other.certificates.isEmpty && without.certificates.isEmpty)
  }

  @Test func `takes no certificate for another key from the authority`() {
    authority.change { $0.chain = FakeAuthority.certificate("a.example", days: 90) }
    let orders = orders(shared)
    #expect(!orders.look() && orders.certificates.isEmpty && shared.files[file] == nil)
    #expect(authority.lines.last?.contains("'certificate' cannot be read") == true)
  }

  // MARK: - Copies

  @Test func `every node has a copy of what another has ordered or renewed`() throws {
    let pair = FakeAuthority.pair("a.example")
    shared.files[file] = pair
    let account = try #require(SigningKey()?.pem)
    shared.files["account.key"] = account
    let orders = orders(shared)
    #expect(orders.certificates.isEmpty && orders.look())
    #expect(shared.kept[file] == pair && shared.kept["account.key"] == account)
    let next = FakeAuthority.pair("a.example", age: 60)
    shared.files[file] = next
    pass(10, orders)
    #expect(shared.kept[file] == next && orders.certificates.first?.pem == next)
    #expect(authority.orders == 0)
  }

  @Test func `reads the certificates of all hosts at once`() {
    let hosts = (0..<20).map { "h\($0).example" }
    for host in hosts { shared.files[host + ".pem"] = FakeAuthority.pair(host) }
    let orders = orders(shared, hosts)
    orders.reload()
    #expect(orders.certificates.count == 20 && shared.questions == 1)
  }

  @Test func `begins with its copies while the storage is away, and orders nothing`() {
    let pair = FakeAuthority.pair("a.example")
    shared.kept[file] = pair
    shared.isAway = true
    let orders = orders(shared)
    #expect(orders.certificates.map(\.pem) == [pair] && shared.questions == 0)
    pass(60, orders)
    #expect(orders.certificates.map(\.pem) == [pair] && authority.orders == 0)
  }

  @Test func `the later of a certificate and its copy counts, and the other follows`() {
    let (old, new) = (FakeAuthority.pair("a.example"), FakeAuthority.pair("a.example", age: 60))
    for (stored, copy) in [(old, new), (new, old), (nil, new), (new, nil)] {
      let storage = MemoryStorage(isShared: true)
      storage.files[file] = stored
      storage.kept[file] = copy
      let orders = orders(storage)
      pass(20, orders)
      #expect(orders.certificates.map(\.pem) == [new])
      #expect(storage.files[file] == new && (storage.kept[file] == new))
    }
    #expect(authority.orders == 0)
  }

  static let wrong: [[UInt8]] = {
    let (one, other) = (FakeAuthority.pair("a.example"), FakeAuthority.pair("a.example"))
    let begin = Array("-----BEGIN CERTIFICATE-----".utf8)
    let chain = one.firstRange(of: begin)?.lowerBound ?? 0
    let otherChain = other.firstRange(of: begin)?.lowerBound ?? 0
    return [
      [], Array("garbage".utf8), Array(one[..<chain]), Array(one[chain...]),
      Array(one.dropLast(30)), one + begin, Array(one[..<chain]) + other[otherChain...],
      FakeAuthority.pair("b.example"),
    ]
  }()

  @Test(arguments: wrong)
  func `half a pair, a pair of two orders or of another host is neither served nor copied`(
    _ pem: [UInt8]
  ) {
    let right = FakeAuthority.pair("a.example")
    shared.files[file] = pem
    shared.kept[file] = right
    let orders = orders(shared)
    orders.reload()
    #expect(orders.certificates.map(\.pem) == [right] && shared.kept[file] == right)
    pass(20, orders)
    #expect(shared.files[file] == right)
    // A wrong copy follows the right certificate.
    shared.kept[file] = pem
    let later = self.orders(shared)
    #expect(later.certificates.isEmpty)
    later.reload()
    #expect(later.certificates.map(\.pem) == [right] && shared.kept[file] == right)
  }

  @Test func `says once that there is no room for a copy, and makes it when there is`() {
    let pair = FakeAuthority.pair("a.example")
    shared.files[file] = pair
    shared.hasRoomForCopies = false
    let orders = orders(shared)
    pass(60, orders)
    #expect(orders.certificates.map(\.pem) == [pair])
    let said = authority.lines.filter { $0.hasPrefix("'a.example.pem'") }
    #expect(
      said == [
        "'a.example.pem' has no copy on this machine: cannot keep keys and certificates: "
          + "no space left on device"
      ])
    shared.hasRoomForCopies = true
    pass(10, orders)
    #expect(shared.kept[file] == pair)
  }

  // MARK: - Clocks

  @Test func `pauses are as long as they are when the clock was far ahead and is set right`() {
    authority.change { $0.isAway = true }
    let orders = orders(MemoryStorage())
    authority.pass(seconds: 4 * 365 * 86_400)
    _ = orders.look()
    #expect(authority.lines.count == 1)
    authority.pass(seconds: -4 * 365 * 86_400)
    authority.change { $0.isAway = false }
    for _ in 0..<9 {
      #expect(!orders.look())
      authority.pass(seconds: 1)
    }
    authority.pass(seconds: 2)
    #expect(orders.look() && authority.orders == 1)
  }

  @Test func `orders no more than once an hour while the clock is far ahead`() {
    authority.pass(seconds: 20 * 365 * 86_400)
    pass(3 * 3600, orders(MemoryStorage()))
    #expect((1...3).contains(authority.orders), "\(authority.orders)")
    #expect(
      authority.lines.first == "there is a new certificate for a.example, due for renewal "
        + "already: is this machine's clock right?")
  }
}
