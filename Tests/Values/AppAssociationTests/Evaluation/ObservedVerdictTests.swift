import Platforms
import Testing
import WebSyntax

@testable import AppAssociation

/// A file, a URL, and the known verdict from `since` on and, where different, before.
struct ObservedVerdict: Sendable, CustomTestStringConvertible {
  let file: String
  let url: String
  let since: String
  let decision: Verdict.Decision
  var until: String?

  var testDescription: String { "\(url) by \(file)" }

  /// The rules of the only entry, for `T.app`.
  static func rules(
    _ components: String, _ url: String, _ decision: Verdict.Decision, since: String = "13",
    links: String = ""
  ) -> ObservedVerdict {
    let details = #"[{"appIDs":["T.app"],"components":\#(components)}]"#
    return ObservedVerdict(
      file: #"{"applinks":{\#(links)"details":\#(details)}}"#, url: url, since: since,
      decision: decision)
  }

  static func details(
    _ details: String, _ url: String, _ decision: Verdict.Decision, since: String,
    until: String? = nil
  ) -> ObservedVerdict {
    ObservedVerdict(
      file: #"{"applinks":{"apps":[],"details":\#(details)}}"#, url: url, since: since,
      decision: decision, until: until)
  }
}

private let overview = """
  [{"#":"no_universal_links","exclude":true},{"/":"/buy/*"},\
  {"/":"/help/website/*","exclude":true},{"/":"/help/*","?":{"articleNumber":"????"}}]
  """
private let folds = #""defaults":{"caseSensitive":false},"#
private let food = #""substitutionVariables":{"food":["burrito","pizza","sushi","samosa"]},"#
private let wild = #""substitutionVariables":{"w":["abc?"]},"#

/// Apple's own examples and observed results of `swcutil`.
private let componentVerdicts: [ObservedVerdict] = [
  .rules(overview, "/buy/42", .match),
  .rules(overview, "/buy/42#no_universal_links", .exclude),
  .rules(overview, "/help/website/faq?articleNumber=4815", .exclude),
  .rules(overview, "/help/123?articleNumber=4815", .match),
  .rules(overview, "/help/123?articleNumber=481", .noMatch),
  .rules(overview, "/help/123?articleNumber=48159", .noMatch),
  .rules(overview, "/help/123", .noMatch),
  .rules(overview, "/elsewhere", .noMatch),
  .rules(##"[{"/":"abc","?":"def","#":"*"}]"##, "/abc?def", .match),
  .rules(##"[{"/":"abc","?":"def","#":"*"}]"##, "/abc", .noMatch),
  .rules(#"[{"/":"/test/*"}]"#, "/test", .match),
  .rules(#"[{"/":"/buy/*"}]"#, "/buy//", .match),
  .rules(#"[{"/":"/buy/*"}]"#, "/buyer", .noMatch),
  .rules(#"[{"/":"/buy"}]"#, "/buy/", .match),
  .rules(#"[{"/":"/buy/"}]"#, "/buy", .match),
  .rules(#"[{"/":"//abc"}]"#, "/abc", .match),
  .rules(#"[{"/":"buy/*"}]"#, "/buy/42", .match),
  .rules(#"[{"/":"*abc"}]"#, "/xabc", .match),
  .rules(#"[{"/":"/"}]"#, "", .match),
  .rules(#"[{"/":"/*"}]"#, "/", .match),
  .rules(#"[{"/":"*"}]"#, "/", .match),
  .rules(#"[{"/":"/id/????"}]"#, "/id/481", .noMatch),
  .rules(#"[{"/":"/id/????"}]"#, "/id/4815", .match),
  .rules(#"[{"/":"/a/?*"}]"#, "/a/b", .match),
  .rules(#"[{"/":"/a/?*"}]"#, "/a/", .noMatch),
  .rules(#"[{"/":"/a/*/c"}]"#, "/a/c", .noMatch),
  .rules(#"[{"/":"/buy/*"}]"#, "/buy/42/x", .match),
  .rules(#"[{"/":"/search/","caseSensitive":false}]"#, "/SEARCH/", .match, since: "13.5"),
  .rules(#"[{"/":"/foo"}]"#, "/FOO", .noMatch),
  .rules(#"[{"/":"/foo"}]"#, "/FOO", .match, since: "14", links: folds),
  .rules(
    ##"[{"#":"*"}]"##, "/bar", .exclude, since: "14", links: #""defaults":{"exclude":true},"#),
  .rules(#"[{"?":{"key":"value"}}]"#, "/?key=value&extra=value", .match),
  .rules(#"[{"?":{"a":"1","b":"*"}}]"#, "/x?a=1", .match),
  .rules(
    #"[{"?":{"no_universal_links":"*"},"exclude":true},{"/":"*"}]"#, "/room/1", .exclude),
  .rules(#"[{"?":{"flag":""}}]"#, "/x?flag", .match),
  .rules(#"[{"?":{"id":"42"}}]"#, "/x?id=7&id=42", .noMatch),
  .rules(#"[{"?":{"id":"42"}}]"#, "/x?id=42&id=42", .match),
  .rules(#"[{"?":{"a":"1","flag":true}}]"#, "/x?a=2", .match),
  .rules(#"[{"?":"?*"}]"#, "/x", .noMatch),
  .rules(#"[{"?":"a=1"}]"#, "/x?a=1&b=2", .noMatch),
  .rules(##"[{"#":"?*"}]"##, "/x", .noMatch),
  .rules(##"[{"/":"/#/market/*"}]"##, "/#/market/lettings/1", .noMatch),
  .rules(#"[{"/":"/a b"}]"#, "/a%20b", .noMatch),
  .rules(#"[{"/":"/a b","percentEncoded":false}]"#, "/a%20b", .match, since: "14"),
  .rules(#"[{"/":"/a/b"}]"#, "/a%2Fb", .noMatch),
  .rules(#"[{"/":"/caf%C3%A9"}]"#, "/caf%c3%a9", .noMatch),
  .rules(
    #"[{"/":"/$(lang)_$(region)/$(food)/"}]"#, "/en_US/pizza/", .match, since: "13.5",
    links: food),
  .rules(
    #"[{"/":"/$(lang)_$(region)/$(food)/"}]"#, "/en_US/soup/", .noMatch, links: food),
  .rules(#"[{"/":"/$(region)/home"}]"#, "/UK/home", .noMatch),
  .rules(#"[{"/":"/$(region)/home"}]"#, "/GB/home", .match, since: "13.5"),
  .rules(#"[{"/":"/$(lang)/$(upper)$(digit)"}]"#, "/ja/Q7", .match, since: "13.5"),
  .rules(#"[{"/":"/$(upper)","caseSensitive":false}]"#, "/q", .match, since: "13.5"),
  .rules(#"[{"/":"/$(w)/x"}]"#, "/abcz/x", .match, since: "13.5", links: wild),
  .rules("[{}]", "/anything", .match),
  .rules(#"[{"paht":"/x"}]"#, "/anything", .match),
  .rules("[]", "/", .noMatch),
  .rules(#"[{"/":"/*"}]"#, "https://EXAMPLE.COM/x", .match),
  .rules(#"[{"/":"/*"}]"#, "http://example.com/x", .match),
]

private let both = #"[{"appID":"T.app","paths":["/old/*"],"components":[{"/":"/new/*"}]}]"#
private let legacy = #"[{"appID":"T.app","paths":["NOT /wwdc/internal/*","/wwdc/*"]}]"#

/// Entries, identifiers and `paths`.
private let entryVerdicts: [ObservedVerdict] = [
  .details(
    """
    [{"appIDs":["T.app"],"components":[{"/":"/search/"}]},\
    {"appIDs":["T.app"],"components":[{"/":"/search/","exclude":true}]}]
    """, "/search/", .match, since: "13"),
  .details(
    """
    [{"appIDs":["T.app"],"components":[{"/":"/a"}]},{"appIDs":["T.app"],"components":[{"/":"/b"}]}]
    """, "/b", .match, since: "13"),
  .details(
    #"[{"appID":"T.app","appIDs":["T.other"],"components":[{"/":"/search/"}]}]"#, "/search/",
    .noMatch, since: "13"),
  .details(
    #"[{"appID":"T.app","appIDs":[],"components":[{"/":"/search/"}]}]"#, "/search/", .noMatch,
    since: "13"),
  .details(#"{"T.app":{"paths":["/wwdc/news/"]}}"#, "/wwdc/news/", .match, since: "9"),
  .details(legacy, "/wwdc/internal/notes", .exclude, since: "9.2"),
  .details(legacy, "/wwdc/internal/notes", .match, since: "9", until: "9.2"),
  .details(
    #"[{"appID":"T.app","paths":["/wwdc/news/"]}]"#, "/wwdc/news/?ref=mail#top", .match,
    since: "9"),
  .details(
    #"[{"appID":"T.app","paths":["/foo/*/bar/201?/mypage"]}]"#, "/foo/x/y/bar/2015/mypage",
    .match, since: "9"),
  .details(#"[{"appID":"T.app","paths":["*"]}]"#, "/", .noMatch, since: "9", until: "9.2"),
  .details(#"[{"appID":"T.app","paths":["*"]}]"#, "/", .match, since: "9.2"),
  .details(both, "/old/1", .match, since: "9", until: "13"),
  .details(both, "/old/1", .noMatch, since: "13"),
  .details(both, "/new/1", .noMatch, since: "9", until: "13"),
  .details(both, "/new/1", .match, since: "13"),
  .details(
    #"[{"appIDs":["T.app"],"components":[{"/":"/x"}]}]"#, "/x", .noMatch, since: "9", until: "13"),
  .details(
    #"[{"appIDs":["T.app"],"paths":["/x"]}]"#, "/x", .match, since: "13"),
  .details("[]", "/x", .noMatch, since: "9"),
]

let everyGeneration = [
  "8.0", "9.0", "9.1", "9.2", "9.3.1", "10.0", "12.5", "13.0", "13.4", "13.5", "14.0", "17.0",
  "26.0", "27.1",
].compactMap(SystemVersion.init)

extension ObservedVerdict {
  fileprivate func evaluator(on system: SystemVersion) throws -> AssociationEvaluator {
    AssociationEvaluator(try AppSiteAssociation(of: file), system: system)
  }

  fileprivate var whole: WebURL? {
    WebURL(url.contains("://") ? url : "https://example.com" + url)
  }
}

private func decision(
  _ observed: ObservedVerdict, on system: SystemVersion
) throws -> Verdict.Decision {
  let url = try #require(observed.whole)
  let evaluator = try observed.evaluator(on: system)
  let explanation = evaluator.explanation(
    for: url, host: HostPattern("example.com"), app: "T.app")
  let fast = evaluator.verdict(for: EvaluatedURL(url), app: "T.app")
  #expect(fast == explanation.verdict, "the trace decides otherwise on \(system)")
  return explanation.verdict.decision
}

@Test(arguments: componentVerdicts + entryVerdicts)
func `decides as observed, from the version on that supports the keys`(
  _ observed: ObservedVerdict
) throws {
  let since = try #require(SystemVersion(observed.since))
  let until = observed.until.flatMap(SystemVersion.init) ?? SystemVersion(99)
  for system in everyGeneration where system >= since && system < until {
    #expect(try decision(observed, on: system) == observed.decision, "on iOS \(system)")
  }
}

/// Tables refuse paths with a '#'.
@Test(arguments: componentVerdicts.filter { !$0.file.contains("/#") })
func `the table of a server decides as the newest system`(_ observed: ObservedVerdict) throws {
  let evaluator = try observed.evaluator(on: .newestIOS)
  let rules = evaluator.entries.flatMap(\.rules).map(\.component)
  let table = try RoutingTable(
    rules: rules.map(rule),
    substitutionVariables: evaluator.association.applinks?.substitutionVariables ?? [])
  let url = try #require(observed.whole)
  let target = url.path + (url.query.map { "?" + $0 } ?? "")
  let found = decide(table, target, fragment: url.fragment ?? "").map { rules[$0.rule].exclude }
  let decision: Verdict.Decision = found.map { $0 == true ? .exclude : .match } ?? .noMatch
  #expect(decision == observed.decision)
}

@Test(arguments: componentVerdicts)
func `ignores components before iOS 13`(_ observed: ObservedVerdict) throws {
  for system in everyGeneration where system < SystemVersion(13) {
    #expect(try decision(observed, on: system) == .noMatch, "on iOS \(system)")
  }
}

/// The effect of unknown keys on older systems.
private let olderVerdicts: [(ObservedVerdict, SystemVersion)] = [
  (.rules(#"[{"/":"/foo"}]"#, "/FOO", .noMatch, links: folds), SystemVersion(13, 5)),
  (.rules(#"[{"/":"/s","caseSensitive":false}]"#, "/S", .noMatch), SystemVersion(13, 4)),
  (.rules(#"[{"/":"/$(lang)/x"}]"#, "/en/x", .noMatch), SystemVersion(13)),
  (.rules(#"[{"/":"/$(lang)/x"}]"#, "/$(lang)/x", .match), SystemVersion(13)),
  (.rules(#"[{"/":"/a b","percentEncoded":false}]"#, "/a%20b", .noMatch), SystemVersion(13, 5)),
]

@Test(arguments: olderVerdicts)
func `ignores keys unknown to a version`(
  _ observed: ObservedVerdict, _ system: SystemVersion
) throws {
  #expect(try decision(observed, on: system) == observed.decision)
}
