import Changes
import HTTPCore
import JSONSyntax
import LinkImport
import Links
import Service
import Synchronization

/// `POST /v1/links:apply`: a file with the desired state of an owner's links. It is
/// applied after its last line.
final class LinkApplySink: HTTPBodySink {
  private struct State {
    var file: LinkFile
    /// The client has gone; nothing is applied.
    var isCancelled = false
  }

  private let call: APICall
  private let links: LinkEditor
  private let terms: ApplyingTerms
  private let state: Mutex<State>

  init(_ call: APICall) throws(Problem) {
    let values = call.parameters
    var format: LinkExport.Format?
    if let name = values["format"], !name.isEmpty {
      format = LinkExport.Format(rawValue: name)
      guard format != nil else {
        throw .parameter("format", "'\(name.prefix(100))' is not a format: expected csv or ndjson")
      }
    }
    let owner = values["owner"].flatMap { $0.isEmpty ? nil : $0 } ?? LinkFile.defaultOwner
    if let fault = LinkFile.fault(ofOwner: owner) { throw .parameter("owner", fault) }
    terms = ApplyingTerms(
      prunes: try APICall.flag("prune", values["prune"]),
      isDryRun: try APICall.flag("dryRun", values["dryRun"]))
    links = try call.editor()
    self.call = call
    state = Mutex(State(file: links.file(of: owner, format)))
  }

  /// The sink to which the request's body goes.
  var onceWhole: TransferSink {
    get throws(Problem) { try TransferSink(call) { [self] _ in self } }
  }

  func receive(_ bytes: [UInt8], completion: @escaping @Sendable () -> Void) {
    call.directory.transfer { [self] in
      state.withLock { $0.file.feed(bytes) }
      completion()
    }
  }

  func finish(completion: @escaping HTTPCompletion) {
    call.directory.transfer { [self] in
      let state = state.withLock { state in
        state.file.finish()
        return state
      }
      do throws(Problem) {
        guard !state.isCancelled else {
          throw Problem(.serviceUnavailable, "abandoned", .clientGone)
        }
        let plan = try call.changed { () throws(ChangeError) in
          try links.apply(state.file, terms, passwords: call.directory.passwords)
        }
        call.complete(call.json(plan.document(in: call.snapshot)), completion)
      } catch {
        completion(call.response(to: error))
      }
    }
  }

  func cancel() {
    state.withLock { $0.isCancelled = true }
  }
}
