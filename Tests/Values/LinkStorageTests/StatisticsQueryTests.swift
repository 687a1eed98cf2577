import LinkStorage
import Links
import Testing

struct StatisticsQueryTests {
  @Test func `counts whole hours, the one that has begun among them`() throws {
    let query = StatisticsQuery(
      host: nil, slug: nil, since: Timestamp(secondsSinceEpoch: 3600 * 10 + 5),
      until: Timestamp(secondsSinceEpoch: 3600 * 12 + 5), by: .day)
    #expect(query.sinceHour == 10 && query.untilHour == 13)
  }
}
