import Testing

@testable import HTTPServer

@Suite struct AcceptPaceTests {
  @Test func `accepts one connection at an event until two events in succession leave some over`() {
    var pace = AcceptPace()
    #expect(pace.allowance == 1)
    pace.didAccept(1, isFull: true, round: 1)
    pace.didAccept(1, isFull: true, round: 5)
    #expect(pace.allowance == 1)
    var allowances: [Int] = []
    for round in UInt64(6)..<14 {
      pace.didAccept(pace.allowance, isFull: true, round: round)
      allowances.append(pace.allowance)
    }
    #expect(allowances == [2, 4, 8, 16, 32, 64, 64, 64])
  }

  @Test func `accepts as many as the last event had, once none was left`() {
    var pace = AcceptPace()
    for round in UInt64(1)..<6 { pace.didAccept(pace.allowance, isFull: true, round: round) }
    #expect(pace.allowance == 16)
    pace.didAccept(5, isFull: false, round: 6)
    #expect(pace.allowance == 5)
    pace.didAccept(0, isFull: false, round: 7)
    #expect(pace.allowance == 1)
  }

  @Test func `reads new connections at once until most of them have brought nothing along`() {
    var pace = AcceptPace()
    var reads = 0
    for _ in 0..<164 where pace.readsAtOnce() {
      reads += 1
      pace.didRead(foundBytes: false)
    }
    // Four until the pace is known, then one of sixteen.
    #expect(reads == 4 + 10)
  }

  @Test func `reads at once again when requests come along with connections`() {
    var pace = AcceptPace()
    for _ in 0..<40 where pace.readsAtOnce() { pace.didRead(foundBytes: false) }
    var tries = 0
    while !pace.readsAtOnce() { tries += 1 }
    #expect(tries < 16)
    pace.didRead(foundBytes: true)
    #expect(pace.readsAtOnce() && pace.readsAtOnce())
  }
}
