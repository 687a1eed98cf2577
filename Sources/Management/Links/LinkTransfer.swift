import Links
import SiteModel
import Service
import Dispatch
import HTTPCore
import LinkImport
import LinkStorage
import Synchronization

/// `POST /v1/import`: a file of links, processed as it arrives.
final class LinkImportSink: HTTPBodySink {
  private struct State {
    var work: LinkImport
    var failure: LinkStoreError?
  }

  private let call: APICall
  private let slot: TransferSlots.Slot
  private let isDryRun: Bool
  private let state: Mutex<State>

  init(_ call: APICall, _ slot: TransferSlots.Slot) throws(Problem) {
    let values = call.parameters
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
    isDryRun = try Self.flag("dryRun", values["dryRun"])
    let overwritesEdits = try Self.flag("overwrite", values["overwrite"])
    var reading = ImportReading()
    reading.takesClicks = try Self.flag("clicks", values["clicks"])
    reading.mapping = try Self.mapping(values["map"])
    if let text = values["timeZone"] {
      guard let zone = ImportReading.zone(text) else {
        throw .parameter("timeZone", "'\(text.prefix(100))': expected an offset such as +09:00")
      }
      reading.zone = zone
    }
    let otherHost = values["as"]?.lowercased()
    if let otherHost { try call.require(otherHost) }
    if let otherHost, call.snapshot.siteTable.site(of: otherHost) == nil {
      throw .parameter("as", call.snapshot.siteTable.unserved(otherHost))
    }
    self.call = call
    self.slot = slot
    let places = ImportPlaces(sites: call.snapshot.siteTable, otherHost: otherHost) {
      [snapshot = call.snapshot] link, lookUp throws(LinkStoreError) in
      try snapshot.circles(of: link, lookUp)
    }
    state = Mutex(
      State(
        work: LinkImport(
          format, into: call.store, places: places, passwords: call.directory.passwords,
          now: call.timestamp,
          LinkImport.Options(
            isDryRun: isDryRun, overwritesEdits: overwritesEdits, reading: reading),
          reach: call.reach)))
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
    work { [self] in
      state.withLock { state in
        guard state.failure == nil else { return }
        do throws(LinkStoreError) {
          try state.work.feed(bytes)
        } catch {
          state.failure = error
        }
      }
      completion()
    }
  }

  func finish(completion: @escaping HTTPCompletion) {
    let completion = call.awaitingNodes(completion)
    work { [self] in
      let result = state.withLock { state -> Result<ImportReport, LinkStoreError> in
        if let failure = state.failure { return .failure(failure) }
        do throws(LinkStoreError) {
          return .success(try state.work.finish())
        } catch {
          return .failure(error)
        }
      }
      // The keys that an import has touched are too many to keep.
      if !isDryRun { call.directory.changes.noteEverything() }
      switch result {
      case .success(let report): completion(call.json(report.json))
      case .failure(let error): completion(Problem(error).response(from: .api))
      }
    }
  }

  func cancel() {
    work { [self] in
      guard !isDryRun else { return }
      call.directory.changes.noteEverything()
      // What was put off for the rest of the file is done now.
      call.store.endApplying { _ in }
    }
  }

  /// Pieces come one at a time, so each finds room: the number of transfers is bounded.
  private func work(_ body: @escaping @Sendable () -> Void) {
    _ = call.directory.queues.pieces.submit(body)
  }
}

/// `GET /v1/export`: every link of the store, read at the pace of the client. Hashes of passwords are
/// for the scope admin alone: they can be tried out at leisure.
final class LinkExportSource: HTTPBodySource {
  private let call: APICall
  private let slot: TransferSlots.Slot
  private let format: LinkExport.Format
  private let withHashes: Bool
  /// The last link that was sent; nil before the header.
  private let last = Mutex<Int?>(nil)

  private static let batch = 500

  init(_ call: APICall, _ slot: TransferSlots.Slot) throws(Problem) {
    let values = call.parameters
    let name = values["format"] ?? LinkExport.Format.ndjson.rawValue
    guard let format = LinkExport.Format(rawValue: name) else {
      throw .parameter("format", "'\(name.prefix(100))' is not a format: expected csv or ndjson")
    }
    self.call = call
    self.slot = slot
    self.format = format
    withHashes = call.token?.allows(.admin) ?? false
  }

  func response() -> HTTPResponse {
    let fields = HTTPFields([
      "Content-Type": format == .csv ? "text/csv; charset=utf-8" : "application/x-ndjson",
      "Content-Disposition": "attachment; filename=\"links.\(format.rawValue)\"",
      "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
    ])
    var answer = HTTPResponse(
      .ok, fields: fields, route: .api, outcome: .api)
    answer.source = self
    return answer
  }

  func next(completion: @escaping @Sendable (HTTPBodyPart) -> Void) {
    _ = call.directory.queues.pieces.submit { [self] in completion(part()) }
  }

  private func part() -> HTTPBodyPart {
    let position = last.withLock { $0 }
    var text = position == nil ? LinkExport.header(format) : ""
    do throws(LinkStoreError) {
      let links = try call.store.links(afterID: position ?? 0, limit: Self.batch)
      for stored in links where call.reach.covers(stored.link.host) {
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
