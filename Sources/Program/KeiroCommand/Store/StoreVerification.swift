import JSONSyntax
import KeiroConfiguration
import LinkStorage
import SQLiteStore

/// The result of `keiro store verify`.
struct StoreVerification {
  /// The number of links examined.
  private let links: Int
  /// The number of ranges compared with the copy, and those that differ; nil without a copy.
  private let ranges: (count: Int, differing: [Range<Int>])?
  /// Descriptions of the damage found.
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

/// Examines every page and every link of a database file.
struct FileExamination {
  private let store: SQLiteStore

  init(_ store: SQLiteStore) {
    self.store = store
  }

  /// The number of links examined in one step.
  private static let step = 1000

  /// - Returns: descriptions of the damage found.
  func run() throws(LinkStoreError) -> [String] {
    var position = 0
    repeat {
      position = try store.examine(after: position, limit: Self.step)
    } while position > 0
    return try store.integrityFailures() + store.damages
  }
}
