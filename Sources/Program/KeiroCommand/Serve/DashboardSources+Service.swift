import Dashboard
import JSONSyntax
import KeiroConfiguration
import LinkStorage
import Links
import NodeStore
import Outgoing
import Synchronization
import System

extension DashboardSources {
  init(
    _ configuration: CompiledConfiguration, file: String, node: NodeStore?,
    log: @escaping @Sendable (String) -> Void
  ) {
    let name = configuration.store.nodeName
    let review = ReviewedFile(file)
    let outgoing = configuration.outgoing
    self.init(
      version: keiroVersion, uploadFolder: Process.temporaryFolder,
      nodes: { node.map { [$0.standing.shown(name: name)] } ?? [] },
      findings: { review.findings }, fetch: { Self.fetch($0, $1, outgoing, log) })
    isOneOfMany = node != nil
    hourDays = configuration.statistics.hours
  }

  private static func fetch(
    _ url: String, _ form: ProviderForm?, _ rules: OutgoingRules, _ log: (String) -> Void
  ) -> (status: Int, body: [UInt8])? {
    do throws(OutgoingError) {
      var request = OutgoingRequest(form == nil ? "GET" : "POST", url)
      request.timeout = 10
      request.bodyLimit = 1 << 20
      request.fields = [("Accept", "application/json")]
      if let form {
        request.body = Array(form.body.utf8)
        request.fields.append(("Content-Type", "application/x-www-form-urlencoded"))
        if let proof = form.authorization { request.fields.append(("Authorization", proof)) }
      }
      let answer = try OutgoingClient(rules).send(request)
      if answer.status != 200 {
        log("\(url.prefix(200)), of a provider, answers \(answer.status)\(reason(answer.body))")
      }
      return (answer.status, answer.body)
    } catch {
      log("\(url.prefix(200)), of a provider, cannot be asked: \(error.message)")
      return nil
    }
  }
}

/// What a provider says is wrong (RFC 6749, section 5.2), such as `: invalid_client` for a wrong secret; empty
/// if it does not.
private func reason(_ body: [UInt8]) -> String {
  let error = (try? JSONDocument(parsing: body))?.root.member("error")?.string ?? ""
  let isCode = error.utf8.count <= 64 && error.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  return error.isEmpty || !isCode ? "" : ": \(error)"
}

/// The problems that `keiro check` finds in the file, determined when a page first asks for them.
private final class ReviewedFile: Sendable {
  private let file: String
  private let known = Mutex<[DashboardSources.Finding]?>(nil)

  init(_ file: String) {
    self.file = file
  }

  var findings: [DashboardSources.Finding] {
    known.withLock { known in
      let found = known ?? review()
      known = found
      return found
    }
  }

  private func review() -> [DashboardSources.Finding] {
    do throws(ConfigurationFailure) {
      let now = Timestamp(secondsSinceEpoch: Int(Clock.now()))
      let loaded = try ConfigurationLoader.examine(path: file)
      return ConfigurationReview.problems(of: loaded, now: now).problems.map {
        (isError: $0.severity == .error, path: $0.path, sentence: $0.sentence)
      }
    } catch {
      return [(isError: true, path: "", sentence: Sentence(english: error.obstacle(file: file)))]
    }
  }
}

extension NodeStanding {
  fileprivate func shown(name: String) -> DashboardSources.Node {
    var notes = ["\(nodes) node\(nodes == 1 ? "" : "s") alive"]
    if let lag { notes.append("\(Int(max(lag, 0) * 1000)) ms behind") }
    if unsent > 0 { notes.append("\(unsent) clicks unsent") }
    if let failure { notes.append("the database does not answer: \(failure)") }
    return (name: name, isInOrder: isUp && isWhole, note: notes.joined(separator: ", "))
  }
}
