import Testing

@testable import ServiceSupport

/// The threads on which a store answers writes belong to the store: over a slow connection, a
/// change that continued there would delay those of other nodes.
@Suite struct AnswerThreadTests {
  private let store: BrokenStore
  private let service: ServiceFixture

  init() throws {
    store = try BrokenStore()
    service = try ServiceFixture(store: store)
    store.answersElsewhere = true
  }

  @Test(arguments: [
    ("POST", "/v1/links", #"{"host": "a.example", "slug": "x", "url": "https://a.example/"}"#),
    (
      "POST", "/v1/links",
      #"{"host": "a.example", "slug": "x", "url": "https://a.example/", "findExisting": true}"#
    ),
    (
      "POST", "/v1/links:batch",
      #"{"host": "a.example", "slug": "x", "url": "https://a.example/", "findExisting": true}"#
    ),
    (
      "POST", "/v1/shortLinks",
      #"{"longDynamicLink": "https://a.example/?link=https://a.example/", "#
        + #""suffix": {"option": "CUSTOM", "customSuffix": "x"}}"#
    ),
    ("PATCH", "/v1/links/a.example/x", #"{"name": "n"}"#), ("DELETE", "/v1/links/a.example/x", ""),
  ])
  func `no change reads the store where the store answers`(
    _ method: String, _ target: String, _ body: String
  ) throws {
    try service.add(#""slug": "x", "url": "https://a.example/""#)
    for _ in 0..<2 { _ = try service.call(method, target, body) }
    #expect(store.readsElsewhere == 0)
  }
}
