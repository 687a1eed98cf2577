import DirectRequests
import HTTPCore
import Links
import LinkStorage
import SQLiteStore
import SiteModel

extension FuzzTarget {
  /// Every page that shows untrusted text: links that were not validated, the texts of a route,
  /// paths, queries, and user agents.
  ///
  /// The input is those texts, separated by bytes of 0xFF, which cannot occur in text; when there
  /// are too few, the first ones are reused.
  static let pages = FuzzTarget(name: "pages") { bytes in
    let texts = PageTexts(bytes)
    let definition = definition(texts)
    guard let snapshot = ServiceSnapshot.compile(definition).snapshot else { return }
    guard let service = try? FuzzService() else {
      return expect(false, "there is no memory for a store")
    }
    for link in links(texts) {
      let creation = try? waitForAnswer {
        service.store.create(
          link, CreationTerms(), by: .service, now: FuzzService.timestamp, completion: $0)
      }
      guard case .created = creation else { return expect(false, "a link was not taken") }
    }
    let handler = service.publicHandler(snapshot)
    for request in requests(texts) {
      guard let response = service.answer(of: handler, to: request) else { continue }
      check(response)
    }
  }

  private static func definition(_ texts: PageTexts) -> ServiceDefinition {
    var definition = FuzzService.definition
    definition.sites[0].title = shown(texts[0])
    definition.sites[0].routes[1].title = shown(texts[1]) + "{id}"
    definition.sites[0].routes[1].description = shown(texts[2])
    definition.apps[0].name = shown(texts[3])
    return definition
  }

  /// Only the owner of a site may use bidirectional controls in texts.
  private static func shown(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !PageMarkup.isHidden($0) }))
  }

  private static func links(_ texts: PageTexts) -> [ShortLink] {
    var plain = ShortLink(host: "a.example", slug: "x", url: texts[4])
    plain.name = texts[5]
    plain.tags = [texts[6], texts[7]]
    plain.apple.fallback = texts[8]
    plain.apple.appStoreID = texts[9]
    plain.apple.customScheme = texts[10]
    plain.android.packageName = texts[11]
    plain.social.title = texts[12]
    plain.social.description = texts[13]
    plain.social.image = texts[14]
    plain.campaign.items = [("utm_source", texts[15]), ("ct", texts[16])]
    var good = plain
    (good.slug, good.url) = ("y", "https://a.example/article/7")
    good.apple.fallback = nil
    var secret = good
    (secret.slug, secret.password) = ("z", PasswordHash("p"))
    return [plain, good, secret]
  }

  private static func requests(_ texts: PageTexts) -> [[UInt8]] {
    let query = visible(texts[17])
    let targets = [
      "x", "x+", "y", "y?" + query, "y+?" + query, "y?d=1", "z?" + query, "z+", "y.qr",
    ].map { "/s/" + $0 }
    let others = ["/article/" + visible(texts[18]) + "?" + query, "/" + visible(texts[19])]
    let banner = "/_keiro/banner?url=https://a.example/article/" + query
    let asked = targets + others + [banner]
    return agents(texts).flatMap { agent in
      asked.map { target in
        Array("GET \(target) HTTP/1.1\r\nHost: a.example\r\nUser-Agent: \(agent)\r\n\r\n".utf8)
      }
    }
  }

  private static func agents(_ texts: PageTexts) -> [String] {
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
        + "Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
      "facebookexternalhit/1.1",
      String(String.UnicodeScalarView(texts[20].unicodeScalars.filter { $0.value >= 0x20 })),
    ]
  }

  /// The text without characters that end a request line.
  private static func visible(_ text: String) -> String {
    String(
      decoding: text.utf8.filter { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") },
      as: UTF8.self)
  }

  // MARK: - What has to hold

  private static func check(_ response: HTTPResponse) {
    for entry in response.fields.entries {
      let value = response.fields.bytes[entry.value]
      expect(value.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a control in a field")
    }
    expect(String(validating: response.body, as: UTF8.self) != nil, "a page that is not UTF-8")
    guard response.fields["Content-Type"]?.hasPrefix("text/html") == true else { return }
    let page = PageMarkup(response.body, hasPictures: true)
    let text = String(decoding: response.body, as: UTF8.self)
    expect(page.faults.isEmpty, "\(page.faults) in \(text)")
    expect(page.strangers.isEmpty, "\(page.strangers) in \(text)")
    for attribute in page.tags.flatMap(\.attributes)
    where ["href", "src", "action"].contains(attribute.name) {
      expect(isAddress(attribute.value), "the address '\(attribute.value)'")
    }
    for scalar in text.unicodeScalars where PageMarkup.isHidden(scalar) {
      expect(false, "U+\(String(scalar.value, radix: 16)) in \(text)")
    }
  }

  /// A web address, on the page's own host, or an app address with a scheme that browsers do not
  /// reserve.
  private static func isAddress(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return false }
    guard !text.hasPrefix("/") else { return !text.hasPrefix("//") && !text.hasPrefix("/\\") }
    let scheme = text.prefix { $0 != ":" }.lowercased()
    return !["javascript", "data", "vbscript", "blob", "file", text.lowercased()].contains(scheme)
  }
}

private struct PageTexts {
  private let texts: [String]

  init(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0xFF, maxSplits: 24, omittingEmptySubsequences: false)
    texts = parts.map { String(decoding: $0, as: UTF8.self) }
  }

  subscript(number: Int) -> String { texts[number % texts.count] }
}
