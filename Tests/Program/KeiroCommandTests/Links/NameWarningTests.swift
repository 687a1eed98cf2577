import KeiroCommand
import ProgramSupport
import Testing

/// Names of links that take something away, or that are not what was meant.
struct NameWarningTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
    fixture.run("links", "add", "--host", "a.example", "--slug", "ab", "https://e.example/")
  }

  private func warnings(_ host: String, _ slug: String) -> [String] {
    let made = fixture.run("links", "add", "--host", host, "--slug", slug, "https://e.example/")
    #expect(made.code == .done)
    return made.error.split(separator: "\n").map { String($0) }
  }

  @Test func `warns of a link at the address of a QR code`() {
    #expect(
      warnings("www.a.example", "ab.qr") == [
        "keiro links add: warning: slug: '/s/ab.qr' is the address of the QR code of the link 'ab', "
          + "which nobody gets any more"
      ])
    #expect(
      warnings("a.example", "spring.qr").first?.contains("QR code of the link 'spring'") == true)
    #expect(warnings("a.example", "cd.qr").first?.contains("opens no app") == true)
    #expect(
      warnings("a.example", "cd") == [
        "keiro links add: warning: slug: the link has no QR code: the link 'cd.qr' is at the address "
          + "of it"
      ])
    let survey = fixture.run("explain", "--all")
    #expect(survey.code == .negative)
    #expect(survey.output.contains("expected a name that visitors reach"))
    #expect(survey.output.contains("'/s/ab.qr' is the address of the QR code of the link 'ab'"))
  }

  @Test func `warns where the site answers itself`() {
    #expect(
      warnings("q.b.example", "robots.txt") == [
        "keiro links add: warning: slug: '/robots.txt' is never reached: the site answers there itself"
      ])
    #expect(warnings("a.example", "robots.txt") == [])
    #expect(fixture.run("explain", "--all").output.contains("'/robots.txt' is never reached"))
  }

  @Test func `warns of the prefix in a slug`() {
    #expect(
      warnings("a.example", "s/ab") == [
        "keiro links add: warning: slug: the short URL is '/s/s/ab', since each begins with the "
          + "prefix: did you mean the slug 'ab'?"
      ])
    #expect(warnings("a.example", "sale/ab") == [])
    #expect(warnings("a.example", "s") == [])
  }

  @Test func `a file of links is applied with its warnings`() throws {
    let file = try fixture.folder.write(
      #"{"host":"a.example","slug":"s/x","url":"https://e.example/"}"# + "\n"
        + #"{"host":"a.example","slug":"ab.qr","url":"https://e.example/"}"# + "\n"
        + #"{"host":"a.example","slug":"ef.qr","url":"https://e.example/"}"# + "\n"
        + #"{"host":"a.example","slug":"ef","url":"https://e.example/"}"# + "\n",
      to: "file.ndjson")
    let applied = fixture.run("apply", file)
    #expect(applied.code == .done)
    let all = applied.output + applied.error
    #expect(all.contains("did you mean the slug 'x'?") && all.contains("ab.qr"))
    #expect(all.contains("the link 'ef.qr' is at the address of it"))
  }

  @Test(arguments: [
    #"{"links":[{"slug":"x"}]}"#, #"[{"slug":"x"}]"#, "{\n  \"links\": [\n    {}\n  ]\n}",
    "[\n]", #" { "data" : [ {"a":1} ] }"#,
  ])
  func `a file that is one document is told to have a link on each line`(
    _ text: String
  ) throws {
    let file = try fixture.folder.write(text + "\n", to: "file.json")
    let applied = fixture.run("apply", file)
    #expect(applied.code == .negative)
    #expect(
      (applied.output + applied.error).contains(
        "line 1: the file is one document: expected a link on each line, such as {\"host\""))
  }

  @Test func `a line with a list in it is read as a line`() throws {
    let file = try fixture.folder.write(
      #"{"rules":[{"url":"x"}],"slug":"x"}"# + "\n", to: "file.json")
    #expect(!fixture.run("apply", file).error.contains("document"))
  }

  @Test func `a token for a host that no site serves is made with a warning`() {
    let made = fixture.run("tokens", "create", "--scope", "admin", "--host", "a.exmple")
    #expect(made.code == .done)
    #expect(
      made.error.hasSuffix(
        "keiro tokens create: warning: hosts: no site serves the host 'a.exmple': did you mean "
          + "'a.example'?\n"), "\(made.error)")
    for host in ["a.example", "*.b.example", "q.b.example", "c.example", "*.a.example"] {
      let made = fixture.run("tokens", "create", "--scope", "admin", "--host", host)
      #expect(made.code == .done && !made.error.contains("warning"), "\(host)")
    }
  }

  @Test func `an edit without a field says what would be one`() {
    let edited = fixture.run("links", "edit", "https://a.example/s/ab")
    #expect(
      edited.code == .wrongUsage
        && edited.error
          == "keiro links edit: nothing is to be changed: expected an option such as --url, "
          + "--name or --tag, --set FIELD=VALUE or --unset FIELD\n"
    )
  }

  @Test func `statistics of a link that is not there are refused`() {
    let refused = fixture.run("stats", "--host", "a.example", "--slug", "zz")
    #expect(
      refused.code == .negative
        && refused.error
          == "keiro stats: there is no link 'zz' on 'a.example': expected the slug of one that exists\n"
    )
    #expect(fixture.run("stats", "--host", "www.a.example", "--slug", "ab").code == .done)
    #expect(fixture.run("stats", "--host", "a.example", "--slug", "spring").code == .done)
  }

  @Test(arguments: [
    (["stats", "--from", "7d"], "--since"), (["stats", "--to", "7d"], "--until"),
    (["links", "list", "--status", "expired"], "--state"),
    (["links", "list", "--domain", "a.example"], "--host"),
    (["links", "list", "--stat", "expired"], "--state"),
  ])
  func `a word of other programs leads to the option`(_ command: [String], _ option: String) {
    let recorder = ConsoleRecorder()
    #expect(recorder.run(command, environment: [:]) == .wrongUsage)
    #expect(recorder.error.hasSuffix("did you mean '\(option)'?\n"))
  }

  @Test func `lists the links that are in a state`() {
    fixture.run("links", "edit", "--archived", "https://a.example/s/ab")
    let archived = fixture.run("links", "list", "--state", "archived")
    #expect(archived.output.split(separator: "\n").count == 1)
    #expect(archived.output.hasPrefix("https://a.example/s/ab "))
    #expect(!fixture.run("links", "list", "--state", "active").output.contains("/s/ab"))
    #expect(
      fixture.run("links", "list", "--state", "archivd").error.hasSuffix(
        "did you mean 'archived'?\n"))
  }

  @Test(arguments: [
    ("https://e.example/product/日本", "https://e.example/product/%E6%97%A5%E6%9C%AC"),
    ("https://e.example/a b?c=<d>", "https://e.example/a%20b?c=%3Cd%3E"),
    ("https://日本.example/é", "https://xn--wgv71a.example/%C3%A9"),
    ("https://e.example/日/{slug}", "https://e.example/%E6%97%A5/{slug}"),
  ])
  func `a destination with other letters is refused with its encoded form`(
    _ destination: String, _ encoded: String
  ) {
    for command in [["edit", "--url"], ["edit", "--expired-url"]] {
      let recorder = ConsoleRecorder()
      let code = recorder.run(
        ["links"] + command + [destination, "https://a.example/s/ab"],
        environment: ["KEIRO_CONFIG": fixture.configuration])
      #expect(code == .negative)
      #expect(
        recorder.error.hasSuffix("expected them percent-encoded, as in \(encoded)\n"),
        "\(recorder.error)")
    }
  }
}
