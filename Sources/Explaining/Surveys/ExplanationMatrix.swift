import AppAssociation
package import JSONSyntax
package import Links
package import SiteModel

/// One URL for every kind of tap: each source, each system that reads files differently, with the app
/// and without it.
package struct ExplanationMatrix: Equatable, Sendable {
  package let url: String
  /// Source by source, with the app and without it, system by system.
  package let cells: [Cell]

  package struct Cell: Equatable, Sendable {
    package let context: TapContext
    /// `app`, or what is shown instead.
    package let word: String
    package let conclusion: String
    package let opens: Bool
  }

  /// One version for each way in which systems read association files.
  package static let systems: [TapSystem] =
    [
      SystemVersion(9, 1), SystemVersion(9, 3), SystemVersion(12), SystemVersion(13),
      SystemVersion(14), SystemVersion(17), SystemVersion(26),
    ].map(TapSystem.iOS) + [SystemVersion(12), SystemVersion(15)].map(TapSystem.android)

  /// - Parameter context: every cell has its state and lifecycle; the rest varies.
  package init(
    _ url: String, context: TapContext, links: LinkNotebook?, snapshot: ServiceSnapshot,
    now: Timestamp
  ) {
    let explainer = LinkExplainer(snapshot, now: now)
    var cells: [Cell] = []
    for source in TapSource.allCases {
      for isInstalled in [true, false] {
        for system in Self.systems {
          var context = context
          (context.source, context.isInstalled, context.system) = (source, isInstalled, system)
          let explanation = explainer.explain(url, context: context, links: links)
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
      $0.opens && $0.context.source == .messages && $0.context.system == Self.newest
    }
  }

  private static let newest = TapSystem.iOS(.newestIOS)

  package var output: JSONOutput {
    .object([.init("url", .string(url)), .init("rows", .array(cells.map(\.output)))])
  }
}

extension ExplanationMatrix.Cell {
  init(_ explanation: LinkExplanation) {
    context = explanation.context
    conclusion = explanation.conclusion
    opens = explanation.opens
    switch explanation.outcome {
    case .opens(let opening): word = opening.destination == nil ? "app?" : "app"
    case .stays(let staying): word = staying.kind.rawValue
    }
  }

  fileprivate var output: JSONOutput {
    .object([
      .init("system", .string(context.system.word)),
      .init("version", .string("\(context.system.version)")),
      .init("from", .string(context.source.rawValue)),
      .init("app", .string(context.isInstalled ? "installed" : "absent")),
      .init("opens", .bool(opens)), .init("result", .string(word)),
      .init("conclusion", .string(conclusion)),
    ])
  }
}
