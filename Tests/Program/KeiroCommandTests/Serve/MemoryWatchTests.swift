import Testing

@testable import KeiroCommand

@Suite struct MemoryWatchTests {
  private static let megabyte = 1 << 20

  /// The seconds, from one to the last, in which memory is returned.
  private func returns(
    of watch: inout MemoryWatch, until last: Int, idle: (Int) -> Int?
  ) -> [Int] {
    (1...last).filter { second in
      let isDue = watch.isDue { idle(second) }
      if isDue { watch.noteReturn(idle: idle(second)) }
      return isDue
    }
  }

  @Test func `returns memory once after each configuration, when the earlier one is released`() {
    var watch = MemoryWatch()
    watch.noteConfiguration()
    var seconds = returns(of: &watch, until: 100) { _ in 30 * Self.megabyte }
    #expect(seconds == [SitePart.retirement + 1])
    watch.noteConfiguration()
    seconds = returns(of: &watch, until: 100) { _ in 30 * Self.megabyte }
    #expect(seconds == [SitePart.retirement + 1])
  }

  @Test func `returns memory at most every fifteen seconds while what is idle grows`() {
    var watch = MemoryWatch()
    watch.noteConfiguration()
    let seconds = returns(of: &watch, until: 60) { $0 * Self.megabyte }
    #expect(seconds == [3, 18, 33, 48])
  }

  @Test func `leaves idle memory of four megabytes or less`() {
    var watch = MemoryWatch()
    watch.noteConfiguration()
    let seconds = returns(of: &watch, until: 100) { ($0 < 50 ? 30 : 34) * Self.megabyte }
    #expect(seconds == [3])
  }

  @Test func `returns memory only after a configuration where its size is not known`() {
    var watch = MemoryWatch()
    watch.noteConfiguration()
    let seconds = returns(of: &watch, until: 100) { _ in nil }
    #expect(seconds == [3])
  }

  @Test func `does nothing before the first configuration`() {
    var watch = MemoryWatch()
    let seconds = returns(of: &watch, until: 100) { $0 * Self.megabyte }
    #expect(seconds == [])
  }
}
