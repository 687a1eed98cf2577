import Testing
import WebSyntax

@testable import LinkImport
@testable import Links

/// The fast reader of good rows gives the same result as the general one, for any text in a field.
struct PlainRowTests {
  /// Texts that are valid in some field, and others that are valid in none.
  static let texts = [
    "", "x", "true", "TRUE", "1", "0", "yes", "42", "+42", "0042", "-1", "99999999999999999999",
    "301", "300", "merge", "https://e.example/p?q=1#f", "HTTPS://e.example/", "https://E.example/",
    "https://e.example", "https://e.example:8/", "https://u@e.example/",
    "https://e.example/\u{65E5}",
    "https://e.example/a b", "https://other.example/", "ftp://e.example/", "com.e.app", "1.2.3",
    "a,b", "a,a", "a,", "two\nlines", "tab\t", "bell\u{7}", "2021-05-04T12:34:56Z",
    "2021-05-04 12:34:56.789 UTC", "1620131696789", "99999-05-04", "a/b", ".hidden", "_keiro/x",
    "..", "{\"a\":\"b\"}", "spring", "null", "None", "no", String(repeating: "a", count: 256),
    String(repeating: "a", count: 1025),
  ]
  static let shortURLs = [
    "https://a.example/s/x", "a.example/s/x", "https://A.example/s/x", "https://a.example/x",
    "https://a.example/s/x?d=1", "https://a.example:443/s/x", "https://a.example/s/",
    "https://a.example",
    "https://a.example/s/spring", "https://a.example/s/a/b", "https://x.page.link/y",
    "http://a.example/s/x",
    "https://*.example/s/x", "https://-a.example/s/x", "//a.example/s/x", "a.example:443/s/x",
    "ftp://a.example/s/x", "http:/a.example/s/x", "httpsa.example/s/x", "a.example/s/x?d=1",
  ]

  private func compare(
    _ source: ImportSource, _ header: [String], _ fields: [String], otherHost: String? = nil
  ) throws {
    let site = SiteRules(
      hosts: [try #require(HostPattern("a.example"))], prefix: "/s/",
      destinationHosts: [try #require(HostPattern("e.example"))], isConfigured: { $0 == "spring" })
    let rows = try [true, false].map { takesShortcut in
      var reader = RowReader(
        source, hosts: ImportHosts(sites: SiteTable([site]), otherHost: otherHost),
        reader: ImportedLinkReader(takesPasswords: true), takesShortcut: takesShortcut)
      _ = try reader.rows(.names(line: 1, header))
      return try reader.rows(.values(CSVRecord(line: 2, fields: fields)))
    }
    #expect(rows[0] == rows[1], "\(fields)")
  }

  @Test func `reads Firebase's columns as the long way does`() throws {
    let names = LinkColumns.firebase.map(\.name) + ["Odd"]
    let good = names.map { name in
      switch name {
      case "short_link": "https://a.example/s/x"
      case "link": "https://e.example/"
      default: ""
      }
    }
    for index in names.indices {
      for text in index == 0 ? Self.shortURLs : Self.texts {
        var fields = good
        fields[index] = text
        try compare(.firebase, names, fields)
        try compare(.firebase, names, fields, otherHost: "a.example")
      }
    }
    try compare(.firebase, names, good + ["more"])
    try compare(.firebase, names, Array(good.prefix(2)))
  }

  @Test(arguments: ImportSource.all.filter { $0.shapes.contains(.table) && $0.isForeign })
  func `reads a service's columns as the long way does`(_ source: ImportSource) throws {
    let names = source.columns.map(\.name)
    let good = source.columns.map { column in
      switch column.path {
      case LinkColumns.shortURL: "https://a.example/s/x"
      case "url", "$fallback_url": "https://e.example/"
      case "slug" where !source.columns.contains { $0.path == LinkColumns.shortURL }: "x"
      default: ""
      }
    }
    for index in names.indices {
      for text in Self.texts {
        var fields = good
        fields[index] = text
        try compare(source, names, fields, otherHost: "a.example")
      }
    }
  }

  @Test func `reads keiro's columns as the long way does`() throws {
    let names = LinkColumns.own.map(\.name) + ["Odd", "Even"]
    let good = names.map { name in
      switch name {
      case "host": "a.example"
      case "slug": "x"
      case "url": "https://e.example/"
      case "Odd", "Even": name
      case "campaign.at", "campaign.utm_source": "c"
      default: ""
      }
    }
    for index in names.indices {
      for text in Self.texts + Self.shortURLs + ["A.example", "a.example.", "b.example"] {
        var fields = good
        fields[index] = text
        try compare(.keiroTable, names, fields)
      }
    }
  }
}
