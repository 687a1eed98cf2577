import JSONSyntax
package import Links

/// Makes links from short URLs and the old service's answers to them.
package struct ListedLinks {
  private var rows: RowReader
  private var firstLines: [LinkKey: Int] = [:]
  private let hosts: ImportHosts

  /// - Parameter hosts: decides which hosts and slugs the links get.
  package init(hosts: ImportHosts) {
    self.hosts = hosts
    rows = RowReader(
      .answers, hosts: hosts, reader: ImportedLinkReader(takesPasswords: false))
    // These names are known, so there are no problems with them.
    _ = try? rows.rows(.names(line: 1, ["short_link", "url"]))
  }

  /// The key that a short URL will have here; nil when it cannot have one.
  package func key(of url: String) -> LinkKey? {
    try? hosts.key(ofShortURL: url) { _ in }.get()
  }

  /// The row of an address that need not be asked for, because it cannot exist here or is already
  /// in the list; nil for an address to ask for.
  package mutating func rejection(of url: String, line: Int) -> ImportRow? {
    switch hosts.key(ofShortURL: url, note: { _ in }) {
    case .failure(let fault):
      return ImportRow(line: line, name: url, rejectedFor: [fault.reason])
    case .success(let key):
      guard let first = firstLines[key] else {
        firstLines[key] = line
        return nil
      }
      return ImportRow(
        line: line, name: url,
        rejectedFor: [Sentence(ImportRemark.alreadyInLine(first))])
    }
  }

  /// Returns the row that an answer of the old service makes, or its rejection.
  package mutating func row(_ answer: OldAnswer, line: Int) -> ImportRow {
    func rejected(_ reason: String) -> ImportRow {
      ImportRow(line: line, name: answer.url, rejectedFor: reason)
    }
    switch answer.destination {
    case .failure(let fault): return rejected(fault.message)
    case .success(let target):
      do throws(ImportFault) {
        let found = try rows.rows(
          .values(CSVRecord(line: line, fields: [answer.url, target])))
        return found.first ?? rejected("it is not a link")
      } catch {
        return rejected(error.message)
      }
    }
  }
}

extension ImportSource {
  /// The answers of an old service, as a table.
  static let answers = ImportSource(
    format: .urlList, title: "the old service", shapes: [.table],
    columns: [
      SourceColumn("short_link", is: .shortURL), SourceColumn("url", is: .field("url")),
    ],
    signatures: [])
}
