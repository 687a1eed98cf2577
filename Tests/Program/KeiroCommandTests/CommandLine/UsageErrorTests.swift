import JSONSyntax
import KeiroCommand
import Testing

struct UsageErrorTests {
  static let cases: [(arguments: [String], line: String)] = [
    (
      [],
      "keiro: no command: expected init, serve, check, health, association, validate, match, diff, explain, doctor, launch, platforms, notification, generate, apply, links, tokens, people, webhooks, store, audit, stats, mcp, completions, help or version"
    ),
    (
      ["serv"],
      "keiro: unknown command 'serv': expected init, serve, check, health, association, validate, match, diff, explain, doctor, launch, platforms, notification, generate, apply, links, tokens, people, webhooks, store, audit, stats, mcp, completions, help or version; did you mean 'serve'?"
    ),
    (
      ["frobnicate"],
      "keiro: unknown command 'frobnicate': expected init, serve, check, health, association, validate, match, diff, explain, doctor, launch, platforms, notification, generate, apply, links, tokens, people, webhooks, store, audit, stats, mcp, completions, help or version"
    ),
    (
      [""],
      "keiro: unknown command '': expected init, serve, check, health, association, validate, match, diff, explain, doctor, launch, platforms, notification, generate, apply, links, tokens, people, webhooks, store, audit, stats, mcp, completions, help or version"
    ),
    (
      ["--verison"],
      "keiro: unknown option '--verison': expected --help or --version; did you mean '--version'?"
    ),
    (
      ["check", "--confg", "x"],
      "keiro check: unknown option '--confg': expected --config, --format, --json or --help; did you mean '--config'?"
    ),
    (
      ["check", "-c"],
      "keiro check: unknown option '-c': expected --config, --format, --json or --help"
    ),
    (
      ["serve", "--config"],
      "keiro serve: option '--config' has no value: expected --config FILE, a file such as keiro.json"
    ),
    (
      ["check", "--config", "--json"],
      "keiro check: option '--config' has no value: expected --config FILE, a file such as keiro.json"
    ),
    (
      ["serve", "--config="],
      "keiro serve: option '--config' has an empty value: expected --config FILE, a file such as keiro.json"
    ),
    (
      ["serve", "--config", ""],
      "keiro serve: option '--config' has an empty value: expected --config FILE, a file such as keiro.json"
    ),
    (
      ["check", "--json=yes"],
      "keiro check: option '--json' has the value 'yes': expected none"
    ),
    (
      ["check", "--json", "--json"],
      "keiro check: option '--json' is given twice: expected it once"
    ),
    (
      ["serve", "--config", "a", "--config=b"],
      "keiro serve: option '--config' is given twice: expected it once"
    ),
    (
      ["association", "--kind", "appel"],
      "keiro association: option '--kind' has the value 'appel': expected apple or android; did you mean 'apple'?"
    ),
    (
      ["association", "--host", "https://asajikan.jp"],
      "keiro association: option '--host' has the value 'https://asajikan.jp': expected a host such as www.example.com"
    ),
    (
      ["association", "--host", "*.asajikan.jp"],
      "keiro association: option '--host' has the value '*.asajikan.jp': expected a host such as www.example.com"
    ),
    (
      ["association"],
      "keiro association: option '--host' is missing: expected --host HOST, a host such as www.example.com"
    ),
    (
      ["validate"],
      "keiro validate: an operand is missing: expected a file such as assetlinks.json, or - for standard input"
    ),
    (
      ["validate", "-", "-"],
      "keiro validate: '-' is given twice: expected standard input at most once"
    ),
    (
      ["validate", "--kind", "web", "a"],
      "keiro validate: option '--kind' has the value 'web': expected apple, android, webauthn, passkey-endpoints or applinking"
    ),
    (
      ["diff", "a"],
      "keiro diff: an operand is missing: expected files such as old.json and new.json"
    ),
    (
      ["diff", "a", "b", "c"],
      "keiro diff: unexpected operand 'c': expected at most two operands, files such as old.json and new.json"
    ),
    (["diff", "-", "-"], "keiro diff: '-' is given twice: expected standard input at most once"),
    (
      ["match", "/a"],
      "keiro match: option '--aasa' is missing: expected --aasa FILE, a file such as apple-app-site-association, or -"
    ),
    (
      ["match", "--aasa", "a"],
      "keiro match: an operand is missing: expected a URL such as https://www.example.com/sale"
    ),
    (
      ["match", "--aasa", "a", "--ios", "thirteen", "/a"],
      "keiro match: option '--ios' has the value 'thirteen': expected a version such as 17.0"
    ),
    (
      ["match", "--aasa", "a", "--android", "1.2.3.4", "/a"],
      "keiro match: option '--android' has the value '1.2.3.4': expected a version such as 17.0"
    ),
    (
      ["match", "--aasa", "a", "--host", "a b", "/a"],
      "keiro match: option '--host' has the value 'a b': expected a host such as www.example.com"
    ),
    (
      ["match", "--aasa", "a", "b"],
      "keiro match: operand 'b' is not a URL: expected https://HOST/PATH or a path such as /a/b"
    ),
    (["check", "file"], "keiro check: unexpected operand 'file': expected no operand"),
    (
      ["check", "nofile.json"],
      "keiro check: unexpected operand 'nofile.json': expected no operand; did you mean '--config nofile.json'?"
    ),
    (
      ["stats", "www.example.com"],
      "keiro stats: unexpected operand 'www.example.com': expected no operand; did you mean '--host www.example.com'?"
    ),
    (
      ["audit", "undo", "last"],
      "keiro audit undo: operand 'last': expected the number of a change such as 17"
    ),
    (
      ["links", "import", "--format", "csv", "--time-zone", "Tokyo", "x.csv"],
      "keiro links import: option '--time-zone' has the value 'Tokyo': expected an offset such as +09:00, or Z"
    ),
    (
      ["store", "copy", "--from", "old.db"],
      "keiro store copy: option '--from' has the value 'old.db': expected a store such as sqlite:old.db or postgresql://keiro@db1/keiro"
    ),
    (
      ["links"],
      "keiro links: no command: expected list, show, add, edit, remove, deleted, history, restore, import, export or replay"
    ),
    (
      ["links", "exprot"],
      "keiro links: unknown command 'exprot': expected list, show, add, edit, remove, deleted, history, restore, import, export or replay; did you mean 'export'?"
    ),
    (["links", "--json"], "keiro links: unknown option '--json': expected --help"),
    (
      ["links", "list", "--limit", "0"],
      "keiro links list: option '--limit' has the value '0': expected a whole number of 1 or more, such as 20"
    ),
    (
      ["links", "add", "--host", "a.b", "--expires", "soon", "https://e.example/"],
      "keiro links add: option '--expires' has the value 'soon': expected a time such as 2026-11-21T00:00:00Z, 2026-11-21, 24h or 7d"
    ),
    (
      ["links", "add", "--host", "a.b", "--set", "aple.fallback=x", "https://e.example/"],
      "keiro links add: option '--set' names the field 'aple.fallback': did you mean 'apple.fallback'?"
    ),
    (
      ["links", "add", "--host", "a.b", "--set", "apple.falback=x", "https://e.example/"],
      "keiro links add: option '--set' names the field 'apple.falback': did you mean 'apple.fallback'?"
    ),
    (
      ["links", "add", "--host", "a.b", "--set", "campaign.ppid=x", "https://e.example/"],
      "keiro links add: option '--set' names the field 'campaign.ppid': expected campaign.utm_source, campaign.utm_medium, campaign.utm_campaign, campaign.utm_term, campaign.utm_content, campaign.gclid, campaign.at, campaign.ct, campaign.mt or campaign.pt"
    ),
    (
      ["links", "add", "--host", "a.b", "--set", "social.gclid=x", "https://e.example/"],
      "keiro links add: option '--set' names the field 'social.gclid': did you mean 'campaign.gclid'?"
    ),
    (
      ["links", "add", "--host", "a.b", "--set", "name", "https://e.example/"],
      "keiro links add: option '--set' has the value 'name': expected a field and its value such as apple.fallback=https://example.com/"
    ),
    (
      ["links", "add", "--host", "a.b", "--password", "p", "--password-file", "f", "https://e/"],
      "keiro links add: options '--password' and '--password-file' stand together: expected one of them"
    ),
    (
      ["explain", "--only", "fault", "https://a.example/"],
      "keiro explain: option '--only' stands alone: expected '--all' beside it"
    ),
    (
      ["links", "show"],
      "keiro links show: an operand is missing: expected a link such as https://www.example.com/s/spring"
    ),
    (
      ["links", "edit", "a.b/x"],
      "keiro links edit: nothing is to be changed: expected an option such as --url, --name or "
        + "--tag, --set FIELD=VALUE or --unset FIELD"
    ),
    (
      ["links", "import", "x.csv"],
      "keiro links import: option '--format' is missing: expected --format auto, firebase, bitly, dub, shlink, yourls, kutt, rebrandly, shortio, branch, url-list, csv or ndjson"
    ),
    (
      ["links", "import", "--format", "csv", "--map", "x", "x.csv"],
      "keiro links import: option '--map' has the value 'x': expected a column and a field such as Link=short_link"
    ),
    (
      ["links", "import", "--format", "csv", "--map", "x=ulr", "x.csv"],
      "keiro links import: option '--map' names the field 'ulr': did you mean 'url'?"
    ),
    (
      ["links", "import", "--format", "csv", "--rate", "5", "x.csv"],
      "keiro links import: option '--rate' stands alone: expected '--format url-list' beside it"
    ),
    (
      ["links", "import", "--format", "firebas", "x.csv"],
      "keiro links import: option '--format' has the value 'firebas': expected auto, firebase, bitly, dub, shlink, yourls, kutt, rebrandly, shortio, branch, url-list, csv or ndjson; did you mean 'firebase'?"
    ),
    (
      ["tokens", "create"],
      "keiro tokens create: option '--scope' is missing: expected --scope links:read, links:write, stats:read, launches:write, notifications:write, notifications:send or admin"
    ),
    (
      ["tokens", "create", "--scope", "link:read"],
      "keiro tokens create: option '--scope' has the value 'link:read': expected links:read, links:write, stats:read, launches:write, notifications:write, notifications:send or admin; did you mean 'links:read'?"
    ),
    (
      ["stats", "--since", "yesterday"],
      "keiro stats: option '--since' has the value 'yesterday': expected a time such as 2026-11-21T00:00:00Z, 2026-11-21, 24h or 7d"
    ),
    (["check", "--", "--json"], "keiro check: unexpected operand '--json': expected no operand"),
    (
      ["completions"],
      "keiro completions: an operand is missing: expected bash, zsh or fish"
    ),
    (["completions", ""], "keiro completions: an operand is empty: expected bash, zsh or fish"),
    (
      ["completions", "bash", "zsh"],
      "keiro completions: unexpected operand 'zsh': expected one operand, bash, zsh or fish"
    ),
    (
      ["completions", "bsh"],
      "keiro completions: operand 'bsh': expected bash, zsh or fish; did you mean 'bash'?"
    ),
    (
      ["check", "a\nb\u{1B}[31m\u{202E}"],
      "keiro check: unexpected operand 'a\\u{a}b\\u{1b}[31m\\u{202e}': expected no operand"
    ),
  ]

  @Test(arguments: cases)
  func `says in one line what is wrong`(arguments: [String], line: String) {
    let recorder = ConsoleRecorder()
    #expect(recorder.run(arguments) == .wrongUsage)
    #expect(recorder.error == line + "\n")
    let document = try? JSONDocument(parsing: Array(recorder.output.utf8)).root
    #expect((document != nil) == arguments.prefix { $0 != "--" }.contains("--json"))
    guard let error = document?.member("error") else { return }
    #expect(error.member("code")?.string == "wrong-usage")
    #expect(error.member("detail")?.string == String(line.drop { $0 != ":" }.dropFirst(2)))
  }
}
