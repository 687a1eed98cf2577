import Dispatch
import LinkStorage
import Links
import Management
import ProgramSupport
import SQLStorage
import Synchronization
import System
import TLSClient
import Testing

@testable import KeiroCommand
@testable import SQLiteStore

@Suite struct RunningServiceTests {
  private let first = "https://e.example/1"
  private let second = "https://e.example/2"

  private func started(
    server: String = "", site: String = ""
  ) throws -> RunningFixture {
    let fixture = try RunningFixture {
      RunningFixture.text($0, url: first, server: server, site: site)
    }
    try fixture.service.start(hearsSignals: false)
    return fixture
  }

  private func leads(_ answer: String, to url: String) -> Bool {
    answer.hasPrefix("HTTP/1.1 302 ") && answer.contains("\r\nLocation: \(url)\r\n")
  }

  @Test func `serves what the configuration says, and tells where`() throws {
    let fixture = try started()
    #expect(leads(fixture.visit("/s/x"), to: first))
    #expect(fixture.manage("/readyz").hasSuffix("\r\n\r\nready\n"))
    #expect(fixture.manage("/").contains("\r\nLocation: /dashboard/\r\n"))
    #expect(
      fixture.lines == ["keiro: serving on unix:public", "keiro: management on unix:management"])
    #expect(fixture.notices.states() == ["READY=1"])
  }

  @Test func `the dashboard answers under the name of its origin`() throws {
    let fixture = try RunningFixture { [first] folder in
      RunningFixture.text(folder, url: first).replacing(
        "{ \"server\"",
        with: "{ \"dashboard\": { \"origin\": \"https://keiro.example\" }, \"server\"")
    }
    try fixture.service.start(hearsSignals: false)
    for (host, status) in [("keiro.example", 200), ("keiro.example:443", 200), ("e.example", 421)] {
      let answer = fixture.manage("/dashboard/sign-in", host: host)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(host) \(answer.prefix(100))")
    }
  }

  @Test func `a reload puts all of the file into force`() throws {
    let fixture = try started()
    try fixture.folder.createFolder("files")
    try fixture.folder.write("hello", to: "files/note.txt")
    let folder = fixture.folder
    try fixture.write(
      RunningFixture.text(
        folder, url: second, server: "\"accessLog\": \"\(folder.path)/access\",",
        site: ", \"wellKnown\": \"\(folder.path)/files\""))
    fixture.reload()
    #expect(leads(fixture.visit("/s/x"), to: second))
    #expect(fixture.visit("/.well-known/note.txt").hasSuffix("\r\n\r\nhello"))
    #expect(fixture.lines.last == "keiro: reloaded keiro.json")
    #expect(fixture.notices.states() == ["READY=1", "RELOADING=1", "READY=1"])
    #expect(
      fixture.manage("/metrics").contains("keiro_config_reloads_total{result=\"success\"} 1\n"))
    fixture.service.receive(.terminate)
    fixture.service.waitForEnd()
    let log = try String(decoding: folder.bytes("access"), as: UTF8.self)
    #expect(log.contains("\"target\":\"/s/x\""))
  }

  @Test func `a reload opens calls, pictures and short URLs to others, or shuts them`() throws {
    let fixture = try started()
    for isOpen in [true, false] {
      let server = isOpen ? #""compatible": ["shlink"], "compatibleOrigins": ["*"],"# : ""
      let text = RunningFixture.text(fixture.folder, url: first, server: server)
      try fixture.write(
        text.replacing("\"prefix\"", with: "\"index\": \(isOpen), \"prefix\""))
      fixture.reload()
      #expect(
        fixture.manage("/rest/v3/health").contains("\r\nAccess-Control-Allow-Origin: *\r\n")
          == isOpen)
      #expect(fixture.visit("/s/x/track").contains("\r\nContent-Type: image/gif\r\n") == isOpen)
      #expect(fixture.visit("/s/x").contains("\r\nX-Robots-Tag: noindex\r\n") == !isOpen)
      #expect(fixture.visit("/robots.txt").contains("\nDisallow: /s/\n") == !isOpen)
    }
  }

  @Test func `a file that is no configuration changes nothing`() throws {
    let fixture = try started()
    try fixture.write("{")
    fixture.reload()
    #expect(leads(fixture.visit("/s/x"), to: first))
    #expect(
      fixture.lines.suffix(2) == [
        "keiro.json:1:2: the text ends prematurely: the '{' at line 1, column 1 is not closed",
        "keiro: keiro.json was not reloaded: the old configuration goes on serving",
      ])
    #expect(fixture.notices.states() == ["READY=1", "RELOADING=1", "READY=1"])
    #expect(
      fixture.manage("/metrics").contains("keiro_config_reloads_total{result=\"failure\"} 1\n"))
  }

  @Test func `the status tells of a refused reload, and of a good one, at once`() throws {
    let fixture = try started()
    let parts = fixture.service.parts
    let now = Timestamp(secondsSinceEpoch: Int(RunningFixture.start))
    func kinds() -> [String] { parts.board.items(parts.directory, at: now).map(\.kind) }
    #expect(kinds().isEmpty)
    try fixture.write("{")
    fixture.reload()
    #expect(kinds() == ["reload"])
    try fixture.write(RunningFixture.text(fixture.folder, url: second))
    fixture.reload()
    #expect(kinds().isEmpty)
  }

  /// Members of the server's configuration that one part refuses, and the beginning of its sentence.
  static let refusals = [
    (
      #""geoDatabase": "FOLDER/missing.mmdb","#,
      "server.geoDatabase: the database of countries 'missing.mmdb' cannot be used: "
    ),
    (
      #""tls": { "certificates": [ { "chain": "FOLDER/no.pem", "key": "FOLDER/k" } ] },"#,
      "server.tls.certificates[0].chain: cannot read 'no.pem': "
    ),
    (
      #""accessLog": "FOLDER/missing/access","#,
      "server.accessLog: cannot write 'missing/access': the folder 'missing' does not exist: "
    ),
  ]

  @Test(arguments: refusals)
  func `a configuration that one part refuses changes no other part`(
    _ member: String, _ sentence: String
  ) throws {
    let fixture = try started()
    let folder = fixture.folder
    var server = member.replacing("FOLDER", with: folder.path)
    let hasLog = !server.contains("accessLog")
    if hasLog { server += "\"accessLog\": \"\(folder.path)/access\"," }
    try fixture.write(RunningFixture.text(folder, url: second, server: server))
    fixture.reload()
    #expect(leads(fixture.visit("/s/x"), to: first))
    let line = fixture.lines.dropLast().last ?? ""
    #expect(line.hasPrefix("keiro.json: \(sentence)"), "\(line)")
    #expect(fixture.lines.last?.contains("was not reloaded") == true)
    fixture.service.receive(.terminate)
    fixture.service.waitForEnd()
    // The file may have been opened, but nothing was written.
    #expect((try? folder.bytes("access"))?.isEmpty ?? true)
  }

  @Test(arguments: refusals)
  func `a start is refused with the reason of the part`(
    _ member: String, _ sentence: String
  ) throws {
    let fixture = try RunningFixture { folder in
      RunningFixture.text(
        folder, url: first, server: member.replacing("FOLDER", with: folder.path))
    }
    let failure = #expect(throws: ServiceFailure.self) {
      try fixture.service.start(hearsSignals: false)
    }
    let told = failure?.sentence.replacing(fixture.folder.path + "/", with: "") ?? ""
    #expect(told.hasPrefix(sentence), "\(told)")
    #expect(fixture.notices.states() == [] && fixture.visit("/s/x") == "")
  }

  @Test func `each reload says what waits for a restart, as long as it is not as it runs`() throws {
    let fixture = try started()
    func keys(_ text: String) throws -> [String] {
      let before = fixture.lines.count
      try fixture.write(text)
      fixture.reload()
      // The socket holds ten of them.
      #expect(fixture.notices.states().suffix(2) == ["RELOADING=1", "READY=1"])
      return fixture.lines.dropFirst(before).filter { $0.contains("restart") }
    }
    let same = RunningFixture.text(fixture.folder, url: second)
    let other = same.replacing("/public", with: "/elsewhere")
      .replacing("\"workers\": 2", with: "\"workers\": 3")
    let expected = ["server.listen", "server.workers"].map {
      "keiro: \($0) has changed: restart keiro for that to take effect"
    }
    #expect(try keys(other) == expected)
    #expect(try keys(other) == expected)
    #expect(try keys("{") == [])
    #expect(try keys(other) == expected)
    #expect(try keys(same) == [])
    #expect(try keys(same) == [])
    #expect(
      LastingSettings.line(about: "server.listen", beside: ["systemd:public", "tls:systemd:tls"])
        == "keiro: server.listen has changed: the sockets that systemd has opened "
        + "(systemd:public, tls:systemd:tls) take its place: change their units, and restart those")
  }

  @Test func `the manager hears of a service whose reload takes its time`() throws {
    let fixture = try RunningFixture(environment: ["WATCHDOG_USEC": "4000000"]) {
      RunningFixture.text($0, url: first)
    }
    try fixture.service.start(hearsSignals: false)
    let notices = fixture.notices
    let heard = Mutex<String?>(nil)
    fixture.onLine { line in
      guard line.hasPrefix("keiro: reloaded") else { return }
      // Those sent before are read first.
      _ = notices.states()
      heard.withLock { $0 = notices.nextState() }
    }
    fixture.reload()
    #expect(heard.withLock(\.self) == "WATCHDOG=1")
  }

  @Test func `a signal that comes during the start is heard when all has begun`() throws {
    let fixture = try RunningFixture { RunningFixture.text($0, url: first) }
    let next = RunningFixture.text(fixture.folder, url: second)
    try fixture.write(next)
    let service = fixture.service
    fixture.onLine { line in
      if line.hasPrefix("keiro: serving on") { service.receive(.hangUp) }
    }
    try service.start(hearsSignals: false)
    service.tick()
    #expect(fixture.notices.states() == ["READY=1", "RELOADING=1", "READY=1"])
    #expect(
      fixture.lines == [
        "keiro: serving on unix:public", "keiro: management on unix:management",
        "keiro: reloaded keiro.json",
      ])
    #expect(leads(fixture.visit("/s/x"), to: second))
  }

  @Test func `what changes outside is noticed at the next second`() throws {
    let fixture = try RunningFixture { folder in
      try? folder.createFolder("files")
      try? folder.writeCertificate(of: "DNS:one.example")
      return RunningFixture.text(
        folder, url: first,
        server: """
          "tls": { "certificates": [ { "chain": "\(folder.path)/chain.pem",
                                       "key": "\(folder.path)/key.pem" } ] },
          """,
        site: ", \"wellKnown\": \"\(folder.path)/files\"")
    }
    try fixture.service.start(hearsSignals: false)
    try fixture.folder.write("hello", to: "files/note.txt")
    try fixture.folder.writeCertificate(of: "DNS:two.example")
    #expect(fixture.visit("/.well-known/note.txt").hasPrefix("HTTP/1.1 404 "))
    #expect(fixture.manage("/metrics").contains("name=\"one.example\""))
    fixture.service.tick()
    #expect(fixture.visit("/.well-known/note.txt").hasSuffix("\r\n\r\nhello"))
    #expect(fixture.manage("/metrics").contains("name=\"two.example\""))
    #expect(fixture.lines.last == "keiro: certificates were read again: two.example")
  }

  @Test func `an end lets the requests finish that have begun, and takes no more`() throws {
    let fixture = try started()
    let client = try #require(UnixClient(fixture.folder.path + "/public"))
    client.send("GET /s/x HTTP/1.1\r\n")
    let service = fixture.service
    let isDraining = DispatchSemaphore(value: 0)
    fixture.onLine { line in
      if line == "keiro: shutting down" { isDraining.signal() }
    }
    service.receive(.terminate)
    service.receive(.terminate)
    service.receive(.hangUp)
    isDraining.wait()
    client.send("Host: a.example\r\n\r\n")
    #expect(leads(client.receiveAll(), to: first))
    service.waitForEnd()
    #expect(fixture.visit("/s/x") == "" && fixture.manage("/readyz") == "")
    // Signals after the end have no effect.
    service.tick()
    #expect(fixture.notices.states() == ["READY=1", "STOPPING=1"])
    #expect(fixture.lines.last == "keiro: shutting down")
  }

  @Test func `clicks survive the end although another process holds the store`() throws {
    let fixture = try started()
    #expect(leads(fixture.visit("/s/x"), to: first))
    let path = fixture.folder.path + "/keiro.db"
    let other = try Database(path: path)
    try other.execute("BEGIN IMMEDIATE")
    #expect(leads(fixture.visit("/s/x"), to: first))
    // What the store can still do once the clicks are safe, it does.
    fixture.onLine { line in
      if line.contains("did not take") { try? other.execute("ROLLBACK") }
    }
    fixture.service.receive(.terminate)
    fixture.service.waitForEnd()
    let file = try #require(LeftClicks(beside: path).paths.first)
    let name = file.dropFirst(fixture.folder.path.count + 1)
    let line = try #require(fixture.lines.first { $0.contains("did not take") })
    #expect(line.hasSuffix("in time: \(name) has them for the next start"))
    // The store may have counted some of them before.
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    for batch in try LeftClicks.batches(at: file).batches {
      _ = try waitForAnswer {
        store.count(batch, now: Timestamp(secondsSinceEpoch: 0), completion: $0)
      }
    }
    #expect(try store.clicks(of: LinkKey(host: "a.example", slug: "x")) == 2)
  }

  @Test func `a start counts the clicks that were left`() throws {
    let key = LinkKey(host: "a.example", slug: "x")
    let click = ClickCount(
      key: key, hour: 498_000, platform: "iphone", referrerHost: "", outcome: "redirect",
      isBot: false, count: 3)
    let fixture = try RunningFixture { folder in
      _ = try? LeftClicks(beside: folder.path + "/keiro.db").keep([
        CountBatch(writer: CountWriter(), sequence: 1, clicks: [click])
      ])
      return RunningFixture.text(folder, url: first)
    }
    let left = LeftClicks(beside: fixture.folder.path + "/keiro.db")
    #expect(left.paths.count == 1)
    let isCounted = DispatchSemaphore(value: 0)
    fixture.onLine { line in
      if line.contains("counted 3 clicks that an earlier process had left") { isCounted.signal() }
    }
    try fixture.service.start(hearsSignals: false)
    isCounted.wait()
    #expect(left.paths.isEmpty)
    let store = try SQLiteStore(path: fixture.folder.path + "/keiro.db")
    defer { store.close() }
    #expect(try store.clicks(of: key) == 3)
  }
}
