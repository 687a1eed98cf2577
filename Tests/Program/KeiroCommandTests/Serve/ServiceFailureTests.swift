import Glibc
import System
import Testing

@testable import KeiroCommand

@Suite struct ServiceFailureTests {
  @Test(arguments: [
    (
      EACCES, "192.0.2.1:80",
      "the user '\(Process.userName)' may not: expected a port above 1023, a socket of systemd such as "
        + "keiro-tls.socket, or the capability CAP_NET_BIND_SERVICE"
    ),
    (
      EADDRINUSE, "127.0.0.1:80",
      "another process listens there: 'ss -ltnp', by root, shows which one"
    ),
    (
      EADDRINUSE, "unix:/tmp/keiro.sock",
      "another process listens there: 'ss -lxp', by root, shows which one"
    ),
    (
      EADDRNOTAVAIL, "192.0.2.1:80",
      "this machine has no such address: expected one that 'ip address' shows, or 0.0.0.0 or [::] for "
        + "all of them"
    ),
    (
      EAFNOSUPPORT, "[::1]:80",
      "this machine has no addresses of this kind: expected one that 'ip address' shows"
    ),
    (
      ENOTSOCK, "unix:/etc/hosts",
      "something other than a socket is there: expected a path without a file"
    ),
    (ENOMEM, "127.0.0.1:80", "Cannot allocate memory"),
  ])
  func `says what to do about an address that cannot be listened on`(
    _ code: Int32, _ address: String, _ sentence: String
  ) {
    let error = SystemError(operation: "bind", subject: address, code: code)
    #expect(
      ServiceFailure(listening: error, at: "server.listen[0]").sentence
        == "server.listen[0]: cannot listen on \(address): \(sentence)")
  }
}
