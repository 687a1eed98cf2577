import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import Testing

@testable import Dashboard

/// Every page about a refusal says what to do next.
@Suite struct RefusalPageTests {
  private func text(_ response: HTTPResponse) -> String {
    String(decoding: response.body, as: UTF8.self)
  }

  @Test func `who may not do something learns who can change that, in words for people`() throws {
    let pages = try PagesFixture()
    let viewer = try pages.cookie([.readLinks])
    let refusal = try pages.ask("/dashboard/people", fields: viewer)
    #expect(refusal.status == .forbidden)
    let said = text(refusal)
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
    #expect(text(missing).contains("href=\"/dashboard/links?state=deleted\">Deleted"))
    let nowhere = try pages.ask("/dashboard/nothing", fields: cookie)
    #expect(nowhere.status == .notFound && !text(nowhere).contains("state=deleted"))
  }

  @Test(arguments: [
    (LinkStoreError.Kind.locked, true), (.unreachable, true), (.corrupt, false), (.full, false),
  ])
  func `another try is advised where it may help`(kind: LinkStoreError.Kind, mayPass: Bool) throws {
    let error = LinkStoreError(kind: kind, code: 0, message: "", operation: "")
    let said = text(
      PageLayout(language: .english, files: try #require(AssetFiles())).plain(Problem(error)))
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
    #expect(text(answer).contains("<h1>\(title)</h1>"))
    #expect(next.isEmpty || text(answer).contains(next))
    let isTimed = problem.fields.contains { $0.name == "Retry-After" }
    #expect((answer.fields["Retry-After"] != nil) == isTimed)
  }
}
