import LinkStorage
import Links
import Testing

/// Links kept by the file of their owner, over every engine.
@Suite(.tidies) struct OwnerSuite {
  private func owned(_ slug: String, _ owner: String? = "web", url: String = "https://e.example/")
    -> ShortLink
  {
    sample(slug) { link in
      link.url = url
      link.owner = owner
    }
  }

  private func apply(
    _ links: [ShortLink], removing: [String] = [], to store: any LinkStore, at now: Timestamp
  ) throws -> [AppliedChange] {
    let keys = removing.map { LinkKey(host: "a.example", slug: $0) }
    let lease = HeldLease(name: "apply", owner: "tests", seconds: 600)
    #expect(try store.lease(lease.name, owner: lease.owner, seconds: lease.seconds))
    let changes = try waitForAnswer {
      store.apply(
        links, removing: keys, of: "web", homes: { _ in [] }, under: lease, by: .service, now: now,
        completion: $0)
    }
    return try #require(changes)
  }

  @Test(arguments: StoreEngine.allCases)
  func `changes and removes the links of the owner alone`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    try store.make(owned("hand", nil), at: time(0))
    try store.make(owned("other", "mail"), at: time(0))
    try store.make(owned("edited"), at: time(0))
    try store.make(owned("going"), at: time(0))
    let changes = try apply(
      ["hand", "other", "edited", "new"].map { owned($0, url: "https://e.example/file") },
      removing: ["hand", "other", "going", "none"], to: store, at: time(1))
    #expect(changes == [.kept, .kept, .updated, .created, .kept, .kept, .removed, .unchanged])
    let left = try store.links(LinkFilter(), after: nil, limit: 9).links.map(\.link)
    let urls = Dictionary(left.map { ($0.slug, $0.url) }) { first, _ in first }
    #expect(
      urls == [
        "hand": "https://e.example/", "other": "https://e.example/",
        "edited": "https://e.example/file", "new": "https://e.example/file",
      ])
    // An import does not touch links made by a file.
    let imported = try store.apply([owned("new", "web", url: "https://e.example/i")], at: time(2))
    #expect(imported == [.kept])
  }

  @Test(arguments: StoreEngine.allCases)
  func `writes nothing under a lease that another has taken`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    let lease = HeldLease(name: "apply", owner: "one", seconds: 600)
    func apply() throws -> [AppliedChange]? {
      try waitForAnswer {
        one.apply(
          [owned("a")], removing: [], of: "web", homes: { _ in [] }, under: lease, by: .service,
          now: time(1), completion: $0)
      }
    }
    // It has ended, and was taken and given back since.
    #expect(try one.lease("apply", owner: "one", seconds: -1))
    #expect(try other.lease("apply", owner: "two", seconds: 600))
    #expect(try apply() == nil)
    try other.endLease("apply", owner: "two")
    #expect(try apply() == nil)
    #expect(try one.count(LinkFilter()) == 0)
    #expect(try one.lease("apply", owner: "one", seconds: 600))
    #expect(try apply() == [.created])
  }

  @Test(arguments: StoreEngine.allCases)
  func `tells one entry for each host, and one for each link that is gone`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    try store.make(owned("a"), at: time(0))
    try store.make(owned("b"), at: time(0))
    _ = try apply(
      [owned("a", url: "https://e.example/2")] + (0..<150).map { owned("n\($0)") },
      removing: ["b"], to: store, at: time(1))
    var query = AuditQuery()
    query.since = time(1)
    let entries = try store.audit(query).entries.map(\.entry)
    #expect(entries.map(\.action) == [.linkDeleted, .linksApplied])
    #expect(entries.map(\.slug) == ["b", nil])
    #expect(entries[1].created == 150 && entries[1].updated == 1)
  }

  @Test(arguments: StoreEngine.allCases)
  func `lists the links of a campaign, spelt alike`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    let named = [("a", "spring"), ("b", "Spring"), ("c", nil), ("d", "spring"), ("e", "sprin")]
    for (slug, campaign) in named {
      var link = owned(slug, "web")
      if let campaign { link.campaign["utm_campaign"] = campaign }
      try store.make(link, at: time(0))
      #expect(LinkFilter(campaign: "spring").takes(link) == (campaign == "spring"))
    }
    let filter = LinkFilter(campaign: "spring")
    #expect(try store.slugs(filter) == ["d", "a"])
    #expect(try store.count(filter, upTo: 9) == 2)
  }

  @Test(arguments: StoreEngine.allCases)
  func `names each campaign by its newest link within the reach`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    #expect(try store.newestLinkOfEachCampaign(within: .everywhere, limit: 9).isEmpty)
    let named = [
      ("a", "spring", "go.example"), ("b", "Spring", "go.example"), ("c", nil, "go.example"),
      ("d", "spring", "far.example"), ("e", "sprin", "far.example"), ("f", "", "go.example"),
      ("g", "夏", "go.example"), ("h", "夏", "go.example"),
    ]
    for (number, (slug, campaign, host)) in named.enumerated() {
      let link = sample(slug, host: host) { $0.campaign["utm_campaign"] = campaign }
      try store.make(link, at: time(number))
    }
    func slugs(_ reach: HostReach = .everywhere, limit: Int = 9) throws -> Set<String> {
      Set(
        try store.newestLinkOfEachCampaign(within: reach, limit: limit).map(\.link.slug)
          .filter { $0 != "f" })
    }
    #expect(try slugs() == ["b", "d", "e", "h"])
    #expect(try slugs(HostReach(stored: "go.example")) == ["a", "b", "h"])
    #expect(try slugs(HostReach(stored: "*.example")) == ["b", "d", "e", "h"])
    #expect(try slugs(HostReach(stored: "other.example")).isEmpty)
    #expect(try store.newestLinkOfEachCampaign(within: .everywhere, limit: 2).count == 2)
  }

  @Test(arguments: StoreEngine.allCases)
  func `lists the links of an owner`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    for (slug, owner) in [("a", "web"), ("b", "mail"), ("c", nil), ("d", "web")] {
      try store.make(owned(slug, owner), at: time(0))
    }
    func slugs(_ owner: String) throws -> [String] {
      try store.slugs(LinkFilter(owner: owner))
    }
    #expect(try slugs("web") == ["d", "a"] && slugs("mail") == ["b"] && slugs("we") == [])
    let page = try store.links(LinkFilter(owner: "web", order: .clicks), after: nil, limit: 1)
    #expect(page.links.map(\.link.slug) == ["d"] && page.next != nil)
  }
}
