import JSONSyntax
import WebSyntax

/// A call of the management API.
struct RemoteCall {
  let method: String
  private let path: String
  private var query: [(name: String, value: String)] = []
  private(set) var body: [UInt8]?
  var fields: [(name: String, value: String)] = []
  /// The seconds within which the answer must be complete.
  var timeout = 60

  private init(_ method: String, _ parts: [String]) {
    self.method = method
    path = parts.joined()
  }

  /// - Parameters:
  ///   - path: the path as the API defines it.
  ///   - name: appended to the path.
  ///   - query: parameters; those that are nil are left out.
  ///   - action: appended to the name.
  static func get(
    _ path: String, _ name: String? = nil, _ query: KeyValuePairs<String, String?> = [:],
    action: String = ""
  ) -> RemoteCall {
    var call = RemoteCall("GET", [path, name.map(escaped) ?? "", action])
    call.query = query.compactMap { name, value in value.map { (name, $0) } }
    return call
  }

  static func delete(_ path: String, _ name: String) -> RemoteCall {
    RemoteCall("DELETE", [path, escaped(name)])
  }

  static func post(
    _ path: String, _ name: String? = nil, _ action: String = "", _ body: JSONOutput? = nil
  ) -> RemoteCall {
    sending("POST", [path, name.map(escaped) ?? "", action], body)
  }

  static func patch(_ path: String, _ name: String, _ body: JSONOutput) -> RemoteCall {
    sending("PATCH", [path, escaped(name)], body)
  }

  /// A call whose body is raw bytes.
  static func upload(
    _ path: String, _ query: [(name: String, value: String)], _ body: [UInt8]
  ) -> RemoteCall {
    var call = RemoteCall("POST", [path])
    call.query = query
    call.body = body
    return call
  }

  private static func sending(_ method: String, _ parts: [String], _ body: JSONOutput?)
    -> RemoteCall
  {
    var call = RemoteCall(method, parts)
    guard let body else {
      call.body = []
      return call
    }
    call.body = Array(body.compact.utf8)
    call.fields = [("Content-Type", "application/json")]
    return call
  }

  /// The path and the query.
  var target: String {
    guard !query.isEmpty else { return path }
    return path + "?"
      + query.map { "\($0.name)=\(PercentCoding.encodeComponent($0.value))" }.joined(separator: "&")
  }

  /// Escapes a part of a path. Slashes are kept, since slugs may contain them.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentCoding.encodeComponent(String($0)) }.joined(separator: "/")
  }
}
