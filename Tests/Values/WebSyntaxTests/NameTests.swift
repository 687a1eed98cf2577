import Testing

@testable import WebSyntax

private let long = String(repeating: "a", count: 63)
private let longest = "\(long).\(long).\(long)." + String(repeating: "a", count: 61)

@Test(arguments: [
  ("example.com", true), ("localhost", true), ("a_b.example", true), ("xn--r8jz45g.example", true),
  ("1.2.3.4", true), ("\(long).com", true), ("a\(long).com", false), ("", false),
  (".", false), ("a..b", false), ("a.", false), (".a", false), ("-a.com", false), ("a-.com", false),
  ("A.com", false), ("a b", false), ("*.a", false), ("あ.com", false), ("a:80", false),
  (longest, true), ("\(longest)a", false),
])
func `recognises host names`(_ name: String, _ expected: Bool) {
  #expect(HostName.isValid(name) == expected)
}

@Test(arguments: [
  ("EXAMPLE.com.", "example.com"), ("*.Bücher.EXAMPLE", "*.xn--bcher-kva.example"),
  ("1.2.3.4", "1.2.3.4"), ("127.1", "127.0.0.1"), ("0X7f.1", "127.0.0.1"),
  ("4.example", "4.example"),
  ("256.1.1.1", nil), ("1.2.3.4.5", nil), ("a.example.256", nil), ("*.1.2.3.4", nil),
  ("a%42.example", nil), ("[::1]", nil), ("a..b", nil), ("", nil), ("*.", nil),
])
func `reads a host as browsers ask for it, or as a wildcard`(_ text: String, _ host: String?) {
  #expect(HostPattern(text)?.description == host)
}

@Test(arguments: [
  ("asajikan", true, true), ("a", true, true), ("com.example+x-1", true, true),
  ("Asajikan", true, true), ("", false, false), ("1a", false, false), ("+a", false, false),
  ("a_b", false, false), ("a:", false, false), ("あ", false, false), ("https", true, false),
  ("JavaScript", true, false), ("view-source", true, false), ("tel", true, false),
  ("itms-services", true, false), ("market", true, true),
  ("sms", true, false), ("SMSTO", true, false), ("itms-appss", true, false), ("data", true, false),
  ("chrome-extension", true, false), ("ms-msdt", true, false), ("android-app", true, false),
])
func `recognises schemes, and those that an app can have`(
  _ scheme: String, _ isValid: Bool, _ isAvailable: Bool
) {
  #expect(URLScheme.isValid(scheme) == isValid)
  #expect(URLScheme.isAvailableToApps(scheme) == isAvailable)
}

@Test func `counts http and https alone as the web`() {
  let schemes = ["http", "https", "ws", "ftp", "", "httpss"]
  #expect(schemes.filter(URLScheme.isWeb) == ["http", "https"])
}

@Test func `recognises package names, bundle identifiers, App Store numbers and names of captures`()
{
  let rows: [(isValid: (String) -> Bool, good: [String], bad: [String])] = [
    (
      AndroidPackageName.isValid, ["jp.asajikan", "a.b", "com.Example.app_2"],
      [
        "asajikan", "", ".", "a.", ".a", "a..b", "a.1b", "a._b", "a.b-c", "a.bé", "a b.c",
      ]
    ),
    (
      BundleIdentifier.isValid, ["jp.asajikan.www", "app", "com.example-1.App"],
      ["", "a..b", ".a", "a.", "a_b", "a.é", "a b"]
    ),
    (
      AppStoreNumber.isValid, ["400435286", "0", "12345678901234567890"],
      ["123456789012345678901", "", "id400435286", "４", "-1"]
    ),
    (
      { CaptureName.isValid($0[...]) }, ["id", "_", "a1_B"], ["", "1a", "a-b", "é", "a b"]
    ),
  ]
  for (isValid, good, bad) in rows {
    #expect(good.filter { !isValid($0) } == [])
    #expect(bad.filter(isValid) == [])
  }
}

@Test(arguments: [
  ("13", true, [13]), ("13.5.1", true, [13, 5, 1]), ("013.0", true, [13, 0]),
  ("1.2.3.4", true, nil), ("12345.1", true, nil), ("", false, nil), (".", false, nil),
  ("1.", false, nil), ("1..2", false, nil), ("1.a", false, nil), ("-1.2", false, nil),
  ("1 .2", false, nil),
])
func `reads versions within bounds`(_ text: String, _ isValid: Bool, _ expected: [Int]?) {
  #expect(VersionNumber.isValid(text) == isValid)
  #expect(VersionNumber.numbers(text, count: 3, digits: 4) == expected)
}
