import Testing

@testable import KeiroCommand

@Suite struct ConsoleTests {
  @Test func `lines of a server have their time, results have none`() {
    let recorder = ConsoleRecorder()
    let console = recorder.console.timed { 1_795_312_800 }
    console.note("keiro: serving on 127.0.0.1:8080")
    console.print("result")
    #expect(recorder.error == "2026-11-22T02:00:00Z keiro: serving on 127.0.0.1:8080\n")
    #expect(recorder.output == "result\n")
  }
}
