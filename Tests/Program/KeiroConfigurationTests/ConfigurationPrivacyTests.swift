import FoundationEssentials
import ProgramSupport
import SQLiteStore
import System
import Testing

@testable import KeiroConfiguration

/// Files with secrets are readable by their owner and group only.
struct ConfigurationPrivacyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func set(_ mode: Int, _ name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: folder.path + "/" + name)
  }

  private func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func warnings(_ links: String) throws -> [String] {
    let file = try folder.write(
      """
      { "store": { "sqlite": "a.db" },
        "sites": [ { "hosts": ["a.example"], "shortLinks": { "links": { \(links) } } } ] }
      """, to: "k.json")
    try set(0o644, "k.json")
    return try ConfigurationLoader.load(path: file).warnings.map { "\($0.path): \($0.message)" }
  }

  @Test func `names the store that everybody may read`() throws {
    #expect(try warnings("").isEmpty)
    try SQLiteStore(path: folder.path + "/a.db").close()
    #expect(try warnings("").isEmpty)
    try set(0o644, "a.db")
    #expect(
      try warnings("") == [
        "store.sqlite: every user of this machine may read '\(folder.path)/a.db', which holds "
          + "hashes of passwords and tokens: expected no rights for others, as chmod o= takes them "
          + "away"
      ])
  }

  @Test func `names the file of a password, and the configuration that holds one`() throws {
    try folder.write("secret", to: "open.txt")
    try folder.write("secret", to: "closed.txt")
    try set(0o644, "open.txt")
    try set(0o640, "closed.txt")
    let links = ["open", "closed"].map { name in
      #""\#(name)": { "url": "https://e.example/", "password": { "file": "\#(name).txt" } }"#
    }.joined(separator: ", ")
    #expect(
      try warnings(links).map { $0.prefix { $0 != "," } } == [
        "sites[0].shortLinks.links.open.password.file: every user of this machine may read "
          + "'open.txt'"
      ])
    let inline = #""x": { "url": "https://e.example/", "password": "p" }"#
    #expect(
      try warnings(inline).map { $0.prefix { $0 != "," } } == [
        "sites[0].shortLinks.links.x.password: every user of this machine may read "
          + "'\(folder.path)/k.json'"
      ])
  }

  @Test(arguments: [
    (#""store": { "postgres": "postgresql://k:p@localhost/k" }"#, "store.postgres"),
    (#""store": { "postgres": "host=/run/pg password=p" }"#, "store.postgres"),
    (#""store": { "postgres": "postgresql://k@localhost:5432/k" }"#, nil),
    (#""store": { "postgres": "postgresql://k@db1:5432,db2:5432/k" }"#, nil),
    (#""store": { "postgres": "postgresql://k:p@db1:5432,db2:5432/k" }"#, "store.postgres"),
    (#""store": { "postgres": "hostaddr=fe80::1:2:3 user=k@k" }"#, nil),
    (#""outgoing": { "proxy": "http://k:p@proxy.internal:3128" }"#, "outgoing.proxy"),
    (#""outgoing": { "proxy": "http://k@proxy.internal:3128" }"#, nil),
    (
      #""store": { "postgres": { "file": "open.txt" }, "feed": { "file": "open.txt" } }"#,
      "store.postgres.file"
    ),
    (
      #"""
      "dashboard": { "origin": "https://k.example", "oidc": [ { "name": "n",
        "issuer": "https://i.example", "clientID": "c", "clientSecret": "s", "roleClaim": "r",
        "roles": {} } ] }
      """#, "dashboard.oidc[0].clientSecret"
    ),
  ])
  func `names any other secret that everybody may read`(_ text: String, _ path: String?) throws {
    try folder.write("host=localhost password=p", to: "open.txt")
    let file = try folder.write(
      "{ \(text), \"sites\": [ { \"hosts\": [\"a.example\"] } ] }", to: "k.json")
    for name in ["open.txt", "k.json"] { try set(0o644, name) }
    let found = try ConfigurationLoader.load(path: file).warnings
    #expect(found.map(\.path) == [path].compactMap(\.self))
  }

  @Test func `makes the store and its log for its owner and its group`() throws {
    let store = try SQLiteStore(path: folder.path + "/a.db")
    for file in ["a.db", "a.db-wal", "a.db-shm"] { #expect(try mode(file) == 0o640, "\(file)") }
    store.close()
  }

  @Test(arguments: [
    (UInt32(0o600), false), (0o640, false), (0o660, false), (0o644, true), (0o604, true),
    (0o641, true), (0o100_644, true), (0o100_640, false),
  ])
  func `a file is open to all by its rights for others`(_ mode: UInt32, _ isOpen: Bool) {
    #expect(FilePrivacy.isOpenToAll(mode: mode) == isOpen)
  }
}
