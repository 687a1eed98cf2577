import HTTPCore
import JSONSyntax
import LinkStorage
import Service
import WebSyntax

/// A request for a page: its path and the data sent with it.
struct PageRequest: Sendable {
  let request: HTTPRequest
  /// The decoded parts of the path after `/dashboard/`; one empty part for the overview.
  let path: [String]
  let query: PageForm
  let form: PageForm
  /// The address of the client, as reported by trusted proxies; nil at a Unix socket.
  let client: IPAddress?
  /// Whether the browser uses TLS, with this server or with a trusted proxy.
  let isSecure: Bool
  /// The origin as the browser names this server, such as `https://keiro.example.com`; nil without
  /// a Host field.
  let origin: String?

  static let root = "/dashboard"

  init(_ request: HTTPRequest, from peer: HTTPPeer, proxies: TrustedProxies) throws(Problem) {
    self.request = request
    path = Self.parts(request.fields.bytes[request.path])
    let query = request.query.map { PageForm(request.fields.bytes[$0]) } ?? PageForm()
    let form = request.body.isEmpty ? PageForm() : PageForm(request.body[...])
    guard let query, let form else {
      throw Problem(.badRequest, "malformed-request", Sentence(Word.tooManyFields))
    }
    self.query = query
    self.form = form
    client = proxies.client(of: request, from: peer).address
    isSecure = peer.isSecure || proxies.isSecure(request, from: peer)
    let host = request.authority.map { request.text($0) }
    let scheme = isSecure ? "https" : "http"
    origin = host.map { "\(scheme)://\($0.lowercased())" }
  }

  /// The decoded parts of a path after `/dashboard/`.
  static func parts(_ path: ArraySlice<UInt8>) -> [String] {
    path.dropFirst(root.utf8.count + 1)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { PercentCoding.decodeLossy($0) }
  }

  var isChange: Bool { request.method == .post }

  /// The target as it was sent, with its query: the address to which a form or a sign-in returns.
  var address: String { request.text(request.target) }

  /// Whether the browser uses a loopback address or a name for one.
  var isLoopback: Bool {
    guard let authority = request.authority else { return false }
    let name = HTTPHost.name(of: request.bytes(authority))
    return HostOrigins.isLoopback(String(decoding: name, as: UTF8.self))
  }

  func cookie(_ name: String) -> String? {
    for line in request.fields.all("Cookie") {
      for part in line.split(separator: UInt8(ascii: ";")) {
        let pair = String(decoding: part, as: UTF8.self).trimmed
        if pair.hasPrefix(name + "=") { return String(pair.dropFirst(name.utf8.count + 1)) }
      }
    }
    return nil
  }
}
