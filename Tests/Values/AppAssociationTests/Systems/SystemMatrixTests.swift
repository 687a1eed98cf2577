import FoundationEssentials
import GoldenFiles
import Platforms
import Testing
import WebSyntax

@testable import AppAssociation

/// The article about versions is generated from the engine's features.
struct SystemMatrixTests {
  private static let versions = [
    SystemVersion(8), SystemVersion(9), SystemVersion(9, 2), SystemVersion(9, 3, 1),
    SystemVersion(13), SystemVersion(13, 5), SystemVersion(14), SystemVersion.newestIOS,
  ]

  private static let rows: [(name: String, cell: @Sendable (SystemVersion) -> String)] = [
    ("universal links", { $0.has(.universalLinks) ? "known" : "—" }),
    (
      "`appID`, `paths`, `*` and `?`",
      { !$0.has(.universalLinks) ? "—" : $0.has(.components) ? "without `components`" : "known" }
    ),
    (
      "`NOT ` in `paths`",
      { !$0.has(.universalLinks) ? "—" : $0.has(.notPaths) ? "known" : "literal" }
    ),
    (
      "an empty `apps` beside `details`",
      { !$0.has(.universalLinks) ? "—" : $0.has(.components) ? "not needed" : "needed" }
    ),
    (
      "files of more than 128 KB",
      {
        !$0.has(.universalLinks)
          ? "—"
          : $0.has(.contentDeliveryNetwork)
            ? "unknown" : $0.has(.fileSizeLimit) ? "refused" : "read"
      }
    ),
    ("`appIDs`, `components`", { known($0, $0.has(.components)) }),
    ("`/`, `?`, `#`, `exclude` and `comment` of a rule", { known($0, $0.has(.components)) }),
    (
      "`$(name)` and `substitutionVariables`",
      { !$0.has(.components) ? known($0, false) : $0.has(.variables) ? "known" : "literal" }
    ),
    ("`caseSensitive`", { known($0, $0.has(.caseSensitive)) }),
    ("`percentEncoded`", { known($0, $0.has(.percentEncoded)) }),
    ("`defaults`", { known($0, $0.has(.defaults)) }),
    (
      "the file is fetched by",
      {
        !$0.has(.universalLinks)
          ? "—" : $0.has(.contentDeliveryNetwork) ? "Apple's network" : "the device"
      }
    ),
  ]

  private static func known(_ system: SystemVersion, _ isKnown: Bool) -> String {
    !system.has(.universalLinks) ? "—" : isKnown ? "known" : "ignored"
  }

  private static let introduction = """
    # Versions of iOS

    The constructs of an `apple-app-site-association` by version, as in ``AssociationEvaluator``.

    Each column covers its version and all later ones up to the next. An *ignored* construct counts \
    as absent, so a rule may become broader; a *literal* one is compared as text, so a rule hardly ever \
    matches. Nothing changed between iOS 9.3.1 and 13, and nothing is known to have changed since \
    iOS 14.


    """

  private static let sources = """

    ## Versions of Android

    Android 6 to 14 reads only the statements of an `assetlinks.json`, and the manifest of the app \
    decides which URLs open it. From Android 15 on, ``AndroidEvaluator`` reads \
    `dynamic_app_link_components` too: `/`, `?`, `#`, `exclude` and `comments`, compared with the \
    decoded URL. None of Apple's settings exists there. <doc:HowAppleAndAndroidDecide> has the rules.

    ## Sources

    Apple, availability of the keys of `applinks`; WWDC19 session 717; WWDC20 session 10098; the \
    revision history of "Support Universal Links" for `NOT ` and the size. It is assumed that \
    `$(name)` is literal before iOS 13.5 and `NOT ` before iOS 9.2: the keys are not documented for \
    those versions, and ``Doubt`` marks each verdict that depends on it.

    """

  @Test func `documents every version from the table of the engine`() throws {
    let heading = ["Construct"] + Self.versions.map { "\($0)" }
    let lines =
      [heading, heading.map { _ in "---" }]
      + Self.rows.map { row in [row.name] + Self.versions.map(row.cell) }
    let table = lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
    let article = Self.introduction + table + Self.sources
    let path = GoldenFile.checkout.appending(
      path: "Sources/Values/AppAssociation/AppAssociation.docc/Versions.md")
    #expect(try GoldenFile(path).difference(from: article) == nil)
  }

  /// A rule for each construct, and the first version on which it opens its page.
  static let constructs: [(components: String, links: String, path: String, since: SystemVersion)] =
    [
      (#"{"/":"/x"}"#, "", "/x", SystemVersion(13)),
      (#"{"/":"/$(lang)"}"#, "", "/en", SystemVersion(13, 5)),
      (#"{"/":"/x","caseSensitive":false}"#, "", "/X", SystemVersion(13, 5)),
      (#"{"/":"/é","percentEncoded":false}"#, "", "/%C3%A9", SystemVersion(14)),
      (#"{"/":"/x"}"#, #""defaults":{"caseSensitive":false},"#, "/X", SystemVersion(14)),
    ]

  @Test(arguments: constructs)
  func `the evaluator agrees with the table`(
    components: String, links: String, path: String, since: SystemVersion
  ) throws {
    let file = try association(components, links)
    let url = try #require(WebURL("https://example.com" + path))
    for version in Self.versions {
      let evaluator = AssociationEvaluator(file, system: version)
      let decision = evaluator.explanation(for: url, app: "T.app").verdict.decision
      #expect((decision == .match) == (version >= since), "\(version)")
    }
  }
}
