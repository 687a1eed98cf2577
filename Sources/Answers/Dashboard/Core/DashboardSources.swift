package import JSONSyntax
import LinkStorage
import Service

/// Facts about the surrounding process that the store does not know.
package struct DashboardSources: Sendable {
  package struct Node: Equatable, Sendable {
    package var name: String
    /// Whether the node needs no attention.
    package var isInOrder: Bool
    /// One sentence without a capital or a full stop.
    package var note: String

    package init(name: String, isInOrder: Bool, note: String) {
      self.name = name
      self.isInOrder = isInOrder
      self.note = note
    }
  }

  /// A problem in the configuration that deserves attention.
  package struct Finding: Equatable, Sendable {
    /// Whether the problem is an error rather than a warning.
    package var isError: Bool
    /// The location in the configuration, such as `sites[0].routes[2].screen`.
    package var path: String
    /// The problem in one sentence without a capital or a full stop.
    package var sentence: Sentence

    package init(isError: Bool, path: String, sentence: Sentence) {
      self.isError = isError
      self.path = path
      self.sentence = sentence
    }
  }

  package var version: String
  /// Returns the nodes as of now; empty for a single server.
  package var nodes: @Sendable () -> [Node]
  /// Whether other nodes may serve the next request of the same session.
  package var isOneOfMany = false
  package var findings: @Sendable () -> [Finding]
  /// Sends requests to providers; nil where the process cannot.
  package var fetch: ProviderFetch?
  /// The number of days for which hourly clicks are stored.
  package var hourDays = StatisticsRetention().hours
  /// The folder for files that wait to be imported.
  package var uploadFolder: String

  package init(
    version: String, uploadFolder: String, nodes: @escaping @Sendable () -> [Node] = { [] },
    findings: @escaping @Sendable () -> [Finding] = { [] }, fetch: ProviderFetch? = nil
  ) {
    self.version = version
    self.uploadFolder = uploadFolder
    self.nodes = nodes
    self.findings = findings
    self.fetch = fetch
  }
}

/// Sends a GET, or a POST of a form when a body is given, and waits for the status and the body of
/// the answer; nil when there is no answer.
package typealias ProviderFetch =
  @Sendable (_ url: String, _ form: String?) -> (status: Int, body: [UInt8])?

/// The in-memory state of the dashboard: its queue, files that wait to be imported, the metadata of
/// providers, and results that took long to compute. It outlives configurations.
package final class DashboardMemory: Sendable {
  let queue = WorkQueue(label: "keiro.pages", lanes: 2, slots: 64, slotsEach: 16)
  let uploads = UploadShelf()
  let providers = ProviderShelf()
  let challengeKey = ChallengeKey()
  let topLinks = TopLinks()
  let zones = ZoneShelf.system

  package init() {}
}
