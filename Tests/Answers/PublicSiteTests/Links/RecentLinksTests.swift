import Dispatch
import LinkStorage
import Links
import Synchronization
import Testing

@testable import PublicSite
@testable import Service
@testable import SiteModel

/// Records in a ring that is shared by all workers.
@Suite struct RecentLinksTests {
  private let changes = LinkChanges()

  private static func record(_ slug: String, _ url: String) -> [UInt8] {
    let link = ShortLink(host: "a.example", slug: slug, url: url)
    return PackedLink.record(of: link, site: 0, ready: ReadyRedirect(link, site: LinkSite()))
  }

  private func insert(
    _ slug: String, _ url: String = "https://e.example/", host: Int = 0, in links: RecentLinks,
    passed position: Int? = nil
  ) {
    links.insert(
      Self.record(slug, url), slug: Array(slug.utf8).span, host: host, unless: changes,
      passed: position ?? changes.position)
  }

  /// The remembered destination.
  private static func url(
    _ slug: String, host: Int = 0, in links: RecentLinks, _ copy: RecordCopy = RecordCopy()
  ) -> String? {
    guard links.find(host: host, slug: Array(slug.utf8).span, into: copy) else { return nil }
    return copy.withBytes { bytes in
      PackedLink(bytes, at: 0)?.link(bytes, host: "a.example")?.url
    }
  }

  @Test func `finds what it was given, by host and slug`() {
    let links = RecentLinks(bytes: 1 << 16)
    insert("one", "https://e.example/1", in: links)
    insert("one", "https://e.example/2", host: 1, in: links)
    insert("two", "https://e.example/3", in: links)
    #expect(Self.url("one", in: links) == "https://e.example/1")
    #expect(Self.url("one", host: 1, in: links) == "https://e.example/2")
    #expect(Self.url("two", in: links) == "https://e.example/3")
    #expect(Self.url("two", host: 1, in: links) == nil)
    #expect(Self.url("on", in: links) == nil && Self.url("", in: links) == nil)
  }

  @Test func `a link that is remembered again replaces itself`() {
    let links = RecentLinks(bytes: 1 << 16)
    for number in 0..<5 { insert("one", "https://e.example/\(number)", in: links) }
    #expect(Self.url("one", in: links) == "https://e.example/4")
  }

  @Test func `forgets old links for new ones, and answers with no other link`() {
    let links = RecentLinks(bytes: 1 << 13)
    var found = 0
    for number in 0..<5000 {
      insert("s\(number)", "https://e.example/\(number)", in: links)
      #expect(Self.url("s\(number)", in: links) == "https://e.example/\(number)")
    }
    for number in 0..<5000 {
      guard let url = Self.url("s\(number)", in: links) else { continue }
      #expect(url == "https://e.example/\(number)")
      found += 1
    }
    #expect((20..<200).contains(found))
  }

  @Test func `keeps a link that is visited while others pass`() {
    let links = RecentLinks(bytes: 1 << 14)
    let copy = RecordCopy()
    insert("kept", "https://e.example/kept", in: links)
    for number in 0..<3000 {
      insert("s\(number)", in: links)
      let slug = Array("kept".utf8)
      let isFound = links.find(host: 0, slug: slug.span, into: copy)
      #expect(isFound)
      links.renew(
        copy, slug: slug.span, host: 0, unless: changes, passed: changes.position)
    }
  }

  @Test func `lets go of what has changed`() {
    let links = RecentLinks(bytes: 1 << 16)
    for slug in ["one", "two"] { insert(slug, in: links) }
    changes.note(.keys([LinkKey(host: "a.example", slug: "one")]))
    links.takeIn(changes) { $0 == "a.example" ? 0 : nil }
    #expect(Self.url("one", in: links) == nil && Self.url("two", in: links) != nil)
    changes.note(.everything)
    links.takeIn(changes) { _ in nil }
    #expect(Self.url("two", in: links) == nil)
    insert("two", in: links)
    #expect(Self.url("two", in: links) != nil)
  }

  @Test func `does not remember what was read before a change`() {
    let links = RecentLinks(bytes: 1 << 16)
    let position = changes.position
    changes.note(.keys([LinkKey(host: "a.example", slug: "one")]))
    links.takeIn(changes) { _ in 0 }
    insert("one", in: links, passed: position)
    #expect(Self.url("one", in: links) == nil)
  }

  @Test(arguments: [0, 1000, 1008, 1024, 8000])
  func `takes records as long as the copies of workers`(_ count: Int) {
    let links = RecentLinks(bytes: 1 << 17)
    let url = "https://e.example/" + String(repeating: "a", count: count)
    insert("long", url, in: links)
    #expect(Self.url("long", in: links) == (count <= 1024 ? url : nil))
  }

  @Test func `is never seen half written`() {
    let links = RecentLinks(bytes: 1 << 13)
    let isOver = Atomic<Bool>(false)
    let wrong = Atomic<Int>(0)
    let found = Atomic<Int>(0)
    let group = DispatchGroup()
    for number in 1...3 {
      // A serial queue gets a thread at once, even on a busy machine.
      DispatchQueue(label: "reader \(number)").async(group: group) {
        let copy = RecordCopy()
        while !isOver.load(ordering: .relaxed) {
          for number in 0..<50 {
            guard let url = Self.url("s\(number)", in: links, copy) else { continue }
            found.add(1, ordering: .relaxed)
            let repeated = String(repeating: "\(number)-", count: 20 + number)
            if url != "https://e.example/" + repeated { wrong.add(1, ordering: .relaxed) }
          }
        }
      }
    }
    var round = 0
    while round < 10_000 || (found.load(ordering: .relaxed) < 1000 && round < 20_000_000) {
      let number = round % 50
      insert(
        "s\(number)", "https://e.example/" + String(repeating: "\(number)-", count: 20 + number),
        in: links)
      round += 1
    }
    isOver.store(true, ordering: .relaxed)
    group.wait()
    #expect(wrong.load(ordering: .relaxed) == 0 && found.load(ordering: .relaxed) >= 1000)
  }
}
