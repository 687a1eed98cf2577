import LinkStorage
import Links
import WebSyntax

/// The operations at an address, and the parameters in its path.
struct APIPath: Equatable, Sendable {
  let operations: [APIOperation]
  /// The link of `/v1/links/{host}/{slug}`, with its escapes decoded. In a slug that ends in `/versions`,
  /// that slash is written `%2F`; no slug has a colon.
  private(set) var key: LinkKey?
  /// The short URL of `/v1/{shortLink}/linkStats`.
  private(set) var shortURL: String?
  /// The identifier of `/v1/webhooks/{id}`.
  private(set) var webhook: String?
  /// The last part of `/v1/tokens/{token}`, `/v1/people/{person}` and `/v1/templates/{template}`, with its escapes decoded.
  private(set) var name: String?
  /// The number of a delivery or a change.
  private(set) var number: Int?

  private static let table = PathTable(APIOperation.allCases, path: \.path)

  /// Nil when no operation has this address.
  init?(path: ArraySlice<UInt8>) {
    let read = Self.table.first(matching: path) { operations, values in
      APIPath(operations, values)
    }
    guard let read else { return nil }
    self = read
  }

  /// The path of a request from this process. Names that nothing has are for the operation to refuse.
  init?(_ request: APIRequest) {
    let names = PathTemplate(request.operation.path).names
    self.init(
      [request.operation], zip(names, request.values.map { Array($0.utf8)[...] }).map { ($0, $1) },
      isOwn: true)
  }

  private init?(
    _ operations: [APIOperation], _ values: [(name: String, value: ArraySlice<UInt8>)],
    isOwn: Bool = false
  ) {
    self.operations = operations
    var host: String?
    for (name, value) in values {
      guard let bytes = PercentCoding.decode(value),
        let text = String(validating: bytes, as: UTF8.self)
      else { return nil }
      switch name {
      case "host": host = text
      case "slug":
        key = host.flatMap {
          LinkKey(named: $0, text) ?? (isOwn ? LinkKey(host: $0, slug: text) : nil)
        }
      case "shortLink": shortURL = text
      case "id" where isOwn || Self.isIdentifier(value): webhook = text
      case "number" where isOwn || value.count <= 18: number = DecimalDigits.number(value)
      case "token", "person", "template": self.name = text
      default: return nil
      }
    }
    if host != nil, key == nil { return nil }
    if values.last?.name == "number", number == nil { return nil }
  }

  /// Whether the bytes may be an identifier as Keiro makes them.
  private static func isIdentifier(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count <= 100 && bytes.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
  }
}
