import JSONSyntax
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
      let configuration = status.member("configuration")
      var lines = items.map { ["weight", "since", "kind", "title"].map($0.text) }
      if let time = configuration?.text("loadedAt") {
        lines.append(["configuration", time, configuration?.text("digest")])
      }
      for address in status.elements("unknown").prefix(unknownShown) {
        let place = (address.text("host") ?? "") + (address.text("path") ?? "")
        lines.append(["unknown", address.number("count").map(String.init), place])
      }
      var remarks = items.isEmpty ? ["nothing needs anyone"] : []
      if status.member("unknown")?.array == nil {
        remarks.append("where visitors find nothing is not known: the store does not answer")
      }
      return CommandAnswer(
        document: status, lines: lines.map(CommandAnswer.row), remarks: remarks,
        isPositive: !items.contains { $0.text("weight") == "critical" })
    }
  }

  /// The number of unknown addresses in the text form.
  private static let unknownShown = 10
}
