import LinkImport
import Links
import Testing

/// A row of an old service, a visitor, and the answer there, which is also the answer here.
private struct AnswerCase: Sendable, CustomTestStringConvertible {
  let format: ImportFormat
  /// The source of the service's rule: the article "Moving to Keiro" has the addresses, and names
  /// the rules without a public source.
  let source: String
  let row: String
  var platform = UserAgent.Platform.windows
  var country = ""
  var query: [(name: String, value: String)] = []
  /// Nil for a page that says that the link is closed.
  let there: String?
  /// The beginning of a line in the report; nil if there is none.
  var told: String?

  var testDescription: String { "\(format.rawValue): \(source)" }
}

private let branchKeys = "help.branch.io, Creating a deep link, redirections"
private let dubSource = "dub, apps/web/lib/middleware/link.ts"
private let shortioAPI = "developers.short.io/reference/post_links-public"

private func shortio(_ members: String) -> String {
  #"[{"shortURL":"https://go.example.com/k","path":"k","originalURL":"https://e.example/",\#(members)}]"#
}

private func rebrandly(_ members: String) -> String {
  #"[{"slashtag":"k","destination":"https://e.example/","domain":{"fullName":"go.example.com"},"#
    + "\(members)}]"
}

private let answers: [AnswerCase] = [
  AnswerCase(
    format: .bitly, source: "not confirmed: hidden links go on redirecting",
    row: "Link,Destination URL,Status\nhttps://go.example.com/k,https://e.example/,Archived\n",
    there: "https://e.example/", told: "Status: it is archived there"),
  AnswerCase(
    format: .bitly, source: "not confirmed: a deleted link leads nowhere",
    row: "Link,Destination URL,Status\nhttps://go.example.com/k,https://e.example/,Deleted\n",
    there: nil, told: "Status: it is 'Deleted' there"),
  AnswerCase(
    format: .bitly, source: "dev.bitly.com, Update a Bitlink: expiration_at",
    row: """
      [{"link":"https://go.example.com/k","long_url":"https://e.example/",
        "expiration_at":"2026-12-31T14:30:00+0000"}]
      """, there: nil),
  AnswerCase(
    format: .bitly, source: "not confirmed: a deleted link leads nowhere",
    row: """
      [{"link":"https://go.example.com/k","long_url":"https://e.example/","is_deleted":true}]
      """, there: nil, told: "is_deleted: "),
  AnswerCase(
    format: .firebase, source: "not confirmed: archived links are hidden in the console alone",
    row: "short_link,link,archived\nhttps://go.example.com/k,https://e.example/,true\n",
    there: "https://e.example/", told: "archived: it is archived there"),
  AnswerCase(
    format: .firebase, source: "Firebase: ifl, where the app is not installed",
    row: "short_link,link,ifl\nhttps://go.example.com/k,https://e.example/,https://f.example/\n",
    platform: .iPhone, there: "https://f.example/"),
  AnswerCase(
    format: .dub, source: dubSource + ", disabledAt",
    row: """
      [{"domain":"go.example.com","key":"k","url":"https://e.example/",
        "disabledAt":"2025-01-01T00:00:00.000Z"}]
      """, there: nil, told: "disabledAt: "),
  AnswerCase(
    format: .shlink, source: "shlink, ShortUrl::isEnabled",
    row: """
      [{"shortCode":"k","longUrl":"https://e.example/","meta":{"validUntil":"soon"}}]
      """, there: nil, told: "meta.validUntil: 'soon' cannot be read as a time: it may be an end"),
  AnswerCase(
    format: .kutt, source: "kutt, links.handler.js, redirect: banned",
    row: """
      [{"address":"k","target":"https://e.example/","domain":"go.example.com","banned":true}]
      """, there: nil, told: "banned: "),
  AnswerCase(
    format: .rebrandly, source: "developers.rebrandly.com/docs/link-entity, forwardParameters",
    row: rebrandly(#""forwardParameters":false"#), query: [("b", "2")], there: "https://e.example/"),
  AnswerCase(
    format: .rebrandly, source: "not confirmed: a trashed link leads nowhere",
    row: rebrandly(#""status":"trashed""#), there: nil, told: "status: it is 'trashed' there"),
  AnswerCase(
    format: .shortio, source: "developers.short.io/docs/archiving-a-short-url",
    row: shortio(#""archived":true"#), there: "https://e.example/",
    told: "archived: it is archived there"),
  AnswerCase(
    format: .shortio, source: shortioAPI + ", password",
    row: shortio(#""hasPassword":true"#), there: nil,
    told: "hasPassword: passwords are not imported"),
  AnswerCase(
    format: .shortio, source: shortioAPI + ", ttl: time to live in milliseconds or ISO",
    row: shortio(#""ttl":1500000000000"#), there: nil),
  AnswerCase(
    format: .shortio, source: "docs.short.io, Temporary URL: after a time or a number of clicks",
    row: shortio(#""clicksLimit":5,"clicks":5,"expiredURL":"https://o.example/""#),
    there: "https://o.example/", told: "clicksLimit: all 5 clicks are used up"),
  AnswerCase(
    format: .shortio, source: shortioAPI + ", skipQS: skip query string merging",
    row: shortio(#""skipQS":true"#), query: [("b", "2")], there: "https://e.example/"),
  AnswerCase(
    format: .shortio, source: shortioAPI + ", iphoneURL",
    row: shortio(#""iphoneURL":"https://i.example/""#), platform: .iPhone,
    there: "https://i.example/"),
  AnswerCase(
    format: .branch, source: branchKeys + ", $fallback_url",
    row: """
      {"data":{"$desktop_url":"https://d.example/","$fallback_url":"https://f.example/",
        "$canonical_url":"https://c.example/","url":"https://go.example.com/k"}}
      """, platform: .android, there: "https://f.example/", told: "$canonical_url: it was dropped"),
  AnswerCase(
    format: .branch, source: branchKeys + ", $desktop_url",
    row: """
      {"data":{"$canonical_url":"https://c.example/","$desktop_url":"https://d.example/",
        "$fallback_url":"https://f.example/","url":"https://go.example.com/k"}}
      """, there: "https://d.example/"),
  AnswerCase(
    format: .branch, source: branchKeys + ", $fallback_url_xx",
    row: """
      {"data":{"$fallback_url":"https://f.example/","$fallback_url_de":"https://de.example/",
        "url":"https://go.example.com/k"}}
      """, country: "DE", there: "https://de.example/"),
  AnswerCase(
    format: .branch, source: branchKeys + ": what is set for a platform wins over a country",
    row: """
      {"data":{"$fallback_url":"https://f.example/","$fallback_url_de":"https://de.example/",
        "$ios_url":"https://i.example/","url":"https://go.example.com/k"}}
      """, platform: .iPhone, country: "DE", there: "https://i.example/"),
]

@Test(arguments: answers)
private func `a link answers as it did where it comes from`(_ answer: AnswerCase) throws {
  let new = try ImportedLink(answer.row, answer.format, slug: "k")
  var visit = OldVisit()
  (visit.platform, visit.country, visit.query) = (answer.platform, answer.country, answer.query)
  let there = answer.there.map { OldReply($0) } ?? .nothing
  #expect(try new.replies(to: visit) == [there: 100])
  if let told = answer.told {
    #expect(new.notes.contains { $0.hasPrefix(told) }, "\(new.notes)")
  }
}
