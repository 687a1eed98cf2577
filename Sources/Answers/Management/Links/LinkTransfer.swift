package import Changes
package import HTTPCore
import JSONSyntax
package import LinkImport
package import LinkStorage
import Links
import Questions
package import Service
import SiteModel
import WebSyntax

/// `POST /v1/import`: a file of links, processed piece by piece.
final class LinkImportUpload: TransferReader {
  private let call: APICall
  private let task: ImportTask
  /// Nil for a file sent as a whole.
  private let piece: ImportPiece?
  private var isUsingTask = false
  /// The number of bytes of this request so far.
  private var count = 0

  init(_ call: APICall) throws(Problem) {
    guard let authority = call.authority else { throw .notFound }
    self.call = call
    let (uploads, now) = (call.services.uploads, call.now.steadySeconds)
    let terms = try Self.terms(call)
    let begin = { (place: TransferSlots.Slot?) throws(Problem) in
      try ImportTask(
        terms, by: authority, sites: call.snapshot, directory: call.directory, place: place,
        at: call.timestamp)
    }
    piece = try Self.piece(call)
    guard let piece else {
      uploads.forgetIdle(now)
      task = try begin(nil)
      return
    }
    task = try uploads.task(
      piece.key, call.parameters.filter { $0.key != "offset" && $0.key != "more" },
      of: call.transferOwner, at: piece.offset, now: now, begin: begin)
    task.enter()
    isUsingTask = true
  }

  deinit { leave() }

  /// Until then, the import keeps its place; whoever has the answer may need another one.
  private func leave() {
    if isUsingTask { task.leave() }
    isUsingTask = false
  }

  /// Nil for a call without `offset`, which sends the whole file.
  private static func piece(_ call: APICall) throws(Problem) -> ImportPiece? {
    let hasMore = try call.isOn(CallParameters.more)
    guard let offset = try call.given(CallParameters.offset) else {
      guard !hasMore else {
        throw .parameter("offset", "missing: expected the position of the piece in the file")
      }
      return nil
    }
    let key = try IdempotencyKey(
      call.fields["Idempotency-Key"] ?? "", of: call.token?.id, for: [])
    return ImportPiece(key: key.text, offset: offset, hasMore: hasMore)
  }

  private static func terms(_ call: APICall) throws(Problem) -> ImportTerms {
    guard let format = try call.given(CallParameters.importFormat) else {
      throw .parameter("format", "''" + CallParameters.importFormat.expectation)
    }
    guard format != .urlList else {
      throw .parameter(
        "format",
        "'url-list' queries other servers for hours: expected the command keiro links import, or its "
          + "answers as csv")
    }
    var reading = ImportReading()
    reading.takesClicks = try call.isOn(CallParameters.clicks)
    reading.mapping = try mapping(call.given(CallParameters.map))
    guard format != .ndjson || reading.mapping.isEmpty else {
      throw .parameter("map", "the lines of ndjson have no columns: expected no 'map'")
    }
    reading.zone = try call.given(CallParameters.timeZone)
    reading.status = try call.given(CallParameters.redirectStatus)
    return ImportTerms(
      format, isDryRun: try call.isOn(CallParameters.dryRun),
      overwritesEdits: try call.isOn(CallParameters.overwrite), reading: reading,
      onto: try call.given(CallParameters.otherHost).map(HostName.compared))
  }

  /// Parses columns and their fields, separated by commas, which names of columns may contain:
  /// `Long URL=url,Alias=slug`.
  private static func mapping(_ value: String?) throws(Problem) -> [ColumnMapping] {
    var mapping: [ColumnMapping] = []
    var text = ""
    for part in value?.split(separator: ",") ?? [] {
      text += text.isEmpty ? part : "," + part
      // The rest of a name that contains a comma follows.
      guard part.contains("=") else { continue }
      mapping.append(try column(text))
      text = ""
    }
    return text.isEmpty ? mapping : mapping + [try column(text)]
  }

  private static func column(_ text: String) throws(Problem) -> ColumnMapping {
    do throws(ColumnMappingFault) {
      return try ColumnMapping(parsing: text)
    } catch {
      throw .parameter(
        "map",
        "'\(text.prefix(100))': expected a column, an equals sign and a field of links, "
          + "short_link or ignore")
    }
  }

  func feed(_ bytes: [UInt8]) {
    task.feed(bytes, at: piece.map { $0.offset + count })
    count += bytes.count
  }

  func finish(_ completion: @escaping HTTPCompletion) throws(Problem) {
    guard let piece, piece.hasMore else {
      let report = try call.changed(task.finish().get())
      return call.complete(call.json(report.json), completion)
    }
    let (received, failure) = task.progress
    if let failure {
      task.cancel()
      throw Problem(failure)
    }
    leave()
    completion(call.json(["received": .int(received)]).response)
  }

  /// A piece that was cut off is sent again.
  func abandon() {
    if piece == nil { task.cancel() }
  }
}

extension APICall {
  func exportLinks() throws(Problem) -> APIAnswer {
    guard let authority else { throw .notFound }
    let format = try given(CallParameters.exportFormat) ?? .ndjson
    let host = try given(CallParameters.host)?.description
    if let host { try require(host) }
    services.uploads.forgetIdle(now.steadySeconds)
    guard parameters["limit"] == nil, parameters["cursor"] == nil else {
      return try exportedPage(format, host: host, by: authority)
    }
    let part = LinkExportPart(format, host: host, by: authority)
    let whole = try part.response(of: directory, owner: token?.id ?? "", from: .api)
    return APIAnswer(whole.compressed(for: fields))
  }

  /// The number of links examined for a page, even when few of them are within the caller's reach.
  private static let exportScan = 20_000

  /// A page of an export; `Keiro-Next-Cursor` says where the next one begins.
  private func exportedPage(
    _ format: LinkExport.Format, host: String?, by authority: Authority
  ) throws(Problem) -> APIAnswer {
    let limit = try limit(CallParameters.exportLimit)
    let cursor = try given(CallParameters.exportCursor)
    let part = LinkExportPart(format, host: host, by: authority)
    var (text, count, seen, next) = ("", 0, 0, Optional(cursor ?? 0))
    while count < limit, seen < Self.exportScan, let position = next {
      let size = limit - count
      let page = try stored(part.page(after: position, limit: size, of: directory.managed))
      text += page.text
      count += page.count
      seen += size
      next = page.next
    }
    var answer = APIAnswer(
      HTTPResponse(
        .ok, fields: LinkExportPart.fields(format), body: Array(text.utf8),
        route: operation.route, outcome: .api
      ).compressed(for: fields))
    if let next { answer.fields.append("Keiro-Next-Cursor", String(next)) }
    return answer
  }
}

/// The links of an export within a caller's reach. Password hashes require the scope admin, since they
/// can be attacked offline.
package struct LinkExportPart: Sendable {
  private let format: LinkExport.Format
  /// Nil for every host.
  private let host: String?
  private let reach: HostReach
  private let withHashes: Bool

  /// - Parameter host: nil for the links of every host.
  package init(_ format: LinkExport.Format, host: String? = nil, by authority: Authority) {
    self.format = format
    self.host = host
    reach = authority.reach
    withHashes = authority.may(.admin)
  }

  /// Every link of the store, read at the pace of the client, in the share of an owner of transfers.
  package func response(
    of directory: LinkDirectory, owner: String, from route: RouteLabel
  ) throws(Problem) -> HTTPResponse {
    var answer = HTTPResponse(.ok, fields: Self.fields(format), route: route, outcome: .api)
    answer.source = try PagedSource(
      from: 0, for: TransferSlots.Owner(id: owner, reach: reach), of: directory
    ) { last throws(Problem) in
      do throws(LinkStoreError) {
        let part = try page(after: last, of: directory.managed)
        return (part.text, part.next)
      } catch {
        throw Problem(error)
      }
    }
    return answer
  }

  /// The rows of the next links of a store, behind the header on the first page.
  ///
  /// - Parameter last: the last link of the page before; 0 for the first page.
  /// - Returns: the rows, their number, and the last link that was looked at; nil at the end.
  package func page(
    after last: Int, limit: Int = 500, of store: any ManagedLinks & ClickCounting & ClickLimits
  ) throws(LinkStoreError) -> (text: String, count: Int, next: Int?) {
    let found = try store.links(afterID: last, limit: limit)
    var rows: [String] = []
    for link in found.lazy.map(\.link)
    where reach.covers(link.host) && (host == nil || link.host == host) {
      let counts = try CarriedCounts(of: link, in: store)
      rows.append(LinkExport.row(link, format, counts: counts, withHashes: withHashes))
    }
    let header = last == 0 ? LinkExport.header(format) : ""
    return (header + rows.joined(), rows.count, found.count < limit ? nil : found.last?.id)
  }

  static func fields(_ format: LinkExport.Format) -> HTTPFields {
    HTTPFields([
      "Content-Type": format == .csv ? "text/csv; charset=utf-8" : "application/x-ndjson",
      "Content-Disposition": "attachment; filename=\"links.\(format.rawValue)\"",
      "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
    ])
  }
}
