import LinkStorage
import SQLStorage
import Testing

@Suite struct WriteBacklogTests {
  @Test func `takes writes in order and in groups, and begins a worker when none is left`() {
    let backlog = WriteBacklog<Int>()
    var begun = 0
    func add(_ writes: Range<Int>) {
      for write in writes { #expect(backlog.add(write) { begun += 1 } == nil) }
    }
    add(0..<10)
    #expect(begun == 1)
    #expect(backlog.take(upTo: 4) == [0, 1, 2, 3])
    // One that joins no others is taken alone.
    #expect(backlog.take(upTo: 4) { $0 % 2 == 0 } == [4])
    #expect(backlog.take(upTo: 4) { $0 % 2 == 0 } == [5])
    add(10..<12)
    #expect(backlog.take(upTo: 100) == Array(6..<12))
    #expect(begun == 1 && backlog.take() == [])
    add(12..<13)
    #expect(begun == 2 && backlog.take() == [12])
  }

  @Test func `refuses what is too much, and everything once it is closed`() {
    let backlog = WriteBacklog<Int>(width: 2)
    var begun = 0
    func refusal() -> LinkStoreError.Kind? { backlog.add(7) { begun += 1 }?.kind }
    for _ in 0..<20_000 { #expect(refusal() == nil) }
    #expect(refusal() == .overloaded && begun == 2)
    // What was taken leaves room at once.
    #expect(backlog.take(upTo: 3).count == 3)
    #expect([refusal(), refusal(), refusal(), refusal()] == [nil, nil, nil, .overloaded])
    backlog.close()
    #expect(backlog.take(upTo: 100_000).count == 20_000)
    #expect(backlog.add(7) { begun += 1 } == .closed && begun == 2)
  }
}
