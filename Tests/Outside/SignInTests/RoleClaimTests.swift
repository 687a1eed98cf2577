import JSONSyntax
import Testing

@testable import SignIn

@Suite struct RoleClaimTests {
  private func claims(_ members: String) throws -> JSONNode {
    try JSONDocument(parsing: Array("{\"sub\":\"4711\"\(members)}".utf8)).root
  }

  @Test(arguments: [
    (#","email_verified":true"#, ["boss@example.com"]), ("", []),
    (#","email_verified":false"#, []), (#","email_verified":null"#, []),
    // OpenID Connect Core permits only a boolean here.
    (#","email_verified":"true""#, []), (#","email_verified":1"#, []),
  ])
  func `believes an address of mail that the provider has verified`(
    _ members: String, _ values: [String]
  ) throws {
    let claims = try claims(#","email":"boss@example.com""# + members)
    #expect(RoleClaim.values("email", in: claims) == values)
    #expect(RoleClaim.name(in: claims) == (values.first ?? "4711"))
  }

  @Test func `believes a telephone number that the provider has verified`() throws {
    let number = #","phone_number":"+81300000000""#
    let verified = try claims(number + #","phone_number_verified":true"#)
    #expect(RoleClaim.values("phone_number", in: verified) == ["+81300000000"])
    #expect(RoleClaim.values("phone_number", in: try claims(number)) == [])
  }

  @Test(arguments: [
    (#""profile":{"email":"a@b.example","email_verified":true}"#, ["a@b.example"]),
    (#""profile":{"email":"a@b.example"},"email_verified":true"#, []),
    (#""profile.email":"a@b.example""#, []),
    (#""profile.email":"a@b.example","email_verified":true"#, ["a@b.example"]),
  ])
  func `asks for the verification beside an address further inside`(
    _ members: String, _ values: [String]
  ) throws {
    #expect(RoleClaim.values("profile.email", in: try claims("," + members)) == values)
  }

  @Test func `finds roles by their path, and by a name with dots`() throws {
    let claims = try claims(
      #","realm_access":{"roles":["a","b"]},"https://k.example/roles":["c"]"#)
    #expect(RoleClaim.values("realm_access.roles", in: claims) == ["a", "b"])
    #expect(RoleClaim.values("https://k.example/roles", in: claims) == ["c"])
    #expect(RoleClaim.values("realm_access.groups", in: claims) == [])
    #expect(RoleClaim.values("nothing.roles", in: claims) == [])
  }
}
