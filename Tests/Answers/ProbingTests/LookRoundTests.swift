import LinkStorage
import Links
import Probing
import Testing

/// The pace of checks, by host and by second.
struct LookRoundTests {
  private func time(_ seconds: Int) -> Timestamp { Timestamp(secondsSinceEpoch: seconds) }

  private func round(
    perHost: Int = 1, perSecond: Int = 100, _ hosts: [String]
  ) -> LookRound {
    var pace = LookPace()
    (pace.perHost, pace.perSecond) = (perHost, perSecond)
    var round = LookRound(pace)
    for (id, host) in hosts.enumerated() { add(id, host, to: &round) }
    return round
  }

  private func add(_ id: Int, _ host: String, to round: inout LookRound) {
    let link = ShortLink(host: "l.test", slug: "s\(id)", url: "https://\(host)/\(id)")
    round.add(StoredLink(id: id, revision: 1, link: link), HealthEntry(), at: time(0))
  }

  private let ok = DestinationWalk.Answer.answered(status: 200, location: nil)

  /// The end of a host's rest, reported by the check of another of its destinations; nil for no
  /// rest.
  private func rest(_ round: inout LookRound, id: Int, at now: Int) -> Int? {
    add(id, "a.test", to: &round)
    _ = round.begin(at: time(now))
    guard case .putOff(let until) = round.takeEnded().first?.outcome else { return nil }
    return until.secondsSinceEpoch - now
  }

  @Test func `asks no more questions a second than it may`() {
    var round = round(perSecond: 2, (0..<5).map { "h\($0).test" })
    #expect(round.begin(at: time(0)).map(\.id) == [0, 1])
    #expect(round.begin(at: time(1)).map(\.id) == [2, 3])
    #expect(round.begin(at: time(2)).map(\.id) == [4])
    #expect(round.begin(at: time(3)) == [])
  }

  @Test(arguments: [1, 2])
  func `asks no more questions of a host at once than it may`(_ perHost: Int) {
    var round = round(perHost: perHost, ["a.test", "A.test", "b.test", "a.test"])
    let first = round.begin(at: time(0)).map(\.id)
    #expect(first == (perHost == 1 ? [0, 2] : [0, 1, 2]))
    #expect(round.begin(at: time(1)) == [])
    #expect(round.take(ok, of: 0, at: time(1)) == nil)
    #expect(round.begin(at: time(1)).map(\.id) == [perHost == 1 ? 1 : 3])
    #expect(round.takeEnded().map(\.link.id) == [0])
  }

  @Test func `takes an answer once`() {
    var round = round(["a.test", "a.test"])
    #expect(round.begin(at: time(0)).map(\.id) == [0])
    _ = round.take(ok, of: 0, at: time(0))
    _ = round.take(ok, of: 0, at: time(0))
    _ = round.take(ok, of: 1, at: time(0))
    #expect(round.takeEnded().map(\.link.id) == [0])
    #expect(round.begin(at: time(1)).map(\.id) == [1])
  }

  @Test(arguments: [
    DestinationWalk.Answer.silence, .answered(status: 503, location: nil),
    .answered(status: 429, location: nil),
  ])
  func `lets a host in trouble rest, and puts off its other destinations`(
    _ answer: DestinationWalk.Answer
  ) {
    var round = round(["a.test", "a.test", "b.test"])
    #expect(round.begin(at: time(0)).map(\.id) == [0, 2])
    _ = round.take(answer, of: 0, at: time(10))
    #expect(round.begin(at: time(11)) == [])
    let ended = round.takeEnded()
    #expect(ended.map(\.link.id) == [0, 1])
    #expect(ended.last?.outcome == .putOff(until: time(70)))
    #expect(rest(&round, id: 7, at: 69) == 1)
    #expect(rest(&round, id: 8, at: 70) == nil)
  }

  /// A silent server is asked by HEAD alone, and one that closes both times by GET, too.
  @Test(arguments: [(DestinationWalk.Answer.silence, ["HEAD"]), (.closed, ["HEAD", "GET"])])
  func `rests twice as long after each further trouble, and an hour at most`(
    _ answer: DestinationWalk.Answer, _ methods: [String]
  ) {
    var round = round([])
    var (now, rests) = (0, [Int]())
    for id in 0..<9 {
      add(id, "a.test", to: &round)
      for method in methods {
        #expect(round.begin(at: time(now)).map(\.question.method) == [method])
        _ = round.take(answer, of: id, at: time(now))
      }
      _ = round.takeEnded()
      let wait = rest(&round, id: 100 + id, at: now) ?? 0
      rests.append(wait)
      now += wait
    }
    #expect(rests == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
  }

  @Test(arguments: [(nil, 60), (5, 60), (600, 600), (999_999, 3600)])
  func `rests as long as a server asks, within bounds`(_ wait: Int?, _ wanted: Int) {
    var round = round(["a.test"])
    _ = round.begin(at: time(0))
    _ = round.take(.answered(status: 503, location: nil), wait: wait, of: 0, at: time(0))
    _ = round.takeEnded()
    #expect(rest(&round, id: 1, at: 0) == wanted)
  }

  @Test func `follows a redirect to another host under that host's bounds`() {
    var round = round(["a.test", "b.test"])
    #expect(round.begin(at: time(0)).map(\.id) == [0, 1])
    _ = round.take(
      .answered(status: 302, location: "https://b.test/y"), of: 0, at: time(0))
    #expect(round.begin(at: time(1)) == [])
    _ = round.take(ok, of: 1, at: time(1))
    #expect(round.begin(at: time(2)).map(\.question.url) == ["https://b.test/y"])
  }

  @Test func `asks for the name that has no address`() {
    var round = round(["a.test"])
    _ = round.begin(at: time(0))
    #expect(round.take(.nameless, of: 0, at: time(0)) == "a.test")
    #expect(round.takeEnded().isEmpty && round.has(0))
    round.take(nameIsKnown: false, of: 0)
    #expect(round.takeEnded().map(\.outcome) == [.seen(DestinationLook(.noSuchName))])
    #expect(!round.has(0))
  }

  @Test func `has room for half a minute of questions`() {
    var round = round(perSecond: 2, ["a.test", "b.test"])
    #expect(round.room == 58)
    for id in 2..<90 { add(id, "h\(id).test", to: &round) }
    #expect(round.room == 0)
  }

  @Test func `keeps no more than a quarter of the slots for one host`() {
    var round = round(perSecond: 2, (0..<20).map { _ in "a.test" })
    #expect(round.count == 15)
    #expect(
      round.takeEnded().map(\.outcome) == Array(repeating: .putOff(until: time(600)), count: 5))
    _ = round.begin(at: time(0))
    _ = round.take(ok, of: 0, at: time(0))
    add(20, "a.test", to: &round)
    #expect(round.count == 15 && round.has(0) && round.has(20))
  }

  @Test func `goes on within a second as soon as there is an answer`() {
    var round = round(perSecond: 2, (0..<3).map { _ in "a.test" })
    #expect(round.begin(at: time(5)).map(\.id) == [0])
    _ = round.take(ok, of: 0, at: time(5))
    #expect(round.begin(at: time(5)).map(\.id) == [1])
    _ = round.take(ok, of: 1, at: time(5))
    #expect(round.begin(at: time(5)).map(\.id) == [])
    #expect(round.begin(at: time(6)).map(\.id) == [2])
  }
}
