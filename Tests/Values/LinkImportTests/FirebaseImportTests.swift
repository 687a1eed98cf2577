import JSONSyntax
import LinkImport
import Links
import Testing
import WebSyntax

func rows(
  _ text: String, _ format: ImportFormat, hosts: ImportHosts = .anywhere, pieces: Int? = nil
) -> [ImportRow] {
  var reader = LinkImportReader(format, hosts: hosts)
  let bytes = Array(text.utf8)
  let cut = pieces ?? bytes.count
  return reader.rows([bytes[..<cut], bytes[cut...]])
}

private let header =
  "short_link,link,apn,afl,amv,ibi,ifl,ius,ipfl,ipbi,isi,imv,efr,ofl,st,sd,si,utm_source,"
  + "utm_medium,utm_campaign,utm_term,utm_content,at,ct,mt,pt,archived,name,creation_timestamp"

private let full =
  "https://l.example/aB-c_D,https://e.example/p,com.e.app,https://e.example/a,7,com.e.ios,"
  + "https://e.example/i,e-scheme,https://e.example/t,com.e.pad,42,2.1,1,https://e.example/d,"
  + "\"Title, long\",\"two\r\nlines \"\"x\"\"\",https://e.example/i.png,s,m,c,t,o,a1,c1,8,p1,true,"
  + "Spring,2021-05-04 12:34:56.789 UTC"

private let shelved =
  "archived: it is archived there but still redirects: it stays live, with the tag 'archived'"

@Test func `reads all 29 columns of Firebase`() throws {
  let found = rows("\u{FEFF}" + header + "\r\n" + full + "\r\n", .firebase)
  #expect(found.count == 1)
  let row = try #require(found.first)
  #expect(row.problems == [shelved])
  #expect(row.name == "https://l.example/aB-c_D")
  #expect(
    row.link.map { JSONOutput.object($0.members(password: .hash)).compact }
      == """
      {"host":"l.example","slug":"aB-c_D","url":"https://e.example/p","name":"Spring","tags":["archived"],\
      "apple":{"fallback":"https://e.example/i","ipadFallback":"https://e.example/t",\
      "appStoreID":"42","bundleID":"com.e.ios","ipadBundleID":"com.e.pad",\
      "customScheme":"e-scheme","minimumVersion":"2.1"},\
      "android":{"fallback":"https://e.example/a","packageName":"com.e.app",\
      "minimumVersionCode":7},"desktop":{"fallback":"https://e.example/d"},\
      "social":{"title":"Title, long","description":"two\\r\\nlines \\"x\\"",\
      "image":"https://e.example/i.png"},\
      "campaign":{"utm_source":"s","utm_medium":"m","utm_campaign":"c","utm_term":"t",\
      "utm_content":"o","at":"a1","ct":"c1","mt":"8","pt":"p1"},\
      "status":302,"query":"merge","skipPage":true,"archived":false,\
      "createdAt":"2021-05-04T12:34:56Z"}
      """)
}

@Test(arguments: [ImportFormat.firebase, .auto])
func `reads a column by the code in parentheses behind its name`(_ format: ImportFormat) {
  let described = header.split(separator: ",").enumerated().map { "Some name \($0) (\($1)) " }
  let found = rows(described.joined(separator: ",") + "\r\n" + full + "\r\n", format)
  #expect(found.map(\.link) == rows(header + "\r\n" + full + "\r\n", format).map(\.link))
  #expect(found.first?.link?.android.packageName == "com.e.app")
}

@Test(arguments: [("false", false), ("0", false), ("1", true)])
func `shows the page before a fallback unless 'efr' skips it`(_ efr: String, _ skips: Bool) {
  let row = "https://l.example/x,https://e.example/,https://f.example/,\(efr)"
  let found = rows("short_link,link,ifl,efr\n\(row)\n", .firebase)
  #expect(found.map { $0.link?.skipPage } == [skips])
}

@Test func `reads Firebase's file at every split of its bytes`() {
  let text = "\u{FEFF}" + header + "\r\n" + full + "\r\n" + full.replacing("aB", with: "ab")
  let expected = rows(text, .firebase)
  #expect(expected.count == 2 && expected.allSatisfy { $0.link != nil })
  for cut in 0...text.utf8.count { #expect(rows(text, .firebase, pieces: cut) == expected) }
}

@Test func `takes columns in any order, by their prose names, and keeps what it does not know`() {
  let found = rows(
    """
    Deep link,Odd Column,Short link,iOS Fallback Link,Empty
    https://e.example/p,kept,https://l.example/x,https://e.example/f,
    https://e.example/q,,l.example/y,,
    """, .firebase)
  #expect(found.map(\.problems) == [[], []])
  #expect(found[0].link?.extra == [ShortLink.Extra(name: "Odd Column", value: "kept")])
  #expect(found[0].link?.apple.fallback == "https://e.example/f")
  #expect(found[1].link?.extra == [])
  #expect(found[1].link?.key == LinkKey(host: "l.example", slug: "y"))
}

@Test func `keeps slugs to the byte and says what could not be carried over`() {
  let found = rows(
    """
    short_link,link,isi,amv,ofl,creation_timestamp,archived
    https://l.example/AbCdEfGhIjKlMnOpQ,https://e.example/\u{65E5},x,many,ftp://x,soon,TRUE
    https://l.example/AbCdEfGhIjKlMnOpQ,https://e.example/2,,,,,
    https://l.example/abcdefghijklmnopq,https://e.example/3,,,,1620131696789,FALSE
    https://l.example/,https://e.example/4,,,,,
    https://l.example/a%20b,https://e.example/5,,,,,
    not a url,https://e.example/6,,,,,
    https://l.example/x,mailto:a@b,,,,,
    https://l.example/y,,,,,,
    https://l.example/z,https://e.example/8,,,,,,,,
    """, .firebase)
  #expect(found.map(\.line) == Array(2...10))
  #expect(found[0].link?.slug == "AbCdEfGhIjKlMnOpQ")
  #expect(found[0].link?.url == "https://e.example/%E6%97%A5")
  #expect(found[0].link?.archived == false && found[0].link?.tags == ["archived"])
  #expect(
    found[0].problems == [
      shelved,
      "amv: 'many' is not a whole number",
      "isi: 'x' is not an App Store number: expected 1 to 20 digits",
      "ofl: 'ftp://x' is not a destination: the scheme 'ftp' leads out of the web: expected http or https",
      "creation_timestamp: 'soon' is not a time: expected one such as 2026-11-21T00:00:00Z or 2026-11-21",
    ])
  #expect(found[1].problems == ["the link is already in line 2, and the first counts"])
  #expect(found[2].link?.createdAt?.description == "2021-05-04T12:34:56Z")
  #expect(found[2].link?.archived == false)
  #expect(
    found.dropFirst(3).map(\.problems) == [
      [
        "the address of the host 'l.example' itself is not a short link: 'root' of its site says "
          + "where it leads"
      ],
      ["'a b' is not a slug: expected letters, digits, emoji and '-', '_', '.', '~', '/'"],
      ["'not a url' is not a short URL"],
      ["link: 'mailto:a@b' is not a destination: expected an http or https URL"],
      ["link: the field is empty, but every link needs it"],
      [
        "the record has 10 fields: expected 7, as many as the first line; a field that contains a "
          + "separator has to be in quotation marks"
      ],
    ])
  #expect(found.dropFirst(3).allSatisfy { $0.link == nil })
}

@Test func `says what is lost of a column without a name`() {
  let found = rows(
    """
    short_link,link,, ,\u{20}
    https://l.example/a,https://e.example/a,,,
    https://l.example/b,https://e.example/b,,lost,

    """, .firebase)
  #expect(found.map { $0.link?.slug } == ["a", "b"])
  #expect(found.map { $0.link?.extra ?? [] } == [[], []])
  #expect(
    found.map(\.problems) == [
      [], ["column 4 has no name, so its value was dropped: expected a name in the first line"],
    ])
}

@Test func `says nothing of a column that has neither a name nor values`() {
  let found = rows("host,slug,url,\nl.example,a,https://e.example/a, \n", .csv)
  #expect(found.map { $0.link?.slug } == ["a"] && found.allSatisfy(\.problems.isEmpty))
}

@Test(arguments: [
  (
    ImportFormat.ndjson,
    [
      #"{"host":"l.example","slug":"a","url":"https://e.example/"}"#,
      #"{"host":"l.example","slug":"b","url":"https://e.example/"}"#,
    ]
  ),
  (
    .dub,
    [
      #"[{"domain":"l.example","key":"a","url":"https://e.example/"}]"#,
      #"{"links":[{"domain":"l.example","key":"b","url":"https://e.example/"}]}"#,
    ]
  ),
])
func `reads files that were joined with their byte order marks`(
  _ format: ImportFormat, _ files: [String]
) {
  for separator in ["\n", "\r\n"] {
    let text = files.map { "\u{FEFF}" + $0 }.joined(separator: separator)
    for found in [rows(text, format), rows(text, .auto), rows(text, format, pieces: 70)] {
      #expect(found.map { $0.link?.slug } == ["a", "b"], "\(found.map(\.problems))")
    }
  }
}

@Test func `puts links where a site serves them`() throws {
  let site = SiteRules(
    hosts: [try #require(HostPattern("e.example"))], prefix: "/links/promos/")
  let text = """
    short_link,link
    https://E.example/links/promos/a/b,https://e.example/1
    https://e.example/other/c,https://e.example/2
    https://x.page.link/d,https://e.example/3
    """
  let strict = rows(text, .firebase, hosts: ImportHosts(sites: SiteTable([site]), otherHost: nil))
  #expect(strict.map { $0.link?.slug } == ["a/b", "other/c", nil])
  #expect(strict[0].link?.host == "e.example")
  #expect(
    strict.map(\.problems) == [
      [],
      ["the link moves to '/links/promos/other/c', where the site's short links begin"],
      ["no site serves the host 'x.page.link'"],
    ])
  let mapped = rows(
    text, .firebase, hosts: ImportHosts(sites: SiteTable([site]), otherHost: "e.example"))
  #expect(mapped.map { $0.link?.key.host } == ["e.example", "e.example", "e.example"])
  #expect(mapped[2].link?.slug == "d")
}

@Test func `reads no rows below a header that names no links`() {
  let found = rows("a,b\n1,2\n3,4\n", .firebase)
  #expect(found.count == 1)
  #expect(
    found.first?.problems == [
      "the first line names no short link and destination: expected short_link, link, apn, …"
    ])
  #expect(
    rows("short_link,link,LINK\n", .firebase).first?.problems
      == ["the column 'LINK' appears twice: the first counts"])
}
