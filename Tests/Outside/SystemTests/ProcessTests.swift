import System
import Testing

struct ProcessTests {
  @Test func `has the arguments that Swift reads from proc`() {
    #expect(Process.arguments == Array(CommandLine.arguments.dropFirst()))
    #expect(!CommandLine.arguments.isEmpty)
  }
}
