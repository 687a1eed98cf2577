import Changes
import DirectRequests
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Testing
import WebSyntax

@testable import Dashboard

/// Forms that were sent after a session had ended.
@Suite struct KeptFormTests {
  private let pages: Pages
  private let token: String

  init() throws {
    pages = try Pages()
    token = try pages.fixture.everything.createToken(
      TokenDraft(name: "Returned", scopes: [.admin])
    ).text
  }

  /// Sends a form without a session, signs in, and returns the page that offers it again.
  private func offer(
    _ path: String, _ body: String, in language: Language = .english
  ) throws -> String {
    let fields = "Accept-Language: \(language.rawValue)\r\n"
    let asked = try pages.fixture.ask(
      "/dashboard/" + path, method: "POST", fields: fields, body: body)
    #expect(asked.status == .forbidden)
    let kept = hidden(in: asked.text)
    let answer = try pages.fixture.ask(
      "/dashboard/sign-in", method: "POST", fields: fields,
      body: "token=\(token)&" + form(kept))
    #expect(answer.status == .ok)
    return answer.text.replacing("<wbr>", with: "")
  }

  /// The hidden fields of a page, of which no value needs escaping.
  private func hidden(in html: String) -> [(name: String, value: String)] {
    html.split(separator: "<input type=\"hidden\" name=\"").dropFirst().compactMap { part in
      let texts = part.split(separator: "\"", omittingEmptySubsequences: false)
      return texts.count > 2 ? (String(texts[0]), String(texts[2])) : nil
    }
  }

  private func form(_ items: [(name: String, value: String)]) -> String {
    items.map { "\($0.name)=\(PercentCoding.encodeComponent($0.value))" }.joined(separator: "&")
  }

  private let typed =
    "url=https://b.example/new&name=Mine&tags=spring&status=302&password=hush&rules=1"
    + "&rules[0].url=https://c.example/&rules[0].if.platform=iPhone"

  @Test func `a page whose address is too long for another's leads to the sign-in all the same`()
    throws
  {
    let fixture = try PagesFixture()
    // A slash has three bytes in the query of the other.
    for (text, count, isKept) in [("a", 1000, true), ("a", 8000, false), ("/", 3900, false)] {
      let query = String(repeating: text, count: count)
      let answer = try fixture.ask("/dashboard/links?q=" + query)
      #expect(answer.status.code == 303)
      #expect(answer.fields["Location"]?.contains(query) == isKept)
      #expect((answer.fields["Location"] == "/dashboard/sign-in") == !isKept)
    }
  }

  @Test func `a form waits beside a sign-in at a provider`() throws {
    let fresh = try pages.fixture.ask("/dashboard/sign-in")
    #expect(!fresh.text.contains(Word.goOnSignedIn.english))
    let asked = try pages.fixture.ask("/dashboard/links/new", method: "POST", body: typed)
    #expect(asked.text.contains("href=\"/dashboard/oidc/Login\" target=\"_blank\""))
    // Too early, it waits on; then whoever signed in finds it.
    let body = "token=&" + form(hidden(in: asked.text))
    let early = try pages.fixture.ask("/dashboard/sign-in", method: "POST", body: body)
    #expect(form(hidden(in: early.text)) == form(hidden(in: asked.text)))
    #expect(!early.text.contains("token-fault"))
    let signedIn = try pages.text("sign-in", body)
    #expect(signedIn.contains(Word.formKept.english) && signedIn.contains("value=\"Mine\""))
  }

  @Test(arguments: Language.allCases)
  func `a form tells what it does and what was typed, but no secret`(_ language: Language) throws {
    let html = try offer("links/a.example/often", "action=save&revision=9-9&" + typed, in: language)
    #expect(html.contains("<h2 dir=\"auto\">a.example/s/often</h2>"))
    #expect(
      html.contains(
        "name=\"action\" value=\"save\">\(Word.saveChanges.text(in: language))</button>"))
    func tells(_ field: String) throws -> Bool {
      html.contains("<dt>\(try #require(Phrase("field", field)).text(in: language))</dt>")
    }
    for field in ["url", "name", "tags", "rules"] { #expect(try tells(field), "\(field)") }
    #expect(
      html.contains("<span dir=\"auto\">Mine</span>") && html.contains("→\u{A0}https://c.example/"))
    for field in ["status", "password"] { #expect(try !tells(field), "\(field)") }
    #expect(!html.contains("hush") && !html.contains("<dd><span dir=\"auto\">9-9"))
  }

  @Test func `a form of a link leads back to what was typed, and saves nothing`() throws {
    for (path, own) in [("links/a.example/often", "action=save&"), ("links/new", "once=aaaa&")] {
      let count = try pages.linkCount
      let html = try offer(path, own + typed)
      #expect(html.contains("value=\"edit\">\(Word.backToForm.english)</button>"))
      let items = hidden(in: html)
      #expect(!items.contains { $0.name == "action" })
      let text = try pages.text(path, "action=edit&" + form(items), status: .ok)
      #expect(text.contains("value=\"https://b.example/new\"") && text.contains("value=\"Mine\""))
      #expect(text.contains("value=\"https://c.example/\""))
      #expect(text.contains(Word.passwordAgain.english))
      #expect(try pages.linkCount == count && pages.link("often")?.name == "The often link")
    }
  }

  @Test func `a button of rules leads back to the form alone`() throws {
    let html = try offer("links/a.example/often", "rule=add&" + typed)
    #expect(html.contains("<button class=\"button\" name=\"action\" value=\"edit\">"))
    #expect(!html.contains(Word.saveChanges.english))
  }

  @Test(arguments: [
    (
      "links/a.example/often", "action=delete&confirmed=yes", LinkAction.delete.word,
      "/dashboard/links/a.example/often"
    ),
    (
      "links", "action=delete&confirmed=yes&link=a.example/often&list-search=tea",
      BulkAction.delete.word,
      "/dashboard/links?search=tea"
    ),
    ("tokens", "action=revoke&id=x&confirmed=yes", TokenAction.revoke.word, "/dashboard/tokens"),
    ("people", "action=remove&id=x&confirmed=yes", PersonAction.remove.word, "/dashboard/people"),
    (
      "webhooks/x", "action=remove&confirmed=yes", WebhookAction.remove.word,
      "/dashboard/webhooks/x"
    ),
    ("sessions", "id=x", SessionAction.end.word, "/dashboard/sessions"),
  ])
  func `what takes something away is called so, and is confirmed once more`(
    _ path: String, _ body: String, _ word: Phrase, _ back: String
  ) throws {
    let html = try offer(path, body)
    let button = try #require(html.firstRange(of: "<button class=\"danger\""))
    #expect(html[button.upperBound...].prefix { $0 != "/" }.hasSuffix(">\(word.english)<"))
    #expect(
      html.contains("<a class=\"button quiet\" href=\"\(back)\">\(Word.backToPage.english)</a>"))
    #expect(!html.contains("name=\"confirmed\""))
  }

  @Test func `a form without fields is kept as well`() throws {
    let html = try offer("changes/1", "")
    #expect(html.contains("action=\"/dashboard/changes/1\""))
    #expect(html.contains("<button class=\"button\">\(Word.undo.english)</button>"))
  }

  @Test func `fields of tokens and webhooks have their names`() throws {
    let token = try offer("tokens", "action=create&name=Mine&scope=links:read&expires=7d")
    #expect(token.contains("<dt>\(Word.may.english)</dt>") && token.contains(">links:read<"))
    let webhook = try offer("webhooks", "url=https://hooks.example.com/&secret=hush")
    #expect(webhook.contains("<dt>\(Word.address.english)</dt>"))
    #expect(!webhook.contains(">hush<"))
  }

  // MARK: - Files

  @Test(arguments: Language.allCases)
  func `a file sent after the session had ended is asked for again, with the reason`(
    _ language: Language
  ) throws {
    let bytes = Array("POST /dashboard/import HTTP/1.1\r\nHost: keiro.example.com\r\n\r\n".utf8)
    let request = try #require(HTTPRequest.decoded(bytes))
    let sink = UploadSink(
      pages.fixture.pages,
      try PageRequest(request, from: HTTPPeer(address: nil), proxies: .init()), boundary: "x",
      at: pages.fixture.now)
    let sent = sink.response(to: Array("--x\r\n".utf8))
    let location = try #require(sent.fields["Location"])
    let html = try pages.fixture.ask(
      location, fields: "Accept-Language: \(language.rawValue)\r\n"
    ).text
    #expect(html.contains(Word.sessionEndedBeforeUpload.text(in: language)))
    let next = try #require(hidden(in: html).first { $0.name == "next" }?.value)
    let answer = try pages.fixture.ask(
      "/dashboard/sign-in", method: "POST", body: "token=\(token)&" + form([("next", next)]))
    let form = try #require(answer.fields["Location"]).dropFirst("/dashboard/".count)
    let page = try pages.text(String(form), in: language)
    #expect(page.contains(Word.fileNotUploaded.text(in: language)))
  }

  @Test(arguments: [
    ("", Word.fileMissing), ("filename=\"\"", .fileMissing), ("filename=\"a.csv\"", .fileEmpty),
  ])
  func `a form without a file keeps everything else`(_ file: String, _ fault: Word) throws {
    let bytes = Array(
      "POST /dashboard/import HTTP/1.1\r\nHost: keiro.example.com\r\n\(pages.cookie)\r\n".utf8)
    let request = try #require(HTTPRequest.decoded(bytes))
    let peer = HTTPPeer(address: IPAddress("192.0.2.1"), isSecure: true)
    let sink = UploadSink(
      pages.fixture.pages, try PageRequest(request, from: peer, proxies: .init()), boundary: "x",
      at: pages.fixture.now)
    let fields = [("format", "bitly"), ("as", "a.example"), ("clicks", "yes")].map { name, value in
      "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    let empty = "--x\r\nContent-Disposition: form-data; name=\"file\"; \(file)\r\n\r\n\r\n"
    let answer = sink.response(
      to: Array((fields.joined() + (file.isEmpty ? "" : empty) + "--x--\r\n").utf8))
    let html = answer.text
    #expect(answer.status == .unprocessableContent)
    #expect(html.contains("id=\"file-fault\">\(fault.english)</span>"))
    #expect(html.contains("<option value=\"bitly\" selected>"))
    #expect(html.contains("<option value=\"a.example\" selected>"))
    #expect(html.contains("name=\"clicks\" value=\"yes\" checked>"))
  }

  @Test func `an action on all links of a list says so, and so does a password to remove`() throws {
    let html = try offer(
      "links", "action=archive&every=yes&list-tag=spring&link=a.example/often")
    #expect(html.contains(Word.everyLinkOfList.english))
    #expect(html.contains("<dt>Tag</dt><dd><span dir=\"auto\">spring</span></dd>"))
    #expect(!html.contains("<span dir=\"auto\">a.example/often</span>"))
    let edit = try offer(
      "links/a.example/often",
      "action=save&revision=9-9&url=https://b.example/often&name=&removes-password=yes")
    #expect(edit.contains("<dd>\(Word.removePassword.english)</dd>"))
  }
}
