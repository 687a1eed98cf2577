import Changes
import JSONSyntax
import LinkStorage
import Links
import SiteModel
import Testing
import WebSyntax

/// The permissions to see, grant and change.
@Suite struct AuthorityTests {
  @Test(arguments: [
    (["a.example"], ["a.example"], true), (["a.example"], ["b.example"], false),
    (["a.example"], [], false), ([], ["a.example"], true), ([], [], true),
    (["a.example", "b.example"], ["a.example"], true),
    (["a.example"], ["a.example", "b.example"], false),
    (["*.a.example"], ["*.a.example"], true), (["*.a.example"], ["x.a.example"], true),
    (["*.a.example"], ["a.example"], false), (["*.a.example"], ["x.y.a.example"], false),
    (["*.a.example"], ["*.x.a.example"], false),
    (["x.a.example", "y.a.example"], ["*.a.example"], false),
    (["*.a.example"], ["X.A.example"], true),
  ])
  func `holds what lies within, whole or not at all`(_ own: [String], _ other: [String], _ is: Bool)
  {
    #expect(reach(own).covers(reach(other)) == `is`)
  }

  @Test func `leaves what nobody can read to those who reach everything`() {
    let unreadable = HostReach(stored: "!")
    #expect(!reach("a.example").covers(unreadable))
    #expect(HostReach.everywhere.covers(unreadable))
    #expect(!unreadable.covers(reach("a.example")))
    #expect(!unreadable.covers(unreadable))
  }

  @Test func `takes no hosts for its own, and refuses those beyond by name`() {
    let bound = caller(on: ["a.example", "*.w.example"])
    #expect(bound.granting([]).reach == reach("a.example", "*.w.example"))
    #expect(bound.granting(["x.w.example", "x.w.example"]).reach == reach("x.w.example"))
    let refused = bound.granting(["a.example", "b.example", "no host"])
    #expect(
      refused.faults == [
        FieldFault(
          "hosts",
          "you have no access to the host 'b.example': expected hosts within a.example, "
            + "*.w.example"),
        FieldFault(
          "hosts", "'no host' is not a host: expected one such as www.example.com"),
      ])
    #expect(!caller().granting([]).reach.isBounded)
    #expect(caller().granting(["b.example"]).faults == [])
  }

  @Test(arguments: TokenScope.allCases)
  func `allows its scopes alone, and everything to admins`(_ scope: TokenScope) {
    for other in TokenScope.allCases {
      #expect(caller([scope]).may(other) == (scope == other || scope == .admin))
    }
    #expect(caller([.readLinks, .readStatistics]).mayGrant(.viewer))
    #expect(!caller([.readLinks, .readStatistics]).mayGrant(.editor))
  }

  @Test func `takes everything from a token that was revoked`() {
    var token = APIToken(
      id: "t", digest: [], name: nil, scopes: ["admin"], createdAt: now)
    token.revokedAt = now
    #expect(!Authority(token).may(.readLinks))
  }
}

/// Decisions on drafts, without a store.
@Suite struct DraftTests {
  private func faults(_ draft: TokenDraft, _ authority: Authority = caller()) -> [FieldFault] {
    do throws(ChangeRefusal) {
      _ = try draft.token(
        id: "t", digest: [1], reaching: authority.granting(draft.hosts), by: authority, at: now)
      return []
    } catch {
      return error.faults
    }
  }

  @Test func `makes a token of the author's hosts`() throws {
    let draft = TokenDraft(
      name: "n", scopes: [.readStatistics, .readLinks, .readLinks], expires: .distance(60))
    let author = caller(on: ["a.example"])
    let token = try draft.token(
      id: "t", digest: [1], reaching: author.granting(draft.hosts), by: author, at: now)
    #expect(token.reach == reach("a.example"))
    #expect(token.scopes == ["links:read", "stats:read"])
    #expect(token.expires == Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 60))
  }

  @Test func `tells every fault of a token at once`() {
    let draft = TokenDraft(
      name: String(repeating: "n", count: 201), scopes: [], hosts: ["b.example"],
      expires: .at(now))
    #expect(
      faults(draft, caller(on: ["a.example"])).map(\.field) == [
        "hosts", "name", "scopes", "expires",
      ])
    #expect(
      faults(draft).first { $0.field == "name" }?.detail.hasSuffix("expected at most 200 bytes")
        == true)
    #expect(faults(TokenDraft(name: "a\u{7}", scopes: [.readLinks])).map(\.field) == ["name"])
  }

  @Test func `makes a token for apps, on one host whose site names its destinations`() throws {
    let sites = try snapshot([["a.example"], ["b.example"]]) { site in
      guard site.hosts == reach("a.example").patterns else { return }
      site.destinationHosts = reach("e.example").patterns
    }
    func made(_ draft: TokenDraft) -> Result<APIToken, ChangeRefusal> {
      Result { () throws(ChangeRefusal) in
        try draft.token(
          id: "t", digest: [1], reaching: caller().granting(draft.hosts), by: caller(), in: sites,
          at: now)
      }
    }
    func faults(_ draft: TokenDraft) -> [String] {
      if case .failure(let refusal) = made(draft) { refusal.faults.map(\.field) } else { [] }
    }
    let draft = TokenDraft(scopes: [.createLinks], hosts: ["a.example"])
    #expect(try made(draft).get().making == LinkMaking(perHour: 60, lifetime: nil))
    var other = draft
    (other.perHour, other.lifetime) = (1000, "1h")
    #expect(try made(other).get().making == LinkMaking(perHour: 1000, lifetime: 3600))
    #expect(try made(TokenDraft(scopes: [.readLinks])).get().making == nil)
    for hosts in [[], ["a.example", "b.example"], ["*.a.example"], ["b.example"], ["c.example"]] {
      #expect(faults(TokenDraft(scopes: [.createLinks], hosts: hosts)) == ["hosts"], "\(hosts)")
    }
    other.scopes = [.createLinks, .readLinks]
    other.perHour = 1001
    #expect(faults(other) == ["scopes", "perHour"])
    other.scopes = [.readLinks]
    #expect(faults(other) == ["perHour", "lifetime"])
    // Without sites there is none to make links on.
    #expect(self.faults(draft).map(\.field) == ["hosts"])
  }

  @Test func `grants no scope and no role that the author lacks`() {
    let author = caller([.readLinks])
    #expect(faults(TokenDraft(scopes: [.readLinks]), author) == [])
    #expect(faults(TokenDraft(scopes: [.admin]), author).map(\.field) == ["scopes"])
    let person = PersonDraft(name: "P", role: .admin)
    let invitation = DashboardPerson.Invitation(digest: [1], expires: now)
    #expect(throws: ChangeRefusal.self) {
      try person.person(
        id: "p", invitation: invitation, reaching: author.granting(person.hosts), by: author,
        at: now)
    }
  }
}
