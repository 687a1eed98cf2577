import KeiroCommand
import Links
import RandomCases
import Testing

/// A link brought back to an earlier version, and a change undone, by command line, page and API have
/// the same result, the same problem and the same entry in the audit log.
@Suite struct HistoryChangeTests {
  @Test func `the command line restores links as the API does`() throws {
    let counts = ChangeCounts(of: ["restore"])
    try ChangeRounds.run(name: "restored links", costing: 2, until: counts.hasBoth) {
      changes, benches in
      try changes.makeHistory(in: benches)
      let restoration = changes.restoration()
      let (command, api, both) = try benches.ask(
        restoration.arguments, "POST", restoration.target, restoration.body)
      counts.note("restore", isDone: command.code == .done)
      return try benches.difference(TwinBenches.isSame(command, api), both)
    }
    counts.expectBoth()
  }

  @Test func `pages restore links as the API does`() throws {
    let counts = ChangeCounts(of: ["restore"])
    try ChangeRounds.run(name: "links restored by page", costing: 2, until: counts.hasBoth) {
      changes, benches in
      try changes.makeHistory(in: benches)
      var restoration = changes.restoration()
      // A page names a version in any case.
      restoration.version = restoration.version ?? 1
      let form = [("action", "version"), ("version", "\(restoration.version ?? 1)")]
      let (page, api, both) = try benches.post(
        "/dashboard/links/\(restoration.host)/\(restoration.slug)", form, "POST",
        restoration.target, restoration.body)
      let isDone = api.status < 300
      counts.note("restore", isDone: isDone)
      let isSame =
        page.status == (isDone ? 303 : api.status)
        && (isDone || api.details.allSatisfy(page.contains))
      return try benches.difference(isSame, both)
    }
    counts.expectBoth()
  }

  @Test func `pages undo changes as the API does`() throws {
    let counts = ChangeCounts(of: ["undo"])
    try ChangeRounds.run(name: "changes undone by page", costing: 2, until: counts.hasBoth) {
      changes, benches in
      try changes.makeHistory(in: benches)
      let newest = try TwinBenches.newest(benches.command) ?? 0
      // Also earlier changes, of which links may have changed since, and one that does not exist.
      let number = max(newest + 1 - changes.dice.roll(0...4), 1)
      let (page, api, both) = try benches.post(
        "/dashboard/changes/\(number)", [("back", "")], "POST", "/v1/changes/\(number):undo")
      counts.note("undo", isDone: api.status < 300)
      let isSame = page.status == api.status && api.details.allSatisfy(page.contains)
      return try benches.difference(isSame, both)
    }
    counts.expectBoth()
  }
}

/// A link, and the version to which it returns.
private struct Restoration {
  let host: String
  let slug: String
  /// Nil for the version before the present one.
  var version: Int?

  var arguments: [String] {
    var words = ["links", "restore", "--json", "--host", host]
    if let version { words += ["--version", "\(version)"] }
    return words + [slug]
  }

  var target: String { "/v1/links/\(host)/\(slug):restore" }
  var body: [UInt8] { version.map { Array(#"{"version":\#($0)}"#.utf8) } ?? [] }
}

extension RandomChanges {
  /// Makes a change in both stores, so that there are versions.
  fileprivate mutating func makeHistory(in benches: TwinBenches) throws {
    var change = change()
    while change.isRandom { change = self.change() }
    for bench in [benches.command, benches.api] {
      _ = try bench.api(change.method, change.target, change.body)
    }
  }

  fileprivate mutating func restoration() -> Restoration {
    Restoration(
      host: dice.pick(Self.hosts), slug: dice.pick(Self.slugs + Self.newSlugs + ["none"]),
      version: dice.once(in: 2) ? dice.roll(1...3) : nil)
  }
}
