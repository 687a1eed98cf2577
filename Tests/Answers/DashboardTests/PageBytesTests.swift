import HTTPCore
import Links
import Testing

@testable import Dashboard

@Suite struct PageBytesTests {
  @Test(arguments: [
    "", "links", "links/a.example/long-0?edit", "links/new", "audit", "help", "design",
  ])
  func `a page and its files are less than 100 kilobytes as they are sent`(_ path: String) throws {
    let pages = try Pages()
    for number in 0..<60 {
      var link = ShortLink(
        host: "a.example", slug: "long-\(number)",
        url: "https://b.example/" + String(repeating: "path/", count: 60) + String(number))
      link.name = String(repeating: "名前", count: 40)
      link.tags = (0..<5).map { "tag-\(number)-\($0)" }
      try pages.add(link)
    }
    let html = try pages.text(path)
    let files = html.matches(of: #/"\/dashboard\/((?:style|script|icon)\.[^"]+)"/#).map {
      String($0.1)
    }
    #expect(Set(files).count == 3)
    let bytes = try ([path] + Set(files)).map { path in
      let answer = try pages.fixture.ask(
        "/dashboard/" + path, fields: pages.cookie + "Accept-Encoding: gzip\r\n")
      #expect(answer.status == .ok)
      #expect(path.hasPrefix("icon") || answer.fields["Content-Encoding"] == "gzip")
      return answer.body.count
    }
    #expect(bytes.reduce(0, +) < 100_000, "\(bytes)")
  }
}
