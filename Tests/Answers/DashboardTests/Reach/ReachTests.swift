import HTTPCore
import LinkStorage
import Testing

@testable import Dashboard
@testable import Management
@testable import WireCalls

struct ReachCaller: CustomTestStringConvertible {
  let name: String
  let scopes: [TokenScope]
  /// Whether the answers of pages depend on a single scope only.
  let isRole: Bool

  var testDescription: String { name }

  static let roles = PersonRole.allCases.map {
    ReachCaller(name: $0.rawValue, scopes: $0.scopes, isRole: true)
  }
  static let all =
    roles
    + TokenScope.allCases.map { ReachCaller(name: $0.rawValue, scopes: [$0], isRole: false) }
}

/// Every call, page and form by every kind of caller: a caller of one host sees, changes and grants
/// nothing of another host, while a caller of every host does.
@Suite struct ReachTests {
  private static let calls =
    APIOperation.allCases.flatMap(\.reachRows) + WireOperation.allCases.flatMap(\.reachRows)
  private static let pages = PageKind.allCases.flatMap(\.reachRows)

  /// Sends the requests of a row for the things of a group.
  private struct Asking {
    let fixture: ReachFixture
    let token: String
    let fields: String
    let isPage: Bool

    init?(_ caller: ReachCaller, isBound: Bool, isPage: Bool) throws {
      fixture = try ReachFixture()
      self.isPage = isPage
      token = try fixture.caller(caller.scopes, isBound: isBound)
      guard isPage else {
        fields = "Authorization: Bearer \(token)\r\nX-Api-Key: \(token)\r\n"
        return
      }
      guard let cookie = try fixture.cookie(of: token) else { return nil }
      fields = "Cookie: \(cookie)\r\n"
    }

    func ask(_ row: ReachRow, _ group: String) throws -> (status: Int, text: String) {
      let answer = try fixture.send(
        row.method,
        row.text(row.target, group, fixture.ids).replacing("CALLER", with: token),
        row.text(row.body, group, fixture.ids), isPage: isPage, fields: fields)
      return (answer.status.code, answer.text)
    }
  }

  private static func leaks(_ text: String, _ words: [String]) -> String? {
    let text = text.lowercased()
    guard let word = words.first(where: { text.contains($0) }),
      let found = text.firstRange(of: word)
    else { return nil }
    return String(text[..<found.upperBound].suffix(200))
  }

  private func check(
    _ rows: [ReachRow], _ caller: ReachCaller, isPage: Bool
  ) throws {
    // Single scopes are not roles of the dashboard: only the things that they show count.
    let knowsStatus = !isPage || caller.isRole
    guard let bound = try Asking(caller, isBound: true, isPage: isPage) else {
      #expect(
        Set(caller.scopes).isDisjoint(with: [.readLinks, .writeLinks, .readStatistics, .admin]))
      return
    }
    let others = try bound.fixture.othersThings()
    for row in rows where !(isPage && row.target.hasSuffix("sign-out")) {
      let isAllowed = row.isAllowed(Set(caller.scopes))
      let isReading = row.method == "GET" || !isAllowed
      let fresh = try isReading ? bound : Asking(caller, isBound: true, isPage: isPage)
      let before = try isReading ? others : fresh?.fixture.othersThings()
      guard let own = try fresh?.ask(row, "own") else { continue }
      let found = Self.leaks(own.text, [ReachFixture.secret, "zebra"])
      #expect(found == nil, "\(row.name) as \(caller.name)")
      #expect(
        !knowsStatus || own.status == (isAllowed ? row.bounded ?? row.own : row.refused),
        "\(row.name) as \(caller.name): \(own.status) \(own.text.suffix(600))")
      #expect(try fresh?.fixture.othersThings() == before, "\(row.name) as \(caller.name)")
      for group in row.groupsBeyond {
        let beyond = try bound.ask(row, group)
        let found = Self.leaks(beyond.text, [ReachFixture.secret])
        #expect(found == nil, "\(row.name) of \(group) as \(caller.name)")
        #expect(
          !knowsStatus || beyond.status == (isAllowed ? row.beyond : row.refused),
          "\(row.name) of \(group) as \(caller.name): \(beyond.status) \(beyond.text.suffix(600))")
        #expect(
          try bound.fixture.othersThings() == others, "\(row.name) of \(group) as \(caller.name)")
      }
    }
  }

  @Test(arguments: ReachCaller.all)
  func `a call keeps to the hosts of its caller`(_ caller: ReachCaller) throws {
    try check(Self.calls, caller, isPage: false)
  }

  @Test(arguments: ReachCaller.all)
  func `a page keeps to the hosts of its user`(_ caller: ReachCaller) throws {
    try check(Self.pages, caller, isPage: true)
  }

  @Test(arguments: ReachCaller.roles, [false, true])
  func `those who reach every host see and change everything`(
    _ caller: ReachCaller, _ isPage: Bool
  ) throws {
    let reader = try Asking(caller, isBound: false, isPage: isPage)
    for row in isPage ? Self.pages : Self.calls where row.isAllowed(Set(caller.scopes)) {
      for group in row.groupsBeyond.isEmpty ? ["own"] : ["own"] + row.groupsBeyond {
        let fresh =
          try row.method == "GET"
          ? reader : Asking(caller, isBound: false, isPage: isPage)
        let asking = try #require(fresh)
        let answer = try asking.ask(row, group)
        #expect(
          answer.status == row.own,
          "\(row.name) of \(group) as \(caller.name): \(answer.status) \(answer.text.suffix(600))")
        let isSeen = Self.leaks(answer.text, [ReachFixture.secret, "zebra"]) != nil
        let isAsked = group != "own" || row.groupsBeyond.isEmpty
        #expect(!row.shows || !isAsked || isSeen, "\(row.name) of \(group) as \(caller.name)")
      }
    }
  }

  @Test func `what an admin of some hosts makes reaches these hosts`() throws {
    let admin = ReachCaller.roles[2]
    let asking = try #require(try Asking(admin, isBound: true, isPage: true))
    func post(_ page: String, _ body: String) throws -> Int {
      let row = ReachRow(
        name: page, method: "POST", target: "/dashboard/\(page)", body: body, own: 200)
      return try asking.ask(row, "own").status
    }
    let store = asking.fixture.store
    #expect(try post("tokens", "action=create&name=made&scope=admin") == 200)
    #expect(try store.tokens().first { $0.name == "made" }?.reach.names == ["own.example"])
    #expect(try post("people", "action=add&name=Made&role=admin") == 200)
    #expect(try store.people().first { $0.name == "Made" }?.reach.names == ["own.example"])
    #expect(try post("webhooks", "url=https://made.example/") == 200)
    #expect(
      try store.webhooks().first { $0.url == "https://made.example/" }?.hosts == ["own.example"])
    let counts = try (store.tokens().count, store.people().count, store.webhooks().count)
    for hosts in ["zebra.example", "own.example,zebra.example", "*.example"] {
      #expect(try post("tokens", "action=create&scope=links:read&hosts=\(hosts)") == 422)
      #expect(try post("people", "action=add&name=N&role=viewer&hosts=\(hosts)") == 422)
      #expect(try post("webhooks", "url=https://made.example/&hosts=\(hosts)") == 422)
    }
    let now = try (store.tokens().count, store.people().count, store.webhooks().count)
    #expect(now == counts)
  }

  @Test func `an admin of some hosts neither shows nor repeats deliveries of others`() throws {
    let asking = try #require(try Asking(ReachCaller.roles[2], isBound: true, isPage: false))
    let ids = asking.fixture.ids
    let row = ReachRow(
      name: "stray", method: "POST",
      target: "/v1/webhooks/{webhook}/deliveries/\(ids["stray delivery"] ?? ""):retry", own: 404)
    let answer = try asking.ask(row, "own")
    #expect(answer.status == 404 && answer.text.contains("delivery-not-found"))
  }

  @Test func `a session loses its power with its token or person, and has the role of now`() throws
  {
    let asking = try #require(try Asking(ReachCaller.roles[2], isBound: false, isPage: true))
    let store = asking.fixture.store
    func status(_ page: String) throws -> Int {
      try asking.ask(
        ReachRow(name: page, target: "/dashboard/\(page)", own: 200), "own"
      ).status
    }
    #expect(try status("tokens") == 200)
    // The same session of a person, whose role is lowered and who is then removed.
    let sessions = try store.sessions(of: nil)
    let subject = try #require(store.tokens().first { $0.name == "caller" }).subject
    let session = try #require(sessions.first { $0.subject == subject })
    var person = DashboardPerson(id: "p", name: "P", role: .admin, createdAt: session.createdAt)
    try waitForAnswer { store.createPerson(person, by: .service, completion: $0) }
    try waitForAnswer { store.revokeSession(digest: session.digest, completion: $0) }
    var moved = session
    moved.subject = SessionSubject.person(id: "p").text
    try waitForAnswer { store.createSession(moved, completion: $0) }
    #expect(try status("tokens") == 200)
    try waitForAnswer {
      store.changePerson(
        id: "p", .access(.viewer, nil), by: .service, now: session.createdAt, completion: $0)
    }
    #expect(try status("tokens") == 403 && status("links") == 200)
    // The same session of somebody with a single host.
    try waitForAnswer {
      store.removePerson(id: "p", by: .service, now: session.createdAt, completion: $0)
    }
    person.reach = HostReach(stored: "own.example")
    try waitForAnswer { store.createPerson(person, by: .service, completion: $0) }
    try waitForAnswer { store.createSession(moved, completion: $0) }
    #expect(try status("tokens") == 200 && status("links/zebra.example/zebra") == 403)
    try waitForAnswer {
      store.removePerson(id: "p", by: .service, now: session.createdAt, completion: $0)
    }
    #expect(try status("tokens") == 303)
    try waitForAnswer { store.createSession(session, completion: $0) }
    #expect(try status("tokens") == 200)
    let id = try #require(store.tokens().first { $0.name == "caller" }).id
    try waitForAnswer {
      store.revokeToken(id: id, by: .service, now: session.createdAt, completion: $0)
    }
    #expect(try status("tokens") == 303)
  }
}
