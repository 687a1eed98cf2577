import Links
import RandomCases
import Testing

/// The same file of links, applied or imported by command line and API, gives the same plan or
/// report, the same links and the same entries in the audit log; so does undoing the change.
@Suite struct FileChangeTests {
  @Test func `the command line applies, imports and undoes files as the API does`() throws {
    let counts = ChangeCounts(of: LinkFileCase.Kind.allCases)
    try ChangeRounds.run(name: "files of links", costing: 5, until: counts.hasBoth) {
      changes, benches in
      let file = changes.file()
      let path = try benches.command.write(file.bytes, to: "links.ndjson")
      let before = try TwinBenches.newest(benches.command)
      let (command, api, both) = try benches.ask(
        file.arguments + [path], "POST", file.target, file.bytes)
      counts.note(file.kind, isDone: try TwinBenches.newest(benches.command) != before)
      if let found = try benches.difference(TwinBenches.isSame(command, api), both) { return found }
      guard changes.dice.once(in: 2) else { return nil }
      return try Self.undone(benches).map { "\($0), after \(both)" }
    }
    counts.expectBoth()
  }

  /// Undoes the newest change of each store, and returns the difference.
  private static func undone(_ benches: TwinBenches) throws -> String? {
    guard let number = try TwinBenches.newest(benches.command) else { return nil }
    let other = try TwinBenches.newest(benches.api)
    let (command, api, both) = try benches.ask(
      ["audit", "undo", "--apply", "--json", "\(number)"], "POST", "/v1/changes/\(other ?? 0):undo")
    let isSame = number == other && TwinBenches.isSame(command, api)
    return try benches.difference(isSame, both).map { "undo: \($0)" }
  }
}

private struct LinkFileCase {
  enum Kind: String, CaseIterable {
    case apply, `import`
  }

  let kind: Kind
  let owner: String
  let prunes: Bool
  let overwrites: Bool
  let bytes: [UInt8]

  var arguments: [String] {
    let all: [String?] =
      switch kind {
      case .apply: ["apply", "--json", "--owner", owner, prunes ? "--prune" : nil]
      case .import:
        [
          "links", "import", "--json", "--format", "ndjson", "--apply",
          overwrites ? "--overwrite" : nil,
        ]
      }
    return all.compactMap(\.self)
  }

  var target: String {
    switch kind {
    case .apply: "/v1/links:apply?format=ndjson&owner=\(owner)" + (prunes ? "&prune=true" : "")
    case .import: "/v1/import?format=ndjson" + (overwrites ? "&overwrite=true" : "")
    }
  }
}

extension RandomChanges {
  fileprivate mutating func file() -> LinkFileCase {
    var lines: [UInt8] = []
    let isGood = dice.once(in: 2)
    for slug in dice.some(Self.slugs + Self.newSlugs) + ["last"] {
      var change = change()
      // A file contains whole links.
      while change.kind != .add || change.isRandom { change = self.change() }
      if isGood {
        change = LinkChangeCase(
          kind: .add, host: "a.example", slug: slug, url: "https://e.example/\(dice.roll(1...3))")
      }
      lines += change.body + [UInt8(ascii: "\n")]
    }
    return LinkFileCase(
      kind: dice.once(in: 2) ? .apply : .import, owner: dice.pick(["apply", "team"]),
      prunes: dice.once(in: 3), overwrites: dice.once(in: 3), bytes: lines)
  }
}
