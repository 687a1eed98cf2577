/// The succession of apps that were rewritten under a new identifier, whose users have the old app,
/// the new one or, for a while, both.
package struct AppSuccession: Sendable {
  private let successors: [Int?]
  /// The last successor of each app.
  private let newest: [Int]
  /// The apps of each line, newest first, by the newest.
  private let lines: [Int: [Int]]

  package init(of apps: [AppDefinition]) {
    let successors = apps.map(\.successor)
    let paths = successors.indices.map { app in
      var path = [app]
      // A circle ends before it repeats.
      while let next = successors[path.last ?? app], !path.contains(next) { path.append(next) }
      return path
    }
    self.successors = successors
    newest = paths.map { $0.last ?? 0 }
    lines = Dictionary(grouping: paths) { $0.last ?? 0 }.mapValues { paths in
      paths.sorted { $0.count < $1.count }.compactMap(\.first)
    }
  }

  /// Returns the last successor of an app: the app itself when it has none.
  package func newest(of app: Int) -> Int { newest[app] }

  package func leadsBack(to app: Int) -> Bool { successors[newest[app]] == app }

  /// Returns every app of the line that an app belongs to, newest first.
  package func line(of app: Int) -> [Int] { lines[newest[app]] ?? [app] }

  /// Replaces each app by its whole line, without duplicates.
  package func lines(of apps: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return apps.flatMap(line).filter { seen.insert($0).inserted }
  }
}
