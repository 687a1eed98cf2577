import JSONSyntax
import KeiroCommand
import ProgramSupport
import Testing

/// Every command that uses a store or a server: the answers of both are the same.
struct RemoteCommandTests {
  /// Each builds on the previous ones; some are refused.
  private static let commands: [[String]] = [
    ["links", "list"],
    ["links", "add", "--host", "a.example", "--slug", "x", "https://e.example/1"],
    ["links", "add", "--host", "a.example", "--slug", "x", "https://e.example/1"],
    ["links", "add", "--host", "www.a.example", "--slug", "x", "https://e.example/2"],
    ["links", "add", "--host", "a.example", "--slug", "fixed", "https://e.example/2"],
    ["links", "add", "--slug", "y", "https://e.example/2"],
    ["links", "add", "--host", "none.example", "--slug", "y", "https://e.example/2"],
    ["links", "add", "--host", "a.example", "--slug", "y", "https://elsewhere.example/"],
    [
      "links", "add", "--host", "b.example", "--slug", "z", "--tag", "t", "--expires", "30d",
      "--max-clicks", "3", "--set", "apple.fallback=https://e.example/f", "https://e.example/3",
    ],
    [
      "links", "add", "--host", "b.example", "--slug", "old", "--expires", "2020-01-01",
      "https://e.example/",
    ],
    ["links", "show", "https://a.example/s/x"], ["links", "show", "https://www.a.example/s/x"],
    ["links", "show", "a.example/s/fixed"], ["links", "show", "--host", "b.example", "z"],
    ["links", "show", "https://a.example/s/no"], ["links", "show", "//"], ["links", "show", "x"],
    ["links", "list", "--host", "b.example"], ["links", "list", "--search", "e.example/1"],
    ["links", "list", "--tag", "t", "--sort", "clicks"], ["links", "list", "--limit", "2"],
    ["links", "edit", "--name", "N", "https://www.a.example/s/x"],
    ["links", "edit", "--name", "N", "https://a.example/s/fixed"],
    ["links", "edit", "--url", "javascript:0", "https://a.example/s/x"],
    ["links", "edit", "--unset", "name", "https://a.example/s/none"],
    ["links", "remove", "--host", "b.example", "--slug", "no/../old"],
    ["links", "history", "--host", "b.example:80", "--slug", "old"],
    ["links", "history", "--host", "a.example", "--slug", "fixed"],
    ["links", "import", "--format", "ndjson", "{folder}/links.ndjson"],
    ["links", "import", "--format", "ndjson", "--apply", "{folder}/links.ndjson"],
    ["links", "import", "--format", "ndjson", "--apply", "{folder}/links.ndjson"],
    ["links", "import", "--format", "auto", "--as", "b.example", "{folder}/links.csv"],
    ["links", "import", "--format", "csv", "--as", "none.example", "{folder}/links.csv"],
    ["links", "import", "--format", "csv", "{folder}/empty.csv"],
    ["links", "import", "--format", "ndjson", "--map", "a=url", "{folder}/links.ndjson"],
    ["links", "import", "--format", "csv", "{folder}/absent.csv"],
    ["links", "export", "--format", "ndjson"], ["links", "export", "--format", "csv"],
    ["links", "export", "--format", "csv", "--host", "b.example"],
    ["apply", "--dry-run", "{folder}/file.ndjson"], ["apply", "--json", "{folder}/file.ndjson"],
    ["apply", "{folder}/file.ndjson"], ["apply", "--prune", "{folder}/less.csv"],
    ["apply", "--format", "github", "--owner", "o", "{folder}/file.ndjson"],
    ["apply", "{folder}/links.ndjson"], ["apply", "--json", "{folder}/empty.csv"],
    ["links", "edit", "--owner", "o", "https://a.example/s/x"],
    ["links", "edit", "--unset", "owner", "https://a.example/s/x"],
    ["links", "list", "--owner", "apply"], ["links", "list", "--owner", "none"],
    ["explain", "https://a.example/s/x"], ["explain", "--ios", "15", "https://a.example/s/no"],
    ["explain", "--matrix", "https://b.example/z"], ["explain", "--all"],
    ["explain", "--all", "--only", "warning"],
    ["links", "remove", "https://www.a.example/s/x"], ["links", "remove", "https://a.example/s/x"],
    ["links", "deleted"], ["links", "deleted", "--search", "s/x", "--json"],
    ["links", "deleted", "--host", "a.example", "--search", "e.example", "--limit", "1"],
    ["links", "list", "--health", "dead"], ["links", "list", "--health", "dead", "--json"],
    ["links", "history", "https://www.a.example/s/x"], ["links", "history", "a.example/s/none"],
    ["links", "restore", "--version", "1", "https://a.example/s/x"],
    ["links", "restore", "--version", "99", "https://a.example/s/x"],
    ["links", "restore", "--host", "a.example", "--slug", "fixed"],
    ["links", "history", "--host", "a.example", "x"],
    ["links", "restore", "https://a.example/s/x"],
    ["audit", "undo", "2"], ["audit", "undo", "2", "--apply"], ["audit", "undo", "2", "--apply"],
    ["audit", "undo", "99"], ["audit", "undo", "1"], ["audit", "undo", "x"],
    ["stats"], ["stats", "--by", "platform", "--since", "7d"],
    ["stats", "--host", "none.example"], ["stats", "--by", "launch", "--host", "a.example"],
    ["stats", "--host", "www.a.example", "--csv"],
    ["stats", "--host", "a.example", "--slug", "x", "--csv"], ["stats", "--by", "link"],
    ["tokens", "create", "--scope", "links:read", "--host", "a.example", "--expires", "90d"],
    ["tokens", "create", "--scope", "links:read", "--host", "*"],
    ["tokens", "create", "--scope", "links:read", "--expires", "2020-01-01"],
    ["tokens", "list"], ["tokens", "revoke", "{token}"],
    ["tokens", "revoke", "none"],
    ["tokens", "list"],
    ["people", "list"], ["people", "add", "--role", "editor", "--site", "a.example", "Mika"],
    ["people", "add", "--role", "admin", "Mika"], ["people", "add", "--role", "viewer", ""],
    ["templates", "set", "Mail", "utm_source=mail"], ["templates", "set", "Mail", "url=x"],
    ["templates", "set", "Empty"], ["templates", "set", "Mail", "utm_source"],
    ["templates", "list"], ["templates", "remove", "Male"], ["templates", "remove", "Mail"],
    ["people", "list"], ["people", "remove", "Mikka"], ["people", "remove", "Mika"],
    ["webhooks", "list"],
    [
      "webhooks", "add", "--type", "link.created", "--description", "D", "https://hooks.e.example/",
    ],
    ["webhooks", "add", "http://hooks.e.example/"], ["webhooks", "list"],
    ["webhooks", "edit", "--disable", "--host", "a.example", "{webhook}"],
    ["webhooks", "edit", "--url", "https://127.0.0.1/", "{webhook}"],
    ["webhooks", "test", "{webhook}"], ["webhooks", "test", "wh_none"],
    ["webhooks", "rotate", "{webhook}"], ["webhooks", "deliveries", "{webhook}"],
    ["webhooks", "retry", "{webhook}", "1"], ["webhooks", "remove", "{webhook}"],
    ["webhooks", "remove", "wh_none"],
    ["audit"], ["audit", "--host", "b.example", "--limit", "2"], ["audit", "--since", "1h"],
  ]

  @Test func `every command answers alike from a store and from a server`() throws {
    let pair = try RemotePair()
    let token = pair.token(["admin"])
    try pair.write(
      """
      {"host": "a.example", "slug": "i1", "url": "https://e.example/i1", "password": "secret"}
      {"host": "none.example", "slug": "i2", "url": "https://e.example/i2"}
      {"host": "www.a.example", "slug": "i3", "url": "https://e.example/i3", "importedClicks": 7}
      broken
      {"host": "a.example", "slug": "i1", "url": "https://e.example/i4"}
      """, to: "links.ndjson")
    try pair.write(
      """
      Link,Destination URL
      https://old.example/p,https://e.example/p
      https://old.example/q,nowhere
      """, to: "links.csv")
    try pair.write("", to: "empty.csv")
    try pair.write(
      """
      {"host": "a.example", "slug": "x", "url": "https://e.example/1"}
      {"host": "a.example", "slug": "f1", "url": "https://e.example/f1", "password": "secret"}
      {"host": "b.example", "slug": "f2", "url": "https://e.example/f2", "tags": ["t"]}
      """, to: "file.ndjson")
    try pair.write(
      """
      short_url,url
      https://a.example/s/f1,https://e.example/other
      """, to: "less.csv")
    // The text is made from the document, so one of each command is enough.
    var seen: Set<[String]> = []
    for command in Self.commands {
      let hasDocument =
        !command.contains("export") && !command.contains("--csv") && !command.contains("--json")
        && !command.contains("github")
      let isNew = seen.insert(Array(command.prefix(2))).inserted
      let document = hasDocument ? [command + ["--json"]] : []
      for arguments in document + (isNew || document.isEmpty ? [command] : []) {
        let here = try pair.runHere(arguments)
        let there = try pair.runThere(arguments, token: token)
        #expect(there == here, "\(arguments.joined(separator: " "))")
        guard arguments.last == "--json" else { continue }
        let document = try? JSONDocument(parsing: Array(here.output.utf8)).root
        #expect(document != nil, "\(arguments.joined(separator: " ")): \(here.output)")
        guard let error = document?.member("error") else { continue }
        #expect(here.code != .done && error.object?.map(\.name) == ["code", "detail", "errors"])
      }
    }
  }

  @Test func `a token does what it allows and says what it lacks`() throws {
    let pair = try RemotePair()
    pair.prepare(["links", "add", "--host", "a.example", "--slug", "x", "https://e.example/1"])
    pair.prepare(["links", "add", "--host", "b.example", "--slug", "y", "https://e.example/2"])
    let reading = pair.token(["links:read"])
    #expect(try pair.runThere(["links", "show", "a.example/s/x"], token: reading).code == .done)
    let refused = try pair.runThere(["links", "remove", "a.example/s/x"], token: reading)
    #expect(refused.code == .negative)
    #expect(
      refused.error.hasPrefix("keiro links remove: ") && refused.error.contains("links:write"))
    let admin = try pair.runThere(["tokens", "list", "--json"], token: reading)
    #expect(admin.code == .negative && admin.output.contains("\"code\": \"insufficient-scope\""))

    let bound = pair.token(["links:read", "links:write"], host: "a.example")
    let list = try pair.runThere(["links", "list"], token: bound)
    #expect(list.output.contains("a.example/s/x") && !list.output.contains("b.example"))
    let beyond = try pair.runThere(["links", "show", "b.example/y"], token: bound)
    #expect(
      beyond.code == .negative
        && beyond.error
          == "keiro links show: you have no access to the host 'b.example': expected one of your hosts\n"
    )
    let export = try pair.runThere(["links", "export", "--format", "ndjson"], token: bound)
    #expect(export.code == .done && !export.output.contains("b.example"))
    // The only host within reach need not be named.
    let made = try pair.runThere(
      ["links", "add", "--slug", "n", "https://e.example/3"], token: bound)
    #expect(made.output == "https://a.example/s/n\n")
  }

  @Test func `a wrong token is refused with the server's sentence`() throws {
    let pair = try RemotePair()
    let answer = try pair.runThere(["links", "list"], token: "keiro_wrong")
    #expect(answer.code == .negative && answer.error.hasPrefix("keiro links list: "))
    #expect(!answer.error.contains("keiro_wrong"))
    let document = try pair.runThere(["links", "list", "--json"], token: "keiro_wrong")
    #expect(document.output.contains("\"code\": \"unauthenticated\"") && document.error == "")
  }

  @Test(arguments: [
    ["links", "list"], ["stats"], ["tokens", "list"], ["people", "list"], ["webhooks", "list"],
    ["audit"], ["explain", "https://a.example/"], ["doctor"],
  ]) func `a server that is not there is the environment's fault`(_ command: [String]) throws {
    // Port 9 is unused on this machine, so the connection is refused at once.
    let environment = ["KEIRO_SERVER": "http://127.0.0.1:9", "KEIRO_TOKEN": "keiro_x"]
    let text = ConsoleRecorder()
    #expect(text.run(command, environment: environment) == .environmentFailed)
    #expect(text.error.hasPrefix("keiro \(command[0])"))
    #expect(text.error.contains(": cannot reach 'http://127.0.0.1:9': "))
    let json = ConsoleRecorder()
    #expect(json.run(command + ["--json"], environment: environment) == .environmentFailed)
    #expect(json.output.contains("\"code\": \"server-unreachable\"") && json.error == "")
  }
}
