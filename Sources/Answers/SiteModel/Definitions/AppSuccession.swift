/// The succession of apps that were rewritten under a new identifier, whose users have the old app,
/// the new one or, for a while, both.
package struct AppSuccession: Sendable {
  /// The successor of each app; nil for an app without one.
  private let successors: [Int?]

  /// - Parameter successors: the index of each app's successor. Circles are cut.
  package init(_ successors: [Int?]) {
    self.successors = successors
  }

  package init(of apps: [AppDefinition]) {
    self.init(apps.map(\.successor))
  }

  /// Returns the last successor of an app: the app itself when it has none.
  package func newest(of app: Int) -> Int {
    var app = app
    for _ in successors.indices {
      guard successors.indices.contains(app), let next = successors[app] else { break }
      app = next
    }
    return app
  }

  package func leadsBack(to app: Int) -> Bool {
    var next = successors[app]
    for _ in successors.indices {
      guard let current = next, current != app else { break }
      next = successors[current]
    }
    return next == app
  }

  /// Returns every app of the line that an app belongs to, newest first.
  package func line(of app: Int) -> [Int] {
    let newest = newest(of: app)
    let line = successors.indices.filter { self.newest(of: $0) == newest }
    return line.sorted { age($0, below: newest) < age($1, below: newest) }
  }

  /// Replaces each app by its whole line, without duplicates.
  package func lines(of apps: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return apps.flatMap(line).filter { seen.insert($0).inserted }
  }

  package func isOld(_ app: Int) -> Bool { newest(of: app) != app }

  /// Returns the number of successors up to the newest app.
  private func age(_ app: Int, below newest: Int) -> Int {
    var (app, age) = (app, 0)
    while app != newest, age <= successors.count, let next = successors[app] {
      (app, age) = (next, age + 1)
    }
    return age
  }
}
