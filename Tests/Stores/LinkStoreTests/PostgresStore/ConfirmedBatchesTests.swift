import LinkStorage
import Links
import Testing

@testable import PostgresStore

struct ConfirmedBatchesTests {
  @Test func `beyond the bound, the oldest batches are forgotten alone`() {
    let confirmed = ConfirmedBatches(capacity: 2)
    let writer = CountWriter()
    for sequence in 1...4 {
      let click = ClickCount(
        key: LinkKey(host: "a.example", slug: "x"), hour: sequence, platform: "iphone",
        referrerHost: "", outcome: "redirect", isBot: false, count: 1)
      confirmed.note(CountBatch(writer: writer, sequence: sequence, clicks: [click]))
    }
    #expect(confirmed.missing(after: [:]).map(\.sequence) == [3, 4])
  }
}
