import Links
import Testing

private let plain = ShortLink(host: "a.example", slug: "x", url: "https://e.example/")

/// Changes that make a link differ from a plain one, and those that revert them.
private let changes:
  [(
    name: String, set: @Sendable (inout ShortLink) -> Void,
    reset: @Sendable (inout ShortLink) -> Void
  )] = [
    ("name", { $0.name = "n" }, { $0.name = nil }),
    ("tags", { $0.tags = ["t"] }, { $0.tags = [] }),
    ("apple", { $0.apple.fallback = "https://e.example/f" }, { $0.apple.fallback = nil }),
    ("android", { $0.android.minimumVersionCode = 7 }, { $0.android.minimumVersionCode = nil }),
    ("desktop", { $0.desktop.fallback = "https://e.example/d" }, { $0.desktop.fallback = nil }),
    ("social", { $0.social.title = "t" }, { $0.social.title = nil }),
    ("campaign", { $0.campaign.items = [("at", "1")] }, { $0.campaign.items = [] }),
    ("notBefore", { $0.notBefore = Timestamp(secondsSinceEpoch: 0) }, { $0.notBefore = nil }),
    ("expires", { $0.expires = Timestamp(secondsSinceEpoch: 0) }, { $0.expires = nil }),
    ("expiredURL", { $0.expiredURL = "https://e.example/e" }, { $0.expiredURL = nil }),
    ("maxClicks", { $0.maxClicks = 1 }, { $0.maxClicks = nil }),
    ("password", { $0.password = PasswordHash("h") }, { $0.password = nil }),
    ("extra", { $0.extra = [.init(name: "a", value: "b")] }, { $0.extra = [] }),
  ]

@Test(arguments: changes.indices)
func `a rare field makes another link, and the same again without it`(_ index: Int) {
  var link = plain
  changes[index].set(&link)
  #expect(link != plain, "\(changes[index].name)")
  #expect(link.rare != ShortLink.Rare())
  changes[index].reset(&link)
  #expect(link == plain, "\(changes[index].name)")
}

@Test func `a copy of a link changes alone`() {
  var first = plain
  first.name = "first"
  var second = first
  second.name = "second"
  second.apple.bundleID = "com.e.app"
  #expect(first.name == "first" && first.apple == plain.apple)
  #expect(second.name == "second" && second.apple.bundleID == "com.e.app")
}

/// A hundred thousand of them are in memory at once.
@Test func `a plain link is small`() {
  #expect(MemoryLayout<ShortLink>.size <= 96)
}
