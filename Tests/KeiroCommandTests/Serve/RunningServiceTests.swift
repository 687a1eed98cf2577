import Dispatch
import Glibc
import System
import Testing

@testable import KeiroCommand

struct RunningServiceTests {
  /// In a process of its own, since signals are the whole process's.
  @Test func `takes reloads and signals that arrive while it starts`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let file = try folder.write(
        """
        {
          "server": { "listen": ["127.0.0.1:0"], "management": ["127.0.0.1:0"], "accessLog": null },
          "store": { "memory": true },
          "sites": [{"hosts": ["a.example"], "routes": [{"/": "/", "title": "A"}]}]
        }
        """, to: "k.json")
      let service = try RunningService(
        CompiledConfiguration(path: file), file: file, manager: ServiceManager(environment: [:]),
        console: ConsoleRecorder().console)
      for _ in 0..<20 { service.control.async { service.reload() } }
      service.start()
      for _ in 0..<5 { kill(getpid(), SIGHUP) }
      service.control.async { service.end() }
      service.waitForEnd()
    }
  }
}
