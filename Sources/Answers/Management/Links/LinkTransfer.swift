package import Changes
package import HTTPCore
import JSONSyntax
package import LinkImport
import LinkStorage
import Links
package import Service
import SiteModel
import Synchronization

/// `POST /v1/import`: a file of links, processed as it arrives.
final class LinkImportSink: HTTPBodySink {
  private let call: APICall
  private let task: ImportTask

  init(_ call: APICall) throws(Problem) {
    guard let authority = call.authority else { throw .notFound }
    self.call = call
    task = try ImportTask(
      Self.terms(call.parameters), by: authority, owner: call.token?.id ?? "",
      sites: call.snapshot, directory: call.directory, at: call.timestamp)
  }

  private static func terms(_ values: [String: String]) throws(Problem) -> ImportTerms {
    guard let name = values["format"], let format = ImportFormat(rawValue: name) else {
      let names = ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw .parameter(
        "format",
        "'\(values["format"]?.prefix(100) ?? "")' is not a format: expected one of \(names)")
    }
    guard format != .urlList else {
      throw .parameter(
        "format",
        "'url-list' asks other servers for hours: expected the command keiro links import, or its "
          + "answers as csv")
    }
    var reading = ImportReading()
    reading.takesClicks = try flag("clicks", values["clicks"])
    reading.mapping = try mapping(values["map"])
    if let text = values["timeZone"] {
      guard let zone = ImportReading.zone(text) else {
        throw .parameter("timeZone", "'\(text.prefix(100))': expected an offset such as +09:00")
      }
      reading.zone = zone
    }
    let options = LinkImport.Options(
      isDryRun: try flag("dryRun", values["dryRun"]),
      overwritesEdits: try flag("overwrite", values["overwrite"]), reading: reading)
    return ImportTerms(format, options, otherHost: values["as"]?.lowercased())
  }

  /// Columns and their fields with commas between them: `Long URL=url,Alias=slug`.
  private static func mapping(_ value: String?) throws(Problem) -> [ColumnMapping] {
    var mapping: [ColumnMapping] = []
    for text in value?.split(separator: ",") ?? [] {
      do throws(ColumnMappingFault) {
        mapping.append(try ColumnMapping(parsing: String(text)))
      } catch {
        throw .parameter(
          "map",
          "'\(text.prefix(100))': expected a column, an equals sign and a field of links, "
            + "short_link or ignore")
      }
    }
    return mapping
  }

  /// A parameter that says yes by its name alone, too.
  private static func flag(_ name: String, _ value: String?) throws(Problem) -> Bool {
    switch value {
    case nil, "false": return false
    case "true", "": return true
    case .some(let text):
      throw .parameter(name, "'\(text.prefix(100))': expected true or false")
    }
  }

  func receive(_ bytes: [UInt8], completion: @escaping @Sendable () -> Void) {
    task.feed(bytes, completion: completion)
  }

  func finish(completion: @escaping HTTPCompletion) {
    let completion = call.awaitingNodes(completion)
    task.finish { [call] result in
      switch result {
      case .success(let report): completion(call.json(report.json))
      case .failure(let error): completion(Problem(error).response(from: .api))
      }
    }
  }

  func cancel() { task.cancel() }
}

/// `GET /v1/export`: every link of the store, read at the pace of the client. Hashes of passwords are
/// for the scope admin alone: they can be tried out at leisure.
package final class LinkExportSource: HTTPBodySource {
  private let directory: LinkDirectory
  private let authority: Authority
  private let slot: TransferSlots.Slot
  private let format: LinkExport.Format
  /// The last link that was sent; nil before the header.
  private let last = Mutex<Int?>(nil)

  private static let batch = 500

  /// - Parameter owner: Whose share of the transfers it takes.
  package init(
    _ format: LinkExport.Format, by authority: Authority, owner: String, of directory: LinkDirectory
  ) throws(Problem) {
    self.format = format
    self.authority = authority
    self.directory = directory
    slot = try directory.transferSlot(owner: owner)
  }

  /// - Parameter route: the kind of route that answers, for the metrics.
  package func response(from route: RouteLabel) -> HTTPResponse {
    let fields = HTTPFields([
      "Content-Type": format == .csv ? "text/csv; charset=utf-8" : "application/x-ndjson",
      "Content-Disposition": "attachment; filename=\"links.\(format.rawValue)\"",
      "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
    ])
    var answer = HTTPResponse(.ok, fields: fields, route: route, outcome: .api)
    answer.source = self
    return answer
  }

  package func next(completion: @escaping @Sendable (HTTPBodyPart) -> Void) {
    _ = directory.queues.pieces.submit { [self] in completion(part()) }
  }

  private func part() -> HTTPBodyPart {
    let position = last.withLock { $0 }
    var text = position == nil ? LinkExport.header(format) : ""
    let withHashes = authority.may(.admin)
    do throws(LinkStoreError) {
      let links = try directory.store.links(afterID: position ?? 0, limit: Self.batch)
      for stored in links where authority.covers(stored.link.host) {
        text += LinkExport.row(stored.link, format, withHashes: withHashes)
      }
      last.withLock { $0 = links.last?.id ?? position ?? 0 }
      guard !links.isEmpty || !text.isEmpty else { return .end }
      // The header of an export without links is a chunk of its own.
      return .bytes(Array(text.utf8))
    } catch {
      return .failure
    }
  }
}

extension APICall {
  func exportLinks() throws(Problem) -> HTTPResponse {
    guard let authority else { throw .notFound }
    let name = parameters["format"] ?? LinkExport.Format.ndjson.rawValue
    guard let format = LinkExport.Format(rawValue: name) else {
      throw .parameter("format", "'\(name.prefix(100))' is not a format: expected csv or ndjson")
    }
    return try LinkExportSource(format, by: authority, owner: token?.id ?? "", of: directory)
      .response(from: .api)
  }
}
