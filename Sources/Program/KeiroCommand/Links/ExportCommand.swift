import Changes
import LinkImport
import LinkStorage
import Links
import Management
import Outgoing

extension CommandTable {
  static let export = CommandSpecification(
    "links export", "print the store's links, as 'links import' reads them",
    details: ["Links of the configuration file are not included."],
    options: OptionSpecification.locations + [.exportFormat, .host],
    examples: [
      "links export --format csv",
      "links export --format ndjson --server https://keiro.example.com --token-file token",
    ]
  ) { arguments throws(UsageError) in
    let format = try arguments.required(.exportFormat) { LinkExport.Format(rawValue: $0) }
    let host = try arguments.value(.host, hostName)
    return try arguments.using(.reading) { keiro, console throws(CommandFailure) in
      try ExportCommand(format: format, host: host, console: console).run(keiro)
    }
  }
}

extension OptionSpecification {
  fileprivate static let exportFormat = format(LinkExport.Format.allCases.map(\.rawValue))
}

/// `keiro links export`: prints every link of the store, oldest first.
private struct ExportCommand {
  let format: LinkExport.Format
  /// The host whose links are exported; nil for all hosts.
  let host: String?
  let console: Console

  private static let pageSize = 1000

  func run(_ keiro: Keiro) throws(CommandFailure) -> ExitCode {
    // On a terminal the printed links show the progress themselves.
    let isShown = console.terminalWidth(.output) == nil
    var progress = ProgressBar(total: nil, noun: "links", console)
    defer { progress.clear() }
    var count = 0
    func write(_ text: String, _ links: Int) -> Bool {
      console.write(verbatim: text, to: .output)
      count += links
      if isShown { progress.show(count, rows: count) }
      return !console.outputHasFailed
    }
    switch keiro {
    case .here(let opened, _): try opened.stored(export(opened, write))
    case .there(let remote): try export(remote, write)
    }
    return .done
  }

  private func export(
    _ opened: OpenedStore, _ write: (String, Int) -> Bool
  ) throws(LinkStoreError) {
    let part = LinkExportPart(format, host: host, by: opened.changes.authority)
    var last: Int? = 0
    while let position = last {
      let page = try part.page(after: position, of: opened.store)
      guard write(page.text, page.count) else { return }
      last = page.next
    }
  }

  /// Exports page by page, so that a broken connection costs one page.
  private func export(
    _ remote: RemoteKeiro, _ write: (String, Int) -> Bool
  ) throws(CommandFailure) {
    var cursor: String?
    repeat {
      let page = try remote.persistently(
        APIRequest(
          .exportLinks,
          query: [
            CallParameters.exportFormat(format), CallParameters.host(text: host),
            CallParameters.exportCursor(text: cursor), CallParameters.exportLimit(Self.pageSize),
          ]))
      if cursor == nil { try remote.verify(page) }
      let lines = page.body.count { $0 == UInt8(ascii: "\n") }
      guard write(String(decoding: page.body, as: UTF8.self), lines) else { return }
      cursor = page["keiro-next-cursor"]
    } while cursor != nil
  }
}
