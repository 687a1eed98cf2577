import JSONSyntax

/// A surprise for the author of a link. Each has its own code and is documented in the comment of
/// its type; the article `ExplainingATap` lists them.
protocol TapWarning: Sendable {
  /// The stable code of the warning.
  static var code: String { get }
  /// Returns the path at fault and one sentence without an initial capital or a full stop; nil
  /// without a fault.
  static func check(_ facts: TapFacts) -> (path: String, message: Sentence)?
}

/// Every warning, in the order in which they are reported.
enum TapWarnings {
  static let all: [any TapWarning.Type] = [
    RedirectIntoUniversalLink.self, ShortLinkNotCovered.self, ShortLinkCovered.self,
    AssociationWithoutRoute.self, ScreenMissing.self, OpenButtonSameHost.self,
    BannerArgumentNoUniversalLink.self, LegacyEntryWarning.self, PlatformsDisagree.self,
    AppTooOld.self,
  ]

  static func found(_ facts: TapFacts) -> [LinkExplanation.Warning] {
    all.compactMap { rule in
      rule.check(facts).map {
        LinkExplanation.Warning(code: rule.code, message: $0.message, path: $0.path)
      }
    }
  }
}
