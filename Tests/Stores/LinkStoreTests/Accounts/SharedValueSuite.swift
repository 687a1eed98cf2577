import LinkStorage
import Testing

/// What processes on the same data share, over every engine.
@Suite(.tidies) struct SharedValueSuite {
  @Test(arguments: StoreEngine.allCases)
  func `shares values by their names`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    #expect(try one.sharedValue("a") == nil)
    try one.keepShared("a", [0, 1, 255])
    #expect(try other.sharedValue("a") == [0, 1, 255])
    try other.keepShared("a", [2])
    try other.keepShared("a b", [])
    #expect(try one.sharedValue("a") == [2])
    #expect(try one.sharedValue("a b") == [])
    #expect(try one.sharedValue("b") == nil)
  }

  @Test(arguments: StoreEngine.allCases)
  func `lends a task to one owner at a time`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    #expect(try one.lease("a task", owner: "one", seconds: 600))
    #expect(try one.lease("a task", owner: "one", seconds: 600))
    #expect(try !other.lease("a task", owner: "two", seconds: 600))
    #expect(try other.lease("another", owner: "two", seconds: 600))
    // Only the owner gives a lease back.
    try other.endLease("a task", owner: "two")
    #expect(try !other.lease("a task", owner: "two", seconds: 600))
    try one.endLease("a task", owner: "one")
    #expect(try other.lease("a task", owner: "two", seconds: 600))
  }

  @Test(arguments: StoreEngine.allCases)
  func `a lease that has ended is anybody's`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    #expect(try one.lease("a", owner: "one", seconds: -1))
    #expect(try other.lease("a", owner: "two", seconds: 600))
    #expect(try !one.lease("a", owner: "one", seconds: 600))
  }
}
