import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service

extension APICall {
  /// What needs someone, for those who see the whole service.
  func status() throws(Problem) -> APIAnswer {
    guard !reach.isBounded else {
      throw Problem(.forbidden, "host-not-reached", .wholeServiceNeeded)
    }
    let board = services.status ?? StatusBoard()
    let unknown = try stored(
      directory.managed.unknownAddresses(limit: UnknownAddress.shown, now: timestamp))
    let addresses = unknown.map { address in
      JSONOutput.object([
        .init("host", .string(address.host)), .init("path", .string(address.path)),
        .init("count", .int(address.count)),
      ])
    }
    return json(
      .object([
        .init("items", .array(board.items(directory, at: timestamp).map(\.document))),
        .init("configuration", board.configuration(directory).document),
        .init("unknown", .array(addresses)),
      ]))
  }
}
