import Deliveries
import Testing

@Suite struct RetryScheduleTests {
  @Test func `tries ten times in three and a half days`() {
    let delays = (1...10).map { RetrySchedule.delay(after: $0, jitter: 0, wish: nil) }
    #expect(
      delays == [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, nil])
    #expect(RetrySchedule.delay(after: 0, jitter: 0, wish: nil) == nil)
  }

  @Test func `adds at most a tenth`() {
    #expect(RetrySchedule.delay(after: 2, jitter: 1, wish: nil) == 330)
    #expect(RetrySchedule.delay(after: 2, jitter: 7, wish: nil) == 330)
  }

  @Test func `waits as long as the receiver asks for, within a day`() {
    #expect(RetrySchedule.delay(after: 1, jitter: 0, wish: 120) == 120)
    #expect(RetrySchedule.delay(after: 2, jitter: 0, wish: 120) == 300)
    #expect(RetrySchedule.delay(after: 1, jitter: 0, wish: .max) == 86_400)
  }
}
