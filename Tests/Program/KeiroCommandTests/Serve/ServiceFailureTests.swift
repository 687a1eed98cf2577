import Glibc
import System
import Testing

@testable import KeiroCommand

@Suite struct ServiceFailureTests {
  @Test func `says what to do about an address that may not be listened on`() {
    func sentence(_ code: Int32) -> String {
      ServiceFailure(SystemError(operation: "bind", subject: "127.0.0.1:80", code: code)).sentence
    }
    #expect(
      sentence(EACCES)
        == "cannot listen on 127.0.0.1:80: permission denied: expected a port above 1023, a socket of "
        + "systemd, or the capability CAP_NET_BIND_SERVICE")
    #expect(
      sentence(EADDRINUSE) == "cannot listen on 127.0.0.1:80: another process listens there")
    #expect(sentence(EADDRNOTAVAIL).hasPrefix("127.0.0.1:80: bind: "))
  }
}
