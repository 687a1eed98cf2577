import AppAssociation
package import JSONSyntax
package import Links
import Platforms
package import SiteModel

/// The results of one URL for every kind of tap: each source and each system that reads files
/// differently, with and without the app.
package struct ExplanationMatrix: Equatable, Sendable {
  package let url: String
  /// The results by source, then with and without the app, then by system.
  package let cells: [Cell]

  package struct Cell: Equatable, Sendable {
    package let context: TapContext
    package let result: Result
    package let conclusion: Sentence
    package let opens: Bool
  }

  package enum Result: Equatable, Sendable {
    case app
    case appWithoutScreen
    case stays(LinkExplanation.Staying.Kind)

    /// The word used in documents: `app`, `app?`, or the kind of thing that is shown instead.
    package var word: String {
      switch self {
      case .app: "app"
      case .appWithoutScreen: "app?"
      case .stays(let kind): kind.rawValue
      }
    }
  }

  /// One version for each way in which systems read association files.
  package static let systems: [TapSystem] =
    [
      SystemVersion(9, 1), SystemVersion(9, 3), SystemVersion(12), SystemVersion(13),
      SystemVersion(14), SystemVersion(17), SystemVersion(26), .newestIOS,
    ].map(TapSystem.iOS) + [SystemVersion(12), SystemVersion(15)].map(TapSystem.android)

  /// - Parameter context: supplies the state, lifecycle and SDK of every cell, and the traits of the
  ///   visitor; the rest varies.
  package init(
    _ url: String, systems: [TapSystem] = Self.systems, context: TapContext, links: LinkNotebook?,
    snapshot: ServiceSnapshot,
    now: Timestamp
  ) {
    let explainer = LinkExplainer(snapshot, now: now)
    var cells: [Cell] = []
    for source in TapSource.allCases {
      for isInstalled in [true, false] {
        for system in systems {
          var context = context
          (context.source, context.isInstalled, context.system) = (source, isInstalled, system)
          let explanation = explainer.explain(
            url, context: context, links: links, isFull: false)
          cells.append(Cell(explanation))
        }
      }
    }
    self.url = url
    self.cells = cells
  }

  /// Whether the app opens for a tap in Messages on the newest iOS.
  package var opens: Bool {
    cells.contains {
      $0.opens && $0.context.source == .messages && $0.context.system == .iOS(.newestIOS)
    }
  }

  /// The last entry for each platform.
  package static let newestSystems = [
    systems.last { $0.isApple }, systems.last { !$0.isApple },
  ].compactMap(\.self)

  package var output: JSONOutput {
    ["url": .string(url), "rows": .array(cells.map(\.output))]
  }
}

extension ExplanationMatrix.Cell {
  init(_ explanation: LinkExplanation) {
    context = explanation.context
    conclusion = explanation.ending
    opens = explanation.opens
    switch explanation.outcome {
    case .opens(let opening): result = opening.destination == nil ? .appWithoutScreen : .app
    case .stays(let staying): result = .stays(staying.kind)
    }
  }

  fileprivate var output: JSONOutput {
    [
      "system": .string(context.system.word), "version": .string("\(context.system.version)"),
      "from": .string(context.source.rawValue),
      "app": .string(context.isInstalled ? "installed" : "absent"), "opens": .bool(opens),
      "result": .string(result.word), "conclusion": .string(conclusion.english),
    ]
  }
}
