import AppAssociation
import SiteModel
import Testing

@testable import Service
@testable import ServiceSupport

@Suite struct RespelledPathTests {
  private func service() throws -> ServiceFixture {
    try ServiceFixture { definition in
      definition.sites[0].routes.insert(
        RouteDefinition(component: Component(path: "/*/offer"), apps: [0]), at: 0)
    }
  }

  @Test func `a page asked for with needless escapes is found under its plain spelling`() throws {
    let service = try service()
    #expect(try service.visit("/x/offer").status == 200)
    let answer = try service.visit("/x/%6Fffer?a=%62")
    #expect(answer.status == 308)
    #expect(answer.location == "/x/offer?a=%62")
  }

  @Test(arguments: ["//evil.example/%6Fffer", #"/\evil.example/%6Fffer"#])
  func `no spelling of a page leads to another host`(_ target: String) throws {
    let answer = try service().visit(target)
    #expect(answer.status == 404)
    #expect(answer.location == nil)
  }
}
