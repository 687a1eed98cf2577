import Testing
import WebSyntax

/// The beginnings of the addresses of hosts.
struct HostOriginsTests {
  @Test(arguments: [
    ("localhost", "http://localhost:8080"), ("shop.localhost", "http://shop.localhost:8080"),
    ("127.0.0.1", "http://127.0.0.1:8080"), ("[::1]", "http://[::1]:8080"),
    ("example.com", "https://example.com"), ("localhost.example", "https://localhost.example"),
    ("192.0.2.1", "https://192.0.2.1"),
  ])
  func `hosts of this machine are reached by the listener, others by https`(
    _ host: String, _ origin: String
  ) {
    #expect(HostOrigins(listeners: [(isSecure: false, port: 8080)]).origin(of: host) == origin)
    #expect(HostOrigins().origin(of: host) == "https://" + host)
  }

  @Test func `a listener with TLS comes first, and default ports are left out`() {
    let both = HostOrigins(listeners: [(isSecure: false, port: 80), (isSecure: true, port: 8443)])
    #expect(both.origin(of: "localhost") == "https://localhost:8443")
    let secure = HostOrigins(listeners: [(isSecure: true, port: 443)])
    #expect(secure.origin(of: "localhost") == "https://localhost")
    let plain = HostOrigins(listeners: [(isSecure: false, port: 80)])
    #expect(plain.origin(of: "localhost") == "http://localhost")
  }
}
