import Changes
import Cryptography
import Foundation
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Testing

@testable import Dashboard

@Suite struct SessionsPageTests {
  /// A person with two passkeys and a session, as somebody's browser asks.
  private struct Somebody {
    let fixture: PagesFixture
    let cookie: String
    let passkeys: [Passkey]

    init() throws {
      fixture = try PagesFixture()
      let (store, now) = (fixture.store, fixture.timestamp)
      let person = try fixture.everything.addPerson(
        PersonDraft(name: "Hanako", role: .editor), origin: PagesFixture.origin
      ).person
      passkeys = [("Safari, iPhone", UInt8(1)), (nil, 2)].map { name, number in
        Passkey(
          credential: Array(repeating: number, count: 16), person: person.id, key: [1], counter: 0,
          createdAt: now, name: name)
      }
      for passkey in passkeys {
        _ = try waitForAnswer {
          store.addPasskey(passkey, invitation: nil, by: .service, now: now, completion: $0)
        }
      }
      let secret = Array(repeating: UInt8(7), count: 32)
      let session = Session(
        digest: try #require(SHA256.digest(secret)),
        subject: SessionSubject.person(id: person.id).text,
        createdAt: now, expires: Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 3600),
        device: "Firefox, Linux")
      _ = try waitForAnswer { store.createSession(session, completion: $0) }
      cookie = "Cookie: __Host-keiro=\(Base64.url.encode(secret))\r\n"
    }

    func text(_ form: String? = nil, in language: Language) throws -> (text: String, status: Int) {
      let answer = try fixture.ask(
        "/dashboard/sessions", method: form == nil ? "GET" : "POST",
        fields: cookie + "Accept: text/html\r\nAccept-Language: \(language.rawValue)\r\n",
        body: form ?? "")
      return (answer.text, answer.status.code)
    }

    func name(_ passkey: Passkey) throws -> String? {
      try fixture.store.passkey(credential: passkey.credential)?.name
    }
  }

  @Test(arguments: Language.allCases)
  func `sessions and passkeys are told apart by browser, system and name`(
    _ language: Language
  ) throws {
    let somebody = try Somebody()
    let page = try somebody.text(in: language).text
    for text in ["Firefox, Linux", "value=\"Safari, iPhone\""] {
      #expect(page.contains(text), "\(text)")
    }
    for word in [Phrase(.device), Phrase(.ownSession), SessionAction.namePasskey.word] {
      #expect(page.contains(word.text(in: language)), "\(word)")
    }
  }

  @Test(arguments: Language.allCases)
  func `a passkey takes the name that its person gives it`(_ language: Language) throws {
    let somebody = try Somebody()
    let own = try #require(somebody.passkeys.last)
    let form = "action=name-passkey&id=\(own.id)"
    #expect(try somebody.text("\(form)&name=%E6%90%BA%E5%B8%AF", in: language).status == 303)
    #expect(try somebody.name(own) == "携帯")
    for name in ["", String(repeating: "a", count: 201), "a%00b"] {
      let refused = try somebody.text("\(form)&name=\(name)", in: language)
      #expect(refused.status == 422, "\(name)")
      #expect(refused.text.contains(Word.formNotTaken.text(in: language)), "\(name)")
    }
    #expect(try somebody.name(own) == "携帯")
    let absent = try somebody.text("action=name-passkey&id=00&name=N", in: language)
    #expect(absent.status == 404)
    // The same name again is no change.
    #expect(try somebody.text("\(form)&name=%E6%90%BA%E5%B8%AF", in: language).status == 303)
    let renamed = try somebody.fixture.store.audit(AuditQuery()).entries.map(\.entry)
      .filter { $0.action == .passkeyRenamed }
    #expect(renamed.map(\.person) == [own.person] && renamed.first?.actor.kind == .person)
  }

  @Test(arguments: [
    (
      "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
      "Firefox, Linux"
    ),
    (
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0",
      "Edge, Windows"
    ),
    (
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
      "Safari, iPhone"
    ),
    ("curl/8.17.0", nil), ("Linux", "Linux"),
  ])
  func `a sign-in remembers the browser and the system, and nothing else`(
    agent: String, device: String?
  ) throws {
    let fixture = try PagesFixture()
    let token = try fixture.everything.createToken(TokenDraft(name: "T", scopes: [.readLinks])).text
    let answer = try fixture.ask(
      "/dashboard/sign-in", method: "POST", fields: "User-Agent: \(agent)\r\n",
      body: "token=\(token)")
    #expect(answer.status.code == 303)
    #expect(try fixture.store.sessions(of: nil).map(\.device) == [device])
  }

  @Test func `sessions of a revoked token are not listed`() throws {
    let pages = try Pages()
    let made = try pages.fixture.everything.createToken(
      TokenDraft(name: "Laptop", scopes: [.readLinks]))
    _ = try pages.fixture.ask("/dashboard/sign-in", method: "POST", body: "token=\(made.text)")
    #expect(try pages.text("sessions").contains("Laptop"))
    _ = try pages.fixture.everything.revokeToken(made.token.id)
    #expect(try !pages.text("sessions").contains("Laptop"))
  }
}

@Suite struct HelpTests {
  private static let guide = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "deploy/guide")

  @Test(arguments: HelpTopic.allCases)
  func `every question mark leads to a paragraph, and that names a section of the guide`(
    _ topic: HelpTopic
  ) throws {
    let html = try Pages().text("help")
    let anchor = try #require(topic.address.split(separator: "#").last)
    #expect(html.contains("<section class=\"card\" id=\"\(anchor)\">"))
    let (_, article, heading) = topic.entry
    #expect(html.contains("“\(article.word.english)” (\(article.file))"))
    let japanese = try Pages().text("help", in: .japanese)
    #expect(japanese.contains("「\(article.word.japanese)」（\(article.file)）"))
    let text = try String(contentsOf: Self.guide.appending(path: article.file), encoding: .utf8)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("#") }
    #expect(lines.first == "# \(article.word.english)")
    guard let heading else { return }
    #expect(lines.contains { $0.drop { $0 == "#" }.dropFirst() == heading }, "\(heading)")
  }

  @Test func `every topic has its question mark on a page`() throws {
    let pages = try Pages()
    let html = try [
      "", "links", "links/a.example/often?edit=rule", "import", "sites/a.example", "webhooks",
      "tokens",
      "people", "audit",
    ].map { try pages.text($0) }.joined()
    // On the sample, nothing needs attention.
    for topic in HelpTopic.allCases where topic != .attention {
      #expect(html.contains("href=\"\(topic.address)\""), "\(topic)")
    }
  }
}
