import JSONSyntax
import LinkStorage
import Links
import Testing

/// The results of successive checks of a destination.
struct LinkHealthTests {
  private static let day = 86_400

  private func time(_ seconds: Int) -> Timestamp { Timestamp(secondsSinceEpoch: seconds) }

  private func healths(
    _ looks: [(Int, DestinationLook)], opensApp: (Int) -> Bool = { _ in false }
  ) -> [LinkHealth] {
    var before: LinkHealth?
    return looks.map { seconds, look in
      let after = LinkHealth(after: before, look, opensApp: opensApp(seconds), at: time(seconds))
      before = after
      return after
    }
  }

  private func states(_ looks: [(Int, DestinationLook.End)]) -> [HealthState] {
    healths(looks.map { ($0, DestinationLook($1)) }).map(\.state)
  }

  @Test(arguments: [
    (DestinationLook(.answered(200)), HealthState.ok),
    (DestinationLook(.answered(200), location: "https://e.example/"), .ok),
    (DestinationLook(.answered(200), hasMoved: true), .moved),
    (DestinationLook(.beyondWeb), .ok), (DestinationLook(.circle), .looping),
    (DestinationLook(.answered(404)), .unknown), (DestinationLook(.answered(410)), .unknown),
    (DestinationLook(.noSuchName), .unknown), (DestinationLook(.silence), .unknown),
    (DestinationLook(.answered(403)), .unknown), (DestinationLook(.answered(500)), .unknown),
    (DestinationLook(.answered(404), hasMoved: true), .unknown),
  ])
  func `says of a first look only what is certain`(
    _ look: DestinationLook, _ state: HealthState
  ) {
    #expect(healths([(0, look)]).map(\.state) == [state])
  }

  @Test func `calls a destination dead after two failures a day apart`() {
    #expect(
      states([(0, .answered(404)), (Self.day - 1, .answered(404)), (Self.day, .noSuchName)])
        == [.unknown, .unknown, .dead])
  }

  @Test func `counts failures from now on where a clock ahead has dated the first`() {
    let looks: [DestinationLook.End] = [.answered(404), .answered(404), .answered(404)]
    let times = [1000 * Self.day, 0, Self.day]
    #expect(states(Array(zip(times, looks))) == [.unknown, .unknown, .dead])
  }

  @Test(arguments: [DestinationLook.End.answered(200), .silence, .answered(503), .circle])
  func `begins anew when another answer comes between two failures`(
    _ between: DestinationLook.End
  ) {
    let found = states([
      (0, .answered(410)), (Self.day - 1, between), (Self.day, .answered(410)),
      (2 * Self.day, .answered(410)),
    ])
    #expect(found[2...] == [.unknown, .dead])
  }

  @Test func `says that a destination has moved when it no longer opens its app`() {
    let look = DestinationLook(.answered(200))
    let found = healths([(0, look), (1, look), (2, look), (3, look)]) { $0 == 1 || $0 == 3 }
    #expect(found.map(\.state) == [.ok, .ok, .moved, .ok])
    #expect(found.map(\.opensApp) == [false, true, true, true])
    let missing = DestinationLook(.answered(404), status: 404)
    let gone = healths([(0, look), (Self.day, missing), (3 * Self.day, missing)]) { $0 == 0 }
    #expect(gone.map(\.state) == [.ok, .moved, .moved])
  }

  @Test(
    arguments: [
      (DestinationLook.End.answered(200), 200, 700_000), (.circle, 302, 700_000),
      (.answered(404), 404, day), (.noSuchName, nil, day), (.answered(403), 403, 700_000),
      (.answered(500), 500, day), (.silence, nil, day),
    ] as [(DestinationLook.End, Int?, Int)])
  func `looks again tomorrow where nothing is certain yet`(
    _ end: DestinationLook.End, _ status: Int?, _ wait: Int
  ) {
    let health = healths([(5, DestinationLook(end, status: status))])
    #expect(health.map { $0.nextLook(every: 700_000) } == [time(5 + wait)])
  }

  @Test func `tells webhooks of each state once, and of none that is uncertain`() {
    var entry = HealthEntry()
    let states: [HealthState] = [
      .unknown, .ok, .dead, .dead, .unknown, .dead, .moved, .unknown, .ok, .ok,
    ]
    let events = states.map { state in
      let news = entry.news(of: LinkHealth(state, status: nil, location: nil, time: time(0)))
      entry.told = news.told
      return news.event
    }
    #expect(
      events == [
        nil, nil, .linkUnhealthy, nil, nil, nil, .linkUnhealthy, nil, .linkHealthy, nil,
      ])
  }
}
