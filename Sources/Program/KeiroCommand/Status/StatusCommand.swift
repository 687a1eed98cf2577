import JSONSyntax
import Links
import Management

extension CommandTable {
  static let status = CommandSpecification.onKeiro(
    "status", "show what needs someone, since when, and where visitors find nothing",
    details: [
      "Lists nodes and their lag, spools, refused reloads, certificates, hosts that fail the",
      "doctor's checks, webhooks, destinations, store and disk, the gravest first, as the",
      "dashboard does; then the configuration in force, and the most frequent addresses of",
      "the last two days that lead nowhere (--json has up to 1000). A token needs the scope",
      "admin and no hosts. Exits with 1 when something is critical.",
    ],
    examples: ["status", "status --json --server https://keiro.example.com --token-file token.txt"]
  ) { arguments throws(UsageError) in
    try arguments.calling(APIRequest(.status)) { status in
      let items = status.elements("items")
      return CommandAnswer(
        status, lines: items.map(\.statusLine) + status.configurationLines + status.unknownLines,
        remarks: items.isEmpty ? ["nothing needs anyone"] : [],
        isPositive: !items.contains { $0.text("weight") == "critical" })
    }
  }
}

/// The number of unknown addresses in the text form.
private let unknownShown = 10

extension JSONNode {
  fileprivate var statusLine: String {
    CommandAnswer.row([text("weight"), text("since"), text("kind"), text("title")])
  }

  fileprivate var configurationLines: [String] {
    guard let configuration = member("configuration"), let time = configuration.text("loadedAt")
    else { return [] }
    return [CommandAnswer.row(["configuration", time, configuration.text("digest")])]
  }

  fileprivate var unknownLines: [String] {
    elements("unknown").prefix(unknownShown).map { address in
      CommandAnswer.row([
        "unknown", address.number("count").map(String.init),
        (address.text("host") ?? "") + (address.text("path") ?? ""),
      ])
    }
  }
}
