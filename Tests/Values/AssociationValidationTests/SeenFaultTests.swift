import Testing
import WebSyntax

@testable import AppAssociation
@testable import AssociationValidation

/// Faults as people publish them: what a finding names, what it proposes, and what is not said beside
/// it.
struct SeenFaultTests {
  private static let print =
    "D2:05:F9:89:CC:9A:F4:0E:F6:F5:D0:0E:0A:5F:63:10:45:CC:37:A6:89:EA:05:9B:FC:1E:E1:D2:DC:B0:41:3E"

  private static func paths(_ paths: String) -> String {
    #"{"applinks":{"apps":[],"details":[{"appID":"94VJUJ8B7P.a","paths":[\#(paths)]}]}}"#
  }

  private static func statement(_ more: String = "", prints: String? = nil) -> String {
    #"""
    [{"relation":["delegate_permission/common.handle_all_urls"],\#(more)
      "target":{"namespace":"android_app","package_name":"jp.asajikan",
      "sha256_cert_fingerprints":["\#(prints ?? print)"]}}]
    """#
  }

  private static func dynamic(_ rules: String) -> String {
    statement(
      #""relation_extensions":{"delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":[\#(rules)]}},"#
    )
  }

  static let dynamicFaults: [(String, String)] = [
    (#"{"/":"https://a.example/x"}"#, "dynamic-url"), (#"{"/":"//a.example/x"}"#, "dynamic-url"),
    (#"{"/":"/join/.*"}"#, "dynamic-expression"), (#"{"/":"/a/[0-9]+"}"#, "dynamic-expression"),
    (#"{"?":{"a":"\\d+"}}"#, "dynamic-expression"), (#"{"/":"/u/{id}"}"#, "dynamic-parameter"),
    (#"{"/":"/u/:id"}"#, "dynamic-parameter"), (#"{"/":"/u/<id>"}"#, "dynamic-parameter"),
    (#"{"/":"/a?b=1"}"#, "dynamic-query-in-path"), (#"{"/":"/a#b"}"#, "dynamic-hash"),
    (#"{"?":{"a":"b#c"}}"#, "dynamic-hash"), (#"{"/":"join/*"}"#, "dynamic-slash"),
    (#"{"/":"NOT /a"}"#, "dynamic-slash"),
    (#"{"/":"/a","caseSensitive":false}"#, "dynamic-unknown-key"),
    (#"{"/":"/a","exlude":true}"#, "dynamic-unknown-key"),
    (#"{"/a/*":true,"/":"/b"}"#, "dynamic-unknown-key"),
    (#"{"/":["/a","/b"]}"#, "dynamic-rules"), (#"{"?":"a=1"}"#, "dynamic-rules"),
    (#"{"?":[{"a":"1"}]}"#, "dynamic-rules"), (#""/a""#, "dynamic-rules"),
    (#"{"/":"/a","exclude":"true"}"#, "dynamic-rules"),
    (#"{"?":{"?a":"1"}}"#, "dynamic-query-sign"),
  ]

  @Test(arguments: dynamicFaults)
  func `finds in Android's rules what it finds in Apple's`(_ rule: String, _ code: String) {
    let found = checked(Self.dynamic(rule)).filter { $0.code == code }
    #expect(found.count == 1 && found.first?.help != nil, "\(checked(Self.dynamic(rule)))")
  }

  static let rightForms: [(String, [String: String])] = [
    (#"{"/":"/shop/*?utm=x"}"#, ["dynamic-query-in-path": #"{"/": "/shop/*", "?": {"utm": "x"}}"#]),
    (
      ##"{"/":"a/:id?x=1#f"}"##,
      Dictionary(
        uniqueKeysWithValues: ["slash", "parameter", "query-in-path", "hash"].map {
          ("dynamic-" + $0, ##"{"/": "/a/?*", "?": {"x": "1"}, "#": "f"}"##)
        })
    ),
    (#"{"/":" /shop/*"}"#, ["dynamic-space": "'/shop/*'"]),
    (#"{"/":"NOT/x/*"}"#, ["dynamic-slash": #"{"/": "/x/*", "exclude": true}"#]),
    (#"{"/":"/shop/$(lang)/*"}"#, ["dynamic-parameter": "'/shop/?*/*'"]),
    (#"{"/":"/u/[slug]"}"#, ["dynamic-parameter": "'/u/?*'"]),
    (#"{"/":"/u/${id}"}"#, ["dynamic-parameter": "'/u/?*'"]),
    (#"{"path":"/a"}"#, ["dynamic-unknown-key": "'/'"]),
  ]

  @Test(arguments: rightForms)
  func `every help gives the whole right form, and that has no finding`(
    _ rule: String, _ helps: [String: String]
  ) {
    let found = checked(Self.dynamic(rule)).filter { $0.severity != .note }
    let said = found.map { ($0.code, $0.help ?? "") }
    #expect(Dictionary(said) { first, _ in first } == helps.mapValues { "write \($0)" })
    for right in helps.values where right.count > 3 {
      let text = right.hasPrefix("{") ? right : "{\"/\": \"\(right.dropFirst().dropLast())\"}"
      let rest = checked(Self.dynamic(text + #",{"/":"*"}"#)).filter { $0.severity != .note }
      #expect(rest.isEmpty, "\(text)")
    }
  }

  @Test(arguments: [
    (#""dynamic_app_link_components":[{"/":"/a"}],"exclude":true"#, "delete it"),
    (#""comment":"x","dynamic_app_link_components":[{"/":"/a"}]"#, "delete it"),
    (#""components":[{"/":"/a"}]"#, "write 'dynamic_app_link_components'"),
  ])
  func `an unknown key beside the rules is no fault of theirs`(_ members: String, _ help: String) {
    let text = Self.statement(
      #""relation_extensions":{"delegate_permission/common.handle_all_urls":{\#(members)}},"#)
    #expect(checked(text).map(\.help) == [help])
  }

  @Test(arguments: [
    #""relation_extensions":{"delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":[{"/":"/a"}]},"comment":"x"},"#,
    #""relation_extensions":{"handle_all_urls":{"dynamic_app_link_components":[{"/":"/a"}]}},"#,
  ])
  func `what stands in the place of a relation has one help`(_ part: String) {
    let found = checked(Self.statement(part))
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.help?.contains("add it") == false)
  }

  @Test(arguments: [
    #""dynamic_app_link_components":[{"/":"/a"}],"#,
    #""dynamicAppLinkComponents":[{"/":"/a"}],"#,
    #""relation_extension":{"delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":[{"/":"/a"}]}},"#,
    #""relation_extensions":[{"delegate_permission/common.handle_all_urls":{}}],"#,
    #""relation_extensions":{"dynamic_app_link_components":[{"/":"/a"}]},"#,
    #""relation_extensions":{"delegate_permission/common.handle_all_urls":[{"/":"/a"}]},"#,
    #""relation_extensions":{"delegate_permission/common.handle_all_urls":{"dynamic_app_link_component":[{"/":"/a"}]}},"#,
  ])
  func `says that rules at a wrong place do not apply, and match follows`(_ part: String) throws {
    let text = Self.statement(part)
    #expect(foundCodes(text) == ["dynamic-place"])
    guard case .android(let links) = try AssociationFile(decoding: Array(text.utf8)) else { return }
    let explanation = AndroidEvaluator(links).explanation(
      for: try #require(WebURL("https://a.example/x")), package: "jp.asajikan")
    #expect(explanation.verdict.decision == .match)
    #expect(explanation.remarks.contains { $0.contains("rules of the file are not read") })
  }

  static let samples: [String] = [
    "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5",
    Array(repeating: "00", count: 32).joined(separator: ":"),
    Array(repeating: "AA:BB:CC:DD", count: 8).joined(separator: ":"),
    Array(repeating: "01:23:45:67:89:AB:CD:EF", count: 4).joined(separator: ":"),
    (16..<48).map { String($0, radix: 16).uppercased() }.joined(separator: ":"),
    Array(repeating: "00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF", count: 2).joined(
      separator: ":"),
  ]

  @Test(arguments: samples)
  func `knows samples of fingerprints`(_ text: String) {
    #expect(foundCodes(Self.statement(prints: text)) == ["fingerprint-sample"])
  }

  static let prints: [(String, String, String)] = [
    ("0gX5icya9A729dAOCl9jEEXMN6aJ6gWb/B7h0tywQT4=", "it is Base64", "write '\(print)'"),
    (print.split(separator: ":").joined(), "expected 32 hexadecimal", "write '\(print)'"),
    ("SHA256: \(print)", "expected 32 hexadecimal", "write '\(print)'"),
    ("Xo8WBi6jzSxKDVR4drqm84yr9iU=", "SHA-1 digest in Base64", "keytool"),
    ("YOUR_SHA256_FINGERPRINT", "it is a placeholder", "keytool"),
    ("XX:XX:XX", "it is a placeholder", "keytool"),
  ]

  @Test(arguments: prints)
  func `names what stands in the place of a fingerprint`(
    _ text: String, _ fact: String, _ help: String
  ) {
    let found = checked(Self.statement(prints: text))
    #expect(found.map(\.code) == ["fingerprint-format"])
    #expect(found.first?.message.contains(fact) == true, "\(found)")
    #expect(found.first?.help?.hasPrefix(help) == true, "\(found)")
  }

  static let cascades: [(String, [String])] = [
    (appleFile(#"{"paht":"/buy/*"},{"/":"/help/*"}"#), ["accidental-catch-all", "unknown-key"]),
    (appleFile(#"{"/":["/c","/d"]},{"/":"/e"},{"/":"/f"}"#), ["wrong-type"]),
    (
      appleFile(#"{"paht":"/a"},{"paht":"/b","exclude":true},{"/":"/c"}"#),
      ["accidental-catch-all", "unknown-key", "accidental-catch-all", "unknown-key"]
    ),
    (paths(#""*","NOT/admin/*""#), ["not-without-space"]),
    (
      #"{"applinks":{"details":[{"appIDs":["94VJUJ8B7P.a"],"patterns":[{"/":"/a"}]}]}}"#,
      ["unknown-key"]
    ),
    (
      #"{"applinks":{"details":[{"appIds":["94VJUJ8B7P.a"],"components":[{"/":"/a"}]}]}}"#,
      ["unknown-key"]
    ),
    (#"{"applinks":{"detials":[]}}"#, ["unknown-key"]),
    (#"{"applink":{"details":[]}}"#, ["unknown-key"]),
    (statement().replacing("relation", with: "relations"), ["statement-key"]),
    (statement().replacing("package_name", with: "packageName"), ["statement-key"]),
    (#"{"messagefilter":{"apps":["94VJUJ8B7P.a"]}}"#, []),
    (#"{"authsrv":{"apps":["94VJUJ8B7P.a"]}}"#, []),
    (
      #"{"messagefilter":{"apps":[],"details":[{"appID":"94VJUJ8B7P.a"}]}}"#,
      ["service-without-apps", "service-details"]
    ),
    (#"{"webcredentials":{}}"#, ["service-without-apps"]),
    (#"{"appclips":{"apps":[]}}"#, ["service-without-apps"]),
    // The entry has no array around it.
    (
      #"{"applinks":{"details":{"appIDs":["94VJUJ8B7P.a"],"components":[{"/":"/a"}]}}}"#,
      ["details-dictionary"]
    ),
    // The first systems need the root page behind a lone star.
    (paths(#""NOT /e/*","*","/""#), []),
    // Excludes that come too late for some pages, and others.
    (
      appleFile(##"{"/":"/"},{"/":"/a","?":{"x":"?*"}},{"#":"stay","exclude":true},{"/":"/b"}"##),
      ["late-exclude"]
    ),
    (appleFile(##"{"#":"stay","exclude":true},{"/":"/"}"##), []),
    (appleFile(#"{"/":"/a/b"},{"/":"/a/*","exclude":true},{"/":"/c"}"#), []),
    // A class of a regular expression is no parameter.
    (appleFile(#"{"/":"/u/[a-z]"}"#), ["regular-expression"]),
    (dynamic(#"{"/":"/join/.*"},{"?":"a=1"}"#), ["dynamic-expression", "dynamic-rules"]),
  ]

  @Test(arguments: cascades)
  func `says what is wrong, and nothing that only follows from another error`(
    _ text: String, _ codes: [String]
  ) {
    #expect(foundCodes(text) == codes, "\(checked(text))")
  }

  static let languages: [(String, String, String)] = [
    ("{'applinks': {'apps': [], 'details': []}}", "a single quotation mark", "json.dumps"),
    ("[{\"relation\": None}]", "a word of another language", "json.dumps"),
    (
      "<br />\n<b>Warning</b>: x in <b>/a.php</b>\n{\"applinks\":{\"details\":[]}}",
      "precedes the JSON", "warning"
    ),
    ("Notice: [x]\n[]", "precedes the JSON", "warning"),
    ("{\"applinks\" => {\"details\": []}}", "a colon is missing", "':'"),
    ("{ {\"relation\": []} ]", "expected '[' for the '{' at line 1, column 1", "write '['"),
  ]

  @Test(arguments: languages)
  func `names other languages, text before the file and a brace for a bracket`(
    _ text: String, _ fact: String, _ help: String
  ) {
    let found = checked(text).filter { $0.code == "json-syntax" }
    #expect(found.count == 1 && found.first?.message.contains(fact) == true, "\(found)")
    #expect(found.first?.help?.contains(help) == true)
  }

  static let forms: [(String, String, String)] = [
    (appleFile(#"{"?":"?a=1"}"#), "query-sign", "write 'a=1'"),
    (appleFile(#"{"?":{"?a":"1"}}"#), "query-sign", #"write {"a": "1"}"#),
    (appleFile(#"{"?":{"a=1":"*"}}"#), "query-sign", #"write {"a": "1"}"#),
    (
      paths(#""NOT *within_subdomains=1","/*""#), "query-in-path",
      "only 'components' can match queries"
    ),
    (paths(#""!/admin/*","/*""#), "not-without-space", "write 'NOT /admin/*'"),
    (paths(#""NOT:/admin/*","/*""#), "not-without-space", "write 'NOT /admin/*'"),
    (appleFile(#"{"/":"/u/{0}"}"#), "foreign-parameter", "write '/u/?*'"),
    (
      appleFile(#"{"/":"!/admin/*"},{"/":"/*"}"#), "not-in-component",
      #"write {"/": "/admin/*", "exclude": true}"#
    ),
    (
      #"{"applinks":{"details":[{"appIDs":["7DTHDKd89.com.a.b"],"components":[{"/":"/a"}]}]}}"#,
      "app-id-format", "for example"
    ),
  ]

  /// Rules that no URL matches, or hardly any, with what is said about them.
  static let impossible: [(String, [String])] = [
    (#"{"?":{"a":"b&c"}}"#, ["impossible-item"]), (#"{"?":{"a":"*&*"}}"#, ["impossible-item"]),
    (#"{"?":{"a&b":"c"}}"#, ["impossible-item"]), (#"{"?":{"é":"c"}}"#, ["impossible-item"]),
    (#"{"?":{"a#b":"?*"}}"#, ["impossible-item"]), (#"{"?":{"a":"b c"}}"#, ["literal-non-ascii"]),
    (#"{"/":"/a|b"}"#, ["literal-non-ascii"]), (#"{"/":"/a\"b"}"#, ["literal-non-ascii"]),
    (#"{"/":"/a\tb"}"#, ["literal-non-ascii"]), (#"{"/":"/a{b"}"#, ["literal-non-ascii"]),
    (#"{"?":"a=<b>"}"#, ["literal-non-ascii"]), (##"{"#":"a^b"}"##, ["literal-non-ascii"]),
    (#"{"?":{"id":"{id}"}}"#, ["foreign-parameter"]), (#"{"/":"/u/<id>"}"#, ["foreign-parameter"]),
    (#"{"/":"/u/{id}/a b"}"#, ["foreign-parameter", "literal-non-ascii"]),
    (#"{"/":"/a#b"}"#, ["fragment-in-path"]), (#"{"?":{"a":"b#c"}}"#, ["hash-in-pattern"]),
    (#"{"/":"/a#b","percentEncoded":false}"#, ["fragment-in-path"]),
    (#"{"/":"/a/../b"}"#, ["unclear-pattern"]), (#"{"/":"/a%b"}"#, ["stray-percent"]),
  ]

  @Test(arguments: impossible)
  func `tells what can never match`(_ rule: String, _ codes: [String]) {
    #expect(foundCodes(appleFile(rule)) == codes, "\(checked(appleFile(rule)))")
  }

  @Test(arguments: [
    #"{"?":{"a":"b&c","d&e":"f g"},"percentEncoded":false}"#, #"{"?":{"a":"[b]:c"}}"#,
    #"{"/":"/a|b c","percentEncoded":false}"#, ##"{"#":"a#b"}"##, #"{"?":{"":"x"}}"#,
    #"{"/":"/a.b/..c/.d"}"#,
  ])
  func `takes nothing that a URL can have for impossible`(_ rule: String) {
    #expect(foundCodes(appleFile(rule)) == [])
  }

  @Test(arguments: forms)
  func `gives the right form`(_ text: String, _ code: String, _ help: String) {
    let found = checked(text).filter { $0.code == code }
    #expect(found.count == 1 && found.first?.help?.hasPrefix(help) == true, "\(checked(text))")
  }

  @Test(arguments: [paths(#""not-found/*","notes/*","not_here""#), appleFile(#"{"/":"/a/[0]/b"}"#)])
  func `takes no path for an exclude or a parameter`(_ text: String) {
    #expect(Set(foundCodes(text)).isDisjoint(with: ["not-without-space", "foreign-parameter"]))
  }

  @Test func `counts the characters of a prefix that is too short`() {
    let text = #"{"webcredentials":{"apps":["7DTHDKd89.com.a.b"]}}"#
    #expect(checked(text).first?.message.contains("has 9 characters instead of 10") == true)
  }
}
