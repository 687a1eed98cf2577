import JSONSyntax
import LinkImport
import Links
import WebSyntax

extension FuzzTarget {
  /// Files of links: read in one piece and in many, then exported and imported again.
  ///
  /// The input is a byte for the format, a byte for the index of the cut, and the file.
  static let imports = FuzzTarget(name: "imports") { bytes in
    let format = bytes.first ?? 0
    let file = Array(bytes.dropFirst(2))
    let whole = rows([file], format)
    let cut = rows(FuzzInput.pieces(file, lengths: bytes.dropFirst().first ?? 0), format)
    expect(whole == cut, "\(whole) in one piece, \(cut) in several")
    for row in whole {
      expect(row.isRejected == (row.link == nil) || row.name == nil, "neither taken nor rejected")
      expect(!row.isRejected || !row.problems.isEmpty, "rejected for no reason")
    }
    let links = whole.compactMap(\.link)
    for format in LinkExport.Format.allCases { carry(links, over: format) }
  }

  /// `f`, `c` and `n` for the formats, `a` for what the file looks like, `y` for YOURLS; in upper
  /// case for links of a single site.
  private static func rows(_ pieces: [[UInt8]], _ format: UInt8) -> [ImportRow] {
    let formats: [UInt8: ImportFormat] = [
      UInt8(ascii: "f"): .firebase, UInt8(ascii: "c"): .csv, UInt8(ascii: "n"): .ndjson,
      UInt8(ascii: "a"): .auto, UInt8(ascii: "y"): .yourls,
    ]
    let isBound = format & 0x20 == 0
    var reader = LinkImportReader(
      formats[format | 0x20] ?? .csv, hosts: isBound ? oneSite : .anywhere, takesPasswords: true)
    return pieces.flatMap { reader.feed($0[...]) } + reader.finish()
  }

  private static let oneSite: ImportHosts = {
    let hosts = ["a.example", "*.w.example"].compactMap { HostPattern($0) }
    let site = SiteRules(
      hosts: hosts, prefix: "/s/", destinationHosts: hosts, isConfigured: { $0 == "taken" })
    return ImportHosts(sites: SiteTable([site]), otherHost: "a.example")
  }()

  /// Exports and imports; the result is compared with the original byte by byte, since texts that
  /// are equal in Swift may have different bytes.
  private static func carry(_ links: [ShortLink], over format: LinkExport.Format) {
    // An export of nothing may be an empty file, which is refused as one that was saved by mistake.
    guard !links.isEmpty else { return }
    var text = LinkExport.header(format)
    for link in links { text += LinkExport.row(link, format) }
    var reader = LinkImportReader(format == .csv ? .csv : .ndjson)
    let rows = reader.feed(Array(text.utf8)[...]) + reader.finish()
    expect(rows.allSatisfy(\.problems.isEmpty), "\(rows.flatMap(\.problems)) after \(format)")
    let before = links.map(FuzzLink.text)
    let after = rows.compactMap(\.link).map(FuzzLink.text)
    expect(before == after, "\(before) went out as \(format), \(after) came in")
  }
}

enum FuzzLink {
  static func text(_ link: ShortLink) -> [UInt8] {
    Array(JSONOutput.object(link.members(password: .hash)).compact.utf8)
  }
}
