import Glibc
import Sockets
import System
import Testing

@testable import KeiroCommand

struct BrowserAddressesTests {
  @Test(arguments: [
    (["asajikan.jp", "localhost"], ["127.0.0.1:8080"], "http://localhost:8080/"),
    (["shop.localhost"], ["[::]:80"], "http://shop.localhost/"),
    (["localhost"], ["unix:/run/k", "tls:0.0.0.0:443"], "https://localhost/"),
    (["a.example"], ["127.0.0.1:80", "tls:[::]:443"], "https://a.example/"),
    (["a.example"], ["tls:192.0.2.1:8443"], "https://a.example:8443/"),
    (["localhost"], ["192.0.2.1:8080"], nil), (["a.example"], ["127.0.0.1:8080"], nil),
    (["localhost"], ["unix:/run/k"], nil), (["localhost"], ["systemd:public"], nil),
    ([], ["tls:[::]:443"], nil),
  ])
  func `a browser finds a site at a name that leads to a listener`(
    _ hosts: [String], _ listeners: [String], _ site: String?
  ) {
    let addresses = BrowserAddresses(
      hosts: hosts, listeners: listeners, management: [], dashboard: nil)
    #expect(addresses.site == site)
    #expect(addresses.lines == (site.map { ["browsers find the site at \($0)"] } ?? []))
  }

  @Test(arguments: [
    (["127.0.0.1:8081"], nil, "http://localhost:8081/dashboard"),
    (["unix:/run/k", "[::1]:81"], nil, "http://localhost:81/dashboard"),
    (["192.0.2.1:8081"], nil, "http://192.0.2.1:8081/dashboard"),
    (["tls:[2001:db8::1]:443"], nil, "https://[2001:db8::1]/dashboard"),
    (["127.0.0.1:8081"], "https://k.example", "https://k.example/dashboard"),
    (["unix:/run/k"], nil, nil), ([], nil, nil),
  ])
  func `the dashboard is at its origin, or at the management listener`(
    _ management: [String], _ origin: String?, _ dashboard: String?
  ) {
    let addresses = BrowserAddresses(
      hosts: [], listeners: [], management: management, dashboard: origin)
    #expect(addresses.dashboard == dashboard)
    #expect(addresses.lines == (dashboard.map { ["the dashboard is at \($0)"] } ?? []))
  }

  @Test func `an address that the sockets of systemd leave out is named`() throws {
    let listener = try Listener.open(try #require(SocketAddress("127.0.0.1:0")), workers: 1)
    defer { listener.close() }
    let port = try #require(listener.name.split(separator: ":").last)
    let texts = ["[::]:\(port)", "tls:[::]:\(port)", "unix:/run/k"]
    let addresses = ServiceListeners.addresses(texts, of: "server.listen")
    #expect(ServiceListeners.unopened(addresses, beside: .init()) == [])
    #expect(
      ServiceListeners.unopened(addresses, beside: .init(secure: [listener])) == [
        "[::]:\(port) (server.listen[0]) is not opened: the sockets that systemd has opened "
          + "(\(listener.name)) take its place; remove it, or give it a socket unit, too",
        "unix:/run/k (server.listen[2]) is not opened: the sockets that systemd has opened "
          + "(\(listener.name)) take its place; remove it, or give it a socket unit, too",
      ])
    let path = "/tmp/keiro-\(UInt64.random(in: 0 ... .max))"
    let unix = try Listener.open(try #require(SocketAddress("unix:" + path)), workers: 1)
    defer { unix.close() }
    #expect(unix.covers(try #require(SocketAddress("unix:" + path))))
    #expect(!unix.covers(try #require(SocketAddress("unix:" + path + "2"))))
    #expect(!unix.covers(try #require(SocketAddress("127.0.0.1:80"))))
  }
}

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
