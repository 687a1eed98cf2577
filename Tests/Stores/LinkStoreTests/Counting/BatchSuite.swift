import Dispatch
import Links
import LinkStorage
import Synchronization
import Testing

private let key = LinkKey(host: "a.example", slug: "x")

/// Batches of counts, which may be sent repeatedly.
@Suite(.tidies) struct BatchSuite {
  private func batch(_ writer: CountWriter, _ sequence: Int, clicks: Int = 1) -> CountBatch {
    CountBatch(
      writer: writer, sequence: sequence, clicks: [clicked("x", clicks)],
      launches: [launch("deepLink")])
  }

  @Test(arguments: StoreEngine.allCases)
  func `counts a batch once however often it is sent, and through any store`(
    _ engine: StoreEngine
  ) throws {
    let (one, other) = try engine.stores()
    let writer = CountWriter()
    #expect(try one.count(batch(writer, 1)) == .counted)
    #expect(try one.count(batch(writer, 1)) == .repeated)
    #expect(try other.count(batch(writer, 1)) == .repeated)
    #expect(try other.count(batch(writer, 2, clicks: 10)) == .counted)
    #expect(try one.count(batch(writer, 1)) == .repeated)
    #expect(try one.count(batch(writer, 2, clicks: 10)) == .repeated)
    // A batch that never arrived leaves a gap, which does not affect the next one.
    #expect(try one.count(batch(writer, 4, clicks: 100)) == .counted)
    #expect(try one.clicks(of: key) == 111)
    #expect(try one.statistics(StatisticsQuery(by: .launch)).launches == 3)
  }

  @Test(arguments: StoreEngine.allCases)
  func `tells writers apart`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    #expect(CountWriter() != CountWriter() && CountWriter().name.utf8.count == 32)
    for _ in 0..<3 { #expect(try store.count(batch(CountWriter(), 1)) == .counted) }
    #expect(try store.clicks(of: key) == 3)
  }

  @Test(arguments: StoreEngine.allCases)
  func `counts a batch once that comes from eight threads at a time`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    let writer = CountWriter()
    let counted = Atomic(0)
    for sequence in 1...20 {
      let batch = batch(writer, sequence)
      DispatchQueue.concurrentPerform(iterations: 8) { number in
        let answer = try? (number % 2 == 0 ? one : other).count(batch)
        if answer == .counted { counted.add(1, ordering: .relaxed) }
      }
    }
    #expect(counted.load(ordering: .relaxed) == 20)
    #expect(try one.clicks(of: key) == 20)
  }

  @Test(arguments: StoreEngine.allCases)
  func `forgets writers that were not seen for long, and no others`(_ engine: StoreEngine) throws {
    // Another one, since the one that counted a batch remembers it by itself for a while.
    let (store, other) = try engine.stores()
    let (old, young) = (CountWriter(), CountWriter())
    _ = try store.count(batch(old, 5), at: time(0))
    _ = try store.count(batch(young, 5), at: time(0))
    // A repetition shows that the writer is active.
    _ = try store.count(batch(young, 5), at: time(9))
    #expect(try store.forget(.countWriters, before: time(9)) == 1)
    #expect(try other.count(batch(young, 5)) == .repeated)
    #expect(try other.count(batch(old, 5)) == .counted)
  }

  @Test(arguments: StoreEngine.allCases)
  func `adds up many links and kinds in whatever order they come`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    let writer = CountWriter()
    for sequence in 1...3 {
      let clicks = (0..<600).map { number in
        clicked(
          "s\(number % 50)", host: "h\(number % 3).example", hour: hour - number % 2,
          on: number % 4 == 0 ? "iphone" : "android", from: "r\(number % 5)",
          isBot: number % 7 == 0)
      }
      _ = try store.count(CountBatch(writer: writer, sequence: sequence, clicks: clicks.shuffled()))
    }
    let all = try store.statistics(StatisticsQuery(by: .hour))
    #expect(all.bots == 3 * 86 && all.clicks == 3 * 514)
    let one = LinkKey(host: "h0.example", slug: "s0")
    // Of every 150th number, those not divisible by seven.
    #expect(try store.clicks(of: one) == 3 * 3)
  }
}
