import LinkStorage
import Cryptography
import JSONSyntax
import KeiroCommand
import SQLiteStore
import Testing

struct TokensCommandTests {
  @Test func `makes tokens, lists them without their secrets, and revokes them`() throws {
    let fixture = try StoreFixture()
    #expect(fixture.run("tokens", "list").error == "no tokens\n")
    let made = fixture.run(
      "tokens", "create", "--scope", "stats:read", "--scope", "links:read", "--name", "CI", "--json"
    )
    #expect(made.code == .done && made.error == "")
    let root = try JSONDocument(parsing: Array(made.output.utf8)).root
    #expect(root.object?.map(\.name) == ["id", "token", "scopes"])
    let id = try #require(root.member("id")?.string)
    let text = try #require(root.member("token")?.string)
    let store = try fixture.store()
    let token = try store.token(digest: try #require(TokenText.digest(of: text)))
    #expect(token?.id == id && token?.name == "CI")
    #expect(token?.scopes == ["links:read", "stats:read"])
    #expect(token?.allows(.readLinks) == true && token?.allows(.writeLinks) == false)

    let plain = fixture.run("tokens", "create", "--scope", "admin")
    #expect(plain.output.hasPrefix("keiro_") && plain.output.utf8.count == 50)
    let listed = fixture.run("tokens", "list").output
    #expect(
      listed.split(separator: "\n").count == 2 && listed.contains("links:read stats:read  CI"))
    #expect(!listed.contains(text))

    #expect(fixture.run("tokens", "revoke", id).code == .done)
    #expect(try store.tokens().first?.allows(.readLinks) == false)
    #expect(fixture.run("tokens", "list", "--json").output.contains("\"revokedAt\": \"2"))
    let wrong = (id.first == "x" ? "y" : "x") + id.dropFirst()
    let unknown = fixture.run("tokens", "revoke", wrong)
    #expect(unknown.code == .negative)
    #expect(
      unknown.error
        == "keiro tokens: there is no token '\(wrong)': did you mean '\(id)'?\n")
  }
}
