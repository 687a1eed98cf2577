package import Changes
import HTTPCore
import JSONSyntax
import LinkImport
import Links
import Service

/// `POST /v1/links:apply`: a file with the desired state of an owner's links, applied after its last
/// line.
struct LinkApplication: TransferReader {
  private let call: APICall
  private let links: LinkEditor
  private let terms: ApplyingTerms
  private var file: LinkFile

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

  mutating func feed(_ bytes: [UInt8]) { file.feed(bytes) }

  mutating func finish(_ completion: @escaping HTTPCompletion) throws(Problem) {
    call.complete(try answer(), completion)
  }

  fileprivate mutating func answer() throws(Problem) -> APIAnswer {
    file.finish()
    let plan = try call.changed(links.apply(file, terms, passwords: call.directory.passwords))
    return call.json(plan.document(in: call.snapshot))
  }
}

extension APICall {
  /// Applies the body, which is not streamed: that of a command, or none.
  func applyLinks() throws(Problem) -> APIAnswer {
    guard !body.isEmpty else { return try refuseEmptyFile() }
    var application = try LinkApplication(self)
    application.feed(body)
    return try application.answer()
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
