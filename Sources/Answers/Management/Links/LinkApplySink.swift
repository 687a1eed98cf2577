package import Changes
import HTTPCore
import JSONSyntax
import LinkImport
import Links
import Service
import Synchronization

/// `POST /v1/links:apply`: a file with the desired state of an owner's links.
struct LinkApplication {
  private let call: APICall
  private let links: LinkEditor
  private let terms: ApplyingTerms
  var file: LinkFile

  init(_ call: APICall) throws(Problem) {
    let format = try call.given(CallParameters.fileFormat)
    let owner = try call.given(CallParameters.fileOwner) ?? LinkFile.defaultOwner
    if let fault = LinkFile.fault(ofOwner: owner) { throw .parameter("owner", fault) }
    terms = ApplyingTerms(
      prunes: try call.isOn(CallParameters.prune), isDryRun: try call.isOn(CallParameters.dryRun))
    links = try call.changed(call.editor)
    file = links.file(of: owner, format)
    self.call = call
  }

  /// The answer, once the file is whole.
  func answer() throws(Problem) -> APIAnswer {
    let plan = try call.changed(links.apply(file, terms, passwords: call.directory.passwords))
    return call.json(plan.document(in: call.snapshot))
  }
}

extension APICall {
  /// Applies the body, which is not streamed: that of a command, or none.
  func applyLinks() throws(Problem) -> APIAnswer {
    guard !body.isEmpty else { return try refuseEmptyFile() }
    var application = try LinkApplication(self)
    application.file.feed(body)
    application.file.finish()
    return try application.answer()
  }
}

/// A file that arrives in parts, and is applied after its last line.
final class LinkApplySink: HTTPBodySink {
  private struct State {
    var application: LinkApplication
    /// The client has gone; nothing is applied.
    var isCancelled = false
  }

  private let call: APICall
  private let state: Mutex<State>

  init(_ call: APICall) throws(Problem) {
    self.call = call
    state = Mutex(State(application: try LinkApplication(call)))
  }

  /// The sink to which the request's body goes.
  var onceWhole: TransferSink {
    get throws(Problem) { try TransferSink(call) { [self] _ in self } }
  }

  func receive(_ bytes: [UInt8], completion: @escaping @Sendable () -> Void) {
    call.directory.transfer { [self] in
      state.withLock { $0.application.file.feed(bytes) }
      completion()
    }
  }

  func finish(completion: @escaping HTTPCompletion) {
    call.directory.transfer { [self] in
      let state = state.withLock { state in
        state.application.file.finish()
        return state
      }
      do throws(Problem) {
        guard !state.isCancelled else {
          throw Problem(.serviceUnavailable, "abandoned", .clientGone)
        }
        call.complete(try state.application.answer(), completion)
      } catch {
        completion(call.response(to: error))
      }
    }
  }

  func cancel() {
    state.withLock { $0.isCancelled = true }
  }
}

extension APIRequest {
  /// The request that applies a file.
  package init(applying file: [UInt8], of owner: String, _ terms: ApplyingTerms) {
    self.init(
      .applyLinks,
      query: [
        CallParameters.fileOwner(owner), CallParameters.dryRun(terms.isDryRun),
        CallParameters.prune(terms.prunes ? true : nil),
      ], file: file)
    // A file may contain many passwords, and comparing each takes time.
    timeout = 300
  }
}
