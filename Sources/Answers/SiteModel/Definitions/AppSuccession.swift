/// One app after another: apps that were rewritten under a new identifier, whose users have the old
/// one, the new one, or both for a while.
package struct AppSuccession: Sendable {
  /// The successor of each app; nil for an app without one.
  private let successors: [Int?]

  /// - Parameter successors: by position. Circles are cut.
  package init(_ successors: [Int?]) {
    self.successors = successors
  }

  package init(of apps: [AppDefinition]) {
    self.init(apps.map(\.successor))
  }

  /// The app that an app has become in the end: itself without a successor.
  package func newest(of app: Int) -> Int {
    var app = app
    for _ in successors.indices {
      guard successors.indices.contains(app), let next = successors[app] else { break }
      app = next
    }
    return app
  }

  /// Whether the successors of an app come to itself again.
  package func leadsBack(to app: Int) -> Bool {
    var next = successors[app]
    for _ in successors.indices {
      guard let current = next, current != app else { break }
      next = successors[current]
    }
    return next == app
  }

  /// Every app of the line that an app belongs to, the newest first.
  package func line(of app: Int) -> [Int] {
    let newest = newest(of: app)
    let line = successors.indices.filter { self.newest(of: $0) == newest }
    return line.sorted { age($0, below: newest) < age($1, below: newest) }
  }

  /// The apps in place of some of them, each once: the whole line where one of it is named.
  package func lines(of apps: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return apps.flatMap(line).filter { seen.insert($0).inserted }
  }

  /// Whether an app has become another one.
  package func isOld(_ app: Int) -> Bool { newest(of: app) != app }

  /// The number of successors up to the newest.
  private func age(_ app: Int, below newest: Int) -> Int {
    var (app, age) = (app, 0)
    while app != newest, age <= successors.count, let next = successors[app] {
      (app, age) = (next, age + 1)
    }
    return age
  }
}
