import Testing

@testable import Deliveries

@Suite struct PushFlowTests {
  private func flow(_ count: Int) -> PushFlow {
    var flow = PushFlow()
    for number in 0..<count { flow.add(number) }
    return flow
  }

  @Test func `sends one push alone, and the others when it was good`() {
    var flow = flow(1000)
    #expect(flow.next(at: 0) == [0])
    #expect(flow.next(at: 0) == [])
    flow.answered(isGood: true, at: 1)
    #expect(flow.next(at: 1) == Array(1...PushFlow.streams))
    #expect(flow.next(at: 1) == [])
    flow.answered(isGood: true, at: 2)
    #expect(flow.next(at: 2) == [PushFlow.streams + 1])
  }

  @Test func `goes on one by one until a request was good`() {
    var flow = flow(3)
    _ = flow.next(at: 0)
    flow.answered(isGood: false, at: 1)
    #expect(flow.next(at: 1) == [1])
  }

  @Test func `begins with one again when the connection was lost`() {
    var flow = flow(10)
    _ = flow.next(at: 0)
    flow.answered(isGood: true, at: 0)
    let sent = flow.next(at: 0)
    #expect(sent.count == 9)
    for number in sent {
      flow.lost()
      flow.add(number)
      // Nothing new is sent while others are in progress on a connection that may be new.
      #expect(flow.next(at: 1).count == (number == sent.last ? 1 : 0))
    }
    flow.answered(isGood: true, at: 2)
    #expect(flow.next(at: 2).count == 8)
  }

  /// GOAWAY: some pushes are refused, and others of the same connection still get their answers.
  @Test func `late answers of a connection that is lost say nothing of the next one`() {
    var flow = flow(10)
    _ = flow.next(at: 0)
    #expect(!flow.hasProgress)
    flow.answered(isGood: true, at: 0)
    #expect(flow.hasProgress && flow.next(at: 0).count == 9)
    for number in 1...5 {
      flow.lost()
      flow.add(number)
    }
    for _ in 6...9 {
      #expect(flow.next(at: 1) == [])
      flow.answered(isGood: true, at: 1)
    }
    #expect(flow.hasProgress && flow.next(at: 1) == [1])
    #expect(!flow.hasProgress)
    flow.answered(isGood: true, at: 2)
    #expect(flow.next(at: 2) == [2, 3, 4, 5])
  }

  @Test func `takes a connection that was idle for long for lost`() {
    var flow = flow(1)
    _ = flow.next(at: 0)
    flow.answered(isGood: true, at: 0)
    for number in 0..<5 { flow.add(number) }
    #expect(flow.next(at: 3600).count == 1)
  }

  @Test func `keeps the order over many pushes`() {
    var flow = flow(5000)
    var sent = flow.next(at: 0)
    while !flow.isIdle {
      flow.answered(isGood: true, at: 0)
      sent += flow.next(at: 0)
    }
    #expect(sent == Array(0..<5000))
  }
}
