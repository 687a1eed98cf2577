import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import Testing

@testable import Dashboard

/// Every page about a refusal says what to do next.
@Suite struct RefusalPageTests {
  @Test func `who may not do something learns who can change that, in words for people`() throws {
    let pages = try PagesFixture()
    let viewer = try pages.cookie([.readLinks])
    let refusal = try pages.ask("/dashboard/people", fields: viewer)
    #expect(refusal.status == .forbidden)
    let said = refusal.text
    #expect(said.contains("<h1>Not allowed</h1>"))
    #expect(said.contains("This token does not allow this."))
    #expect(said.contains("Sign out, then sign in with another token or with your own account."))
    #expect(!said.contains("expected"))
    #expect(said.contains("href=\"/dashboard/\">To the overview"))
  }

  @Test func `the role of a person comes from an admin or from the provider`() {
    var person = DashboardPerson(
      id: "p", name: "Anna", role: .viewer, createdAt: Timestamp(secondsSinceEpoch: 0))
    #expect(RefusalAdvice.wayToMoreRights(for: person).english.contains("An admin can give you"))
    person.provider = "Login"
    #expect(RefusalAdvice.wayToMoreRights(for: person).english.contains("comes from ‘Login’"))
    #expect(RefusalAdvice.wayToMoreRights(for: nil).english.contains("another token"))
  }

  @Test func `a link that is not there may be among the deleted ones`() throws {
    let pages = try PagesFixture()
    let cookie = try pages.cookie()
    let missing = try pages.ask("/dashboard/links/shop.example/nothing", fields: cookie)
    #expect(missing.status == .notFound)
    #expect(missing.text.contains("href=\"/dashboard/links?state=deleted\">Deleted"))
    let nowhere = try pages.ask("/dashboard/nothing", fields: cookie)
    #expect(nowhere.status == .notFound && !nowhere.text.contains("state=deleted"))
  }

  @Test(arguments: [
    (LinkStoreError.Kind.locked, true), (.unreachable, true), (.corrupt, false), (.full, false),
  ])
  func `another try is advised where it may help`(kind: LinkStoreError.Kind, mayPass: Bool) throws {
    let error = LinkStoreError(kind: kind, code: 0, message: "", operation: "")
    let layout = PageLayout(language: .english, files: try #require(AssetFiles()))
    let said = layout.plain(Problem(error)).text
    #expect(said.contains("Try again in a moment.") == mayPass)
    #expect(said.contains("If that does not help") == mayPass)
    #expect(said.contains("keiro store verify"))
    #expect(said.contains("class=\"button\" href=\"/dashboard/\"") == mayPass)
  }

  @Test(arguments: [
    (
      Problem(LinkStoreError(kind: .corrupt, code: 0, message: "", operation: "")),
      "The store cannot be used", "keiro store verify"
    ),
    (Problem.busy("too many pages are waiting"), "One moment", "Try again in 1 second."),
    (
      Problem.tooManyRequests("too many sign-ins were started", wait: 40), "One moment",
      "Try again in 40 seconds."
    ),
    (Problem(.badRequest, "invalid-form", "the form is not complete"), "That did not work", ""),
  ])
  func `a page without a user says the same`(problem: Problem, title: String, next: String) throws {
    let files = try #require(AssetFiles())
    let answer = PageLayout(language: .english, files: files).plain(problem)
    #expect(answer.status == problem.status)
    #expect(answer.text.contains("<h1>\(title)</h1>"))
    #expect(next.isEmpty || answer.text.contains(next))
    let isTimed = problem.fields.contains { $0.name == "Retry-After" }
    #expect((answer.fields["Retry-After"] != nil) == isTimed)
  }
}

struct ReaderZoneTests {
  private let shelf = ZoneShelf()

  private func zone(_ name: String) throws -> LocalZone { try #require(shelf.zone(name)) }

  @Test(arguments: [
    ("UTC", "2026-11-21 10:00 UTC"), ("Asia/Tokyo", "2026-11-21 19:00 JST"),
    ("America/Sao_Paulo", "2026-11-21 07:00 UTC-03"), ("Asia/Kolkata", "2026-11-21 15:30 IST"),
  ])
  func `shows a time as its clocks do, and names them`(name: String, text: String) throws {
    #expect(try zone(name).text(#require(Timestamp("2026-11-21T10:00:00Z"))) == text)
  }

  @Test(arguments: [
    ("UTC", "2026-12-31T23:59:59Z", "2026-12-31T23:59:59"),
    ("UTC", "2026-12-31T23:59:00Z", "2026-12-31T23:59"),
    ("Asia/Tokyo", "2026-12-31T15:00:00Z", "2027-01-01T00:00"),
    ("Europe/Berlin", "2026-07-01T10:00:30Z", "2026-07-01T12:00:30"),
  ])
  func `means what it shows in a field`(name: String, time: String, typed: String) throws {
    let zone = try zone(name)
    #expect(try zone.typed(#require(Timestamp(time))) == typed)
    #expect(zone.meant(typed) == time)
  }

  @Test(arguments: [
    ("2026-11-21", "2026-11-20T15:00:00Z"), ("7d", "7d"), ("soon", "soon"), ("", ""),
    ("2026-13-01T00:00", "2026-13-01T00:00"), ("2026-11-21T00:00:00Z", "2026-11-21T00:00:00Z"),
  ])
  func `reads dates from their beginning, and leaves what says its own zone`(
    text: String, meant: String
  ) throws {
    #expect(try zone("Asia/Tokyo").meant(text) == meant)
  }

  @Test func `a date alone stays a date in UTC`() {
    #expect(LocalZone.utc.meant("2026-11-21") == "2026-11-21")
  }

  @Test(arguments: [
    "../../../etc/passwd", "/etc/passwd", "Asia/../../../../etc/passwd", "", "Asia", "zone1970.tab",
    "Asia/Atlantis", "Asia/Tokyo\u{0}", String(repeating: "a", count: 65),
  ])
  func `knows no zone of another name`(name: String) {
    #expect(shelf.zone(name) == nil)
  }

  @Test func `offers every zone that it lists`() {
    let names = shelf.names
    #expect(names.count > 200 && names == names.sorted())
    #expect(names.allSatisfy { shelf.zone($0) != nil })
  }

  @Test func `draws the hours of a reader's day, which may be 23 or 25`() throws {
    let now = try #require(Timestamp("2026-10-26T12:00:00Z"))
    let berlin = try zone("Europe/Berlin")
    let period = try #require(
      ChartPeriod(from: "2026-10-25", to: "2026-10-25", now: now, hours: 14, in: berlin))
    #expect(period.isByHour && period.columns.count == 25)
    #expect(period.since == .at(try #require(Timestamp("2026-10-24T22:00:00Z"))))
    #expect(period.until == .at(try #require(Timestamp("2026-10-25T23:00:00Z"))))
    #expect(period.items.map(\.value) == ["2026-10-25", "2026-10-25"])
    let kolkata = try zone("Asia/Kolkata")
    let half = try #require(
      ChartPeriod(from: "2026-10-25", to: "2026-10-25", now: now, hours: 14, in: kolkata))
    #expect(half.since == .at(try #require(Timestamp("2026-10-24T18:00:00Z"))))
    #expect(half.columns.count == 24)
  }
}
