import CertificateSamples
import Cryptography
import Glibc
import HTTPServer
import KeiroConfiguration
import ProgramSupport
import Sockets
import System
import Testing

@testable import KeiroCommand
@testable import SQLiteStore

struct StartObstacleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A configuration with a site, whose members name `FOLDER`.
  private func configuration(_ members: String) throws -> String {
    let server = members.contains("\"server\"") ? "" : ", \"server\": \(Self.quiet)"
    let text = "{ \(members)\(server), \"sites\": [ { \"hosts\": [\"a.example\"] } ] }"
    return try folder.write(text.replacing("FOLDER", with: folder.path), to: "k.json")
  }

  private static let quiet = #"{ "listen": ["127.0.0.1:0"], "management": ["127.0.0.1:0"] }"#

  private func check(_ file: String) -> CommandResult {
    keiro(["check", "--config", file]).replacing(folder.path, with: "FOLDER")
  }

  /// Why the service itself does not start.
  private func refusal(_ file: String) throws -> String? {
    do throws(ServiceFailure) {
      let configuration: CompiledConfiguration
      do { configuration = try CompiledConfiguration(path: file) } catch { return "\(error)" }
      let service = try RunningService(
        configuration, file: file, manager: ServiceManager(environment: [:]),
        console: ConsoleRecorder().console,
        clock: .manual { .init(steady: 0, secondsSinceEpoch: 0) })
      try service.start(hearsSignals: false)
      return nil
    } catch {
      return error.sentence.replacing(folder.path, with: "FOLDER")
    }
  }

  private func database(_ name: String, _ sql: String) throws {
    try SQLiteStore(path: "\(folder.path)/\(name)").close()
    try Database(path: "\(folder.path)/\(name)").execute(sql)
  }

  @Test(arguments: [
    (
      #""store": { "sqlite": "absent/k.db" }"#, "store.sqlite",
      "cannot use 'FOLDER/absent/k.db': the folder 'FOLDER/absent' does not exist: expected one that "
        + "Keiro may write to"
    ),
    (
      #""store": { "sqlite": "text/k.db" }"#, "store.sqlite",
      "cannot use 'FOLDER/text/k.db': 'FOLDER/text' is not a folder: expected one"
    ),
    (
      #""store": { "sqlite": "." }"#, "store.sqlite",
      "cannot use 'FOLDER': 'FOLDER' is a folder: expected a file"
    ),
    (
      #""store": { "sqlite": "text" }"#, "store.sqlite",
      "cannot use 'FOLDER/text': the file is no database of SQLite: expected a store of Keiro"
    ),
    (
      #""store": { "sqlite": "newer.db" }"#, "store.sqlite",
      "cannot use 'FOLDER/newer.db': the file has schema 99 of a newer keiro: expected at most "
    ),
    (
      #""store": { "sqlite": "other.db" }"#, "store.sqlite",
      "cannot use 'FOLDER/other.db': the file belongs to another program: expected a store of Keiro"
    ),
    (
      #""store": { "postgres": "host=/nowhere", "copy": "text" }"#, "store.copy",
      "cannot use 'FOLDER/text': the file is no database of SQLite"
    ),
    (
      #""store": { "postgres": "host=db sslmode=verify-full sslrootcert=FOLDER/ca.pem" }"#,
      "store.postgres",
      "read the connection string: sslmode is 'verify-full', which takes the certificates of "
        + "authorities, and there is no file 'FOLDER/ca.pem'"
    ),
    (
      #""server": { "listen": ["127.0.0.1:0", "192.0.2.77:8080"] }"#, "server.listen[1]",
      "cannot listen on 192.0.2.77:8080: this machine has no such address: expected one that "
        + "'ip address' shows"
    ),
    (
      #""server": { "listen": ["127.0.0.1:0"], "management": ["unix:text"] }"#,
      "server.management[0]",
      "cannot listen on unix:FOLDER/text: something other than a socket is there"
    ),
    (
      #""server": { "listen": ["unix:absent/socket"] }"#, "server.listen[0]",
      "cannot listen on unix:FOLDER/absent/socket: the folder 'FOLDER/absent' does not exist"
    ),
    (
      #""server": { "listen": ["unix:s"], "management": ["unix:m"], "accessLog": "absent/log" }"#,
      "server.accessLog",
      "cannot write 'FOLDER/absent/log': the folder 'FOLDER/absent' does not exist"
    ),
    (
      #""server": { "listen": ["unix:s"], "management": ["unix:m"], "accessLog": "." }"#,
      "server.accessLog", "cannot write 'FOLDER': 'FOLDER' is a folder"
    ),
    (
      #""server": { "listen": ["unix:s"], "management": ["unix:m"], "geoDatabase": "text" }"#,
      "server.geoDatabase", "the database of countries 'FOLDER/text' cannot be used: "
    ),
    (
      #"""
      "server": { "listen": ["127.0.0.1:0"], "management": ["127.0.0.1:0"],
        "tls": { "acme": { "hosts": ["a.example"], "storage": "text/acme" } } }
      """#, "server.tls.acme.storage",
      "cannot keep certificates in 'FOLDER/text/acme': 'FOLDER/text' is not a folder"
    ),
    (
      #"""
      "server": { "listen": ["127.0.0.1:0"], "management": ["127.0.0.1:0"],
        "tls": { "certificates": [ { "chain": "no.pem", "key": "no.key" } ] } }
      """#, "server.tls.certificates[0].chain", "cannot read 'FOLDER/no.pem': "
    ),
    (
      #""outgoing": { "authorities": "no.pem" }"#, "outgoing.authorities",
      "cannot read 'FOLDER/no.pem': "
    ),
    (
      #"""
      "apps": { "a": { "name": "A", "apple": { "appIDs": ["A1B2C3D4E5.jp.shop"], "push": {
        "teamID": "A1B2C3D4E5", "keyID": "A1B2C3D4E5", "key": { "file": "k.p8" },
        "cacert": "text" } } } }
      """#, "apps.a.apple.push.cacert",
      "'FOLDER/text': the file holds no certificate of an authority: expected PEM"
    ),
  ])
  func `check refuses what a start refuses, in its words`(
    _ members: String, _ key: String, _ message: String
  ) throws {
    try folder.write("no database, but a long text", to: "text")
    let pem = try #require(SigningKey()?.pem)
    try folder.write(String(decoding: pem, as: UTF8.self), to: "k.p8")
    try database("newer.db", "PRAGMA user_version = 99")
    try database("other.db", "PRAGMA application_id = 77")
    let file = try configuration(members)
    let checked = check(file)
    #expect(checked.code == .negative)
    let errors = checked.error.split(separator: "\n").filter { !$0.contains(": warning: ") }
    let line = errors.first { $0.contains(": \(key): ") } ?? ""
    let sentence = "\(key)" + (line.firstRange(of: ": \(key)").map { line[$0.upperBound...] } ?? "")
    #expect(sentence.hasPrefix("\(key): \(message)"), "\(checked.error)")
    // A database is not asked, and TLS without a listener for it is not begun.
    #expect(try refusal(file) == sentence)
  }

  @Test func `tells of every certificate, not of the first alone`() throws {
    try folder.write(try #require(CertificateSample.all.last).chain, to: "good.pem")
    try folder.write("no key", to: "other.key")
    let files = ["no.pem", "good.pem", "gone.pem"].map {
      "{ \"chain\": \"\($0)\", \"key\": \"other.key\" }"
    }
    let file = try configuration(
      #""server": { "listen": ["tls:127.0.0.1:0"], "management": ["tls:127.0.0.1:0"], "#
        + #""tls": { "clientCA": "ca.pem", "certificates": [\#(files.joined(separator: ","))] } }"#)
    let checked = check(file)
    for message in [
      "certificates[0].chain: cannot read 'FOLDER/no.pem': ",
      "certificates[1].key: 'FOLDER/other.key': the file holds no private key",
      "certificates[2].chain: cannot read 'FOLDER/gone.pem': ",
      "clientCA: cannot read 'FOLDER/ca.pem': ",
    ] { #expect(checked.error.contains("server.tls." + message), "\(checked.error)") }
  }

  @Test(arguments: [
    (#""certificates": [PAIR, PAIR]"#, ["open.example", "*.b.host.example", "*.c.example"], [1]),
    (
      #""certificates": [PAIR], "acme": { "hosts": ["open.example", "1.c.example"] }"#,
      ["*.b.host.example"], []
    ),
    (#""certificates": [PAIR, { "chain": "no.pem", "key": "no.key" }]"#, [], []),
  ])
  func `warns of hosts without a certificate, and of certificates that nobody gets`(
    members: String, told: [String], unused: [Int]
  ) throws {
    try folder.writeCertificate(
      of: "DNS:host.example,DNS:*.host.example,DNS:*.d.example,IP:10.0.0.1", days: 10)
    let pair = #"{ "chain": "chain.pem", "key": "key.pem" }"#
    let tls = members.replacing("PAIR", with: pair)
    let hosts = [
      "host.example", "a.host.example", "*.host.example", "*.b.host.example", "*.c.example",
      "x.d.example", "10.0.0.1", "localhost",
    ]
    let list = hosts.map { "\"\($0)\"" }.joined(separator: ", ")
    let file = try folder.write(
      """
      { "server": { "listen": ["tls:127.0.0.1:0"], "management": [], "tls": { \(tls) } },
        "store": { "memory": true },
        "sites": [ { "alternateHost": "open.example", "hosts": [\(list)] } ] }
      """, to: "k.json")
    let error = check(file).error
    // Ten days, unless a second is over meanwhile.
    #expect(
      ["9", "10"].contains { days in
        error.contains("'FOLDER/chain.pem' ends in \(days) days: expected a renewed one")
      })
    for host in hosts + ["open.example"] {
      let isTold = error.contains("there is no certificate for '\(host)': ")
      #expect(isTold == told.contains(host), "\(host): \(error)")
    }
    for index in 0...1 {
      let isTold = error.contains("certificates[\(index)].chain: no client gets 'FOLDER/chain.pem'")
      #expect(isTold == unused.contains(index), "\(error)")
    }
  }

  @Test func `doctor refuses a file without authorities before it blames a server`() throws {
    let file = try folder.write("no certificate", to: "text")
    let result = keiro(["doctor", "--private", "--cacert", file, "localhost:1"])
    #expect(result.code == .negative)
    #expect(result.error.contains("holds no certificate of an authority: expected PEM"))
  }

  @Test func `leaves no trace, whether the store is there or not`() throws {
    try database("k.db", "PRAGMA wal_checkpoint(TRUNCATE)")
    let members =
      #""health": {}, "server": { "listen": ["unix:socket"], "management": ["127.0.0.1:0"], "#
      + #""accessLog": "access", "tls": { "acme": { "hosts": ["a.example"] } } }, "store": "#
    for store in ["k.db", "new.db"] {
      let file = try configuration(members + "{ \"sqlite\": \"\(store)\" }")
      let before = (try Folder(path: folder.path).entries(), FileStamp(folder.path))
      #expect(check(file).code == .done)
      #expect(try Folder(path: folder.path).entries() == before.0)
      #expect(FileStamp(folder.path) == before.1)
    }
  }

  @Test func `a store of an older release is no obstacle`() throws {
    let path = "\(folder.path)/k.db"
    let old = try Database(path: path)
    try Schema.migrate(old, path: path, upTo: 6)
    #expect(check(try configuration(#""store": { "sqlite": "k.db" }"#)).code == .done)
  }

  @Test func `an address that is taken is no fault`() throws {
    let address = try #require(SocketAddress("unix:\(folder.path)/taken"))
    let unix = try Listener.open(address, workers: 1)
    let port = try Listener.open(try #require(SocketAddress("127.0.0.1:0")), workers: 1)
    defer { [unix, port].forEach { $0.close() } }
    let file = try configuration(
      #""server": { "listen": ["\#(port.name)"], "management": ["unix:taken"] }"#)
    #expect(check(file).code == .done)
  }

  @Test func `a service that runs on the same configuration is no fault`() throws {
    let fixture = try RunningFixture {
      RunningFixture.text($0, url: "https://e.example/1")
        .replacing("\"sites\"", with: "\"store\": { \"sqlite\": \"k.db\" }, \"sites\"")
    }
    try fixture.service.start(hearsSignals: false)
    let before = try Folder(path: fixture.folder.path).entries()
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["check", "--config", "\(fixture.folder.path)/keiro.json"]) == .done)
    #expect(try Folder(path: fixture.folder.path).entries() == before)
  }

  @Test(.enabled(if: geteuid() != 0, "the administrator may do everything"))
  func `names the user who may not write, and the owner`() throws {
    try folder.createFolder("locked")
    chmod(folder.path + "/locked", 0o555)
    let locked = check(try configuration(#""store": { "sqlite": "locked/k.db" }"#))
    #expect(locked.code == .negative)
    #expect(
      locked.error.contains(
        "the user '\(Process.userName)' may not make files in the folder 'FOLDER/locked', although")
    )
    let root = check(try configuration(#""store": { "sqlite": "/etc/k.db" }"#))
    #expect(root.error.contains("in the folder '/etc', which belongs to 'root': 'chown "))
  }
}
