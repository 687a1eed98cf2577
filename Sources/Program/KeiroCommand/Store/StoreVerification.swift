import JSONSyntax
import LinkStorage
import SQLiteStore

/// What `keiro store verify` has found.
struct StoreVerification {
  /// Links that were looked at.
  private let links: Int
  /// The ranges of a copy that were compared, and those that differ; nil for a store without a copy.
  private let ranges: (count: Int, differing: [Range<Int>])?
  /// What is not as it was written, each in words.
  private let damages: [String]

  var isGood: Bool { damages.isEmpty && ranges?.differing.isEmpty != false }

  init(file path: String, _ progress: (Int, Int, Int) -> Void) throws(LinkStoreError) {
    var options = SQLiteStore.Options()
    options.isReadOnly = true
    let store = try SQLiteStore(path: path, options: options)
    defer { store.close() }
    let examination = FileExamination(store)
    damages = try examination.run()
    links = try store.linkCount()
    ranges = nil
    progress(links, links, links)
  }

  init(
    _ settings: PostgresSettings, _ progress: (Int, Int, Int) -> Void
  ) throws(LinkStoreError) {
    let found = try CopyComparison(settings).run(progress)
    links = found.links
    ranges = (found.ranges, found.differing)
    damages = found.damages
  }

  var lines: [String] {
    var lines = damages.map { "damaged: \($0)" }
    guard let ranges else {
      lines.insert("\(links) links examined", at: 0)
      if isGood { lines.append("everything is as it was written") }
      return lines
    }
    lines.insert("\(links) links in \(ranges.count) ranges compared", at: 0)
    for range in ranges.differing {
      lines.append("links \(range.lowerBound) to \(range.upperBound - 1) differ")
    }
    if isGood { lines.append("the copy is as the database") }
    return lines
  }

  var json: JSONOutput {
    var members: [JSONOutput.Member] = [.init("links", .int(links))]
    if let ranges {
      members.append(.init("ranges", .int(ranges.count)))
      let differing = ranges.differing.map { range in
        JSONOutput.object([
          .init("from", .int(range.lowerBound)), .init("until", .int(range.upperBound)),
        ])
      }
      members.append(.init("differing", .array(differing)))
    }
    members.append(.init("damaged", .strings(damages)))
    return .object(members)
  }
}

/// Looks at every page and every link of a file.
struct FileExamination {
  private let store: SQLiteStore

  init(_ store: SQLiteStore) {
    self.store = store
  }

  /// So many links are looked at in a step.
  private static let step = 1000

  /// - Returns: what is not as it was written, each in words.
  func run() throws(LinkStoreError) -> [String] {
    var place = 0
    repeat {
      place = try store.examine(after: place, limit: Self.step)
    } while place > 0
    return try store.integrityFailures() + store.damages
  }
}
