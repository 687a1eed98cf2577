import LaunchRouting
import Platforms

/// The receivers of every path, state and system as a Markdown table for the article, made with the
/// function that evaluations use, so that the two cannot differ.
enum LaunchMatrix {
  private static let columns: [(title: String, system: SystemVersion, lifecycle: Lifecycle)] = [
    ("iOS 9", SystemVersion(9), .appDelegate),
    ("iOS 10 to 12, or app delegate alone with an SDK before iOS 27", .newestIOS, .appDelegate),
    ("scene delegate, iOS 13 and later", .newestIOS, .scene),
    ("SwiftUI, iOS 14 and later", .newestIOS, .swiftUI),
  ]

  /// The complete table, with a line feed at the end of each row.
  static var markdown: String {
    let header = ["launch path", "state"] + columns.map(\.title)
    let rows = LaunchPath.allCases.flatMap(rows)
    return ([header, header.map { _ in "---" }] + rows)
      .map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// The rows of a path; states with the same receivers share one.
  private static func rows(_ path: LaunchPath) -> [[String]] {
    var groups: [(states: [AppState], cells: [String])] = []
    for state in path.states {
      let cells = columns.map { column in
        cell(path.receiver(system: column.system, state: state, lifecycle: column.lifecycle))
      }
      if let last = groups.indices.last, groups[last].cells == cells {
        groups[last].states.append(state)
      } else {
        groups.append(([state], cells))
      }
    }
    return groups.map { group in
      [path.title, group.states.map(\.title).joined(separator: ", ")] + group.cells
    }
  }

  private static func cell(_ receiver: Receiver) -> String {
    "`\(receiver.method.rawValue)`" + (receiver.key.map { ", `\($0.rawValue)`" } ?? "")
  }
}

extension LaunchPath {
  /// The states in which the path is possible.
  fileprivate var states: [AppState] {
    switch self {
    case .presentedNotification: [.foreground]
    case .universalLinkBeforeInstallation: [.notRunning]
    default: AppState.allCases
    }
  }
}
