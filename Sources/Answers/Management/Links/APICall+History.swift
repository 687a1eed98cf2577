import Changes
import HTTPCore
import JSONSyntax
import Links
import LinkStorage
import Questions
import Service
import WebSyntax

/// Calls about the history of links, restoring and undoing.
extension APICall {
  func listVersions() throws(Problem) -> APIAnswer {
    let (key, before) = (try key(), try given(CallParameters.numberCursor))
    let limit = try limit(CallParameters.limit.orBlank)
    return json(try answered(inquiry.versions(of: key, before: before, limit: limit)).document)
  }

  func listDeletedLinks() throws(Problem) -> APIAnswer {
    let start = try given(CallParameters.deletedCursor)
    let (filter, limit) = (try linkFilter(), try limit(CallParameters.limit.orBlank))
    let answer = try answered(inquiry.deletedLinks(filter, from: start, limit: limit))
    return json(answer.document)
  }

  /// Answers `{"removed": N}`.
  func purgeLinks() throws(Problem) -> APIAnswer {
    let host = try given(CallParameters.host)?.description
    let until = try given(CallParameters.until)?.before(timestamp)
    let slot = try transferSlot()
    defer { withExtendedLifetime(slot) {} }
    // Times are whole seconds: what was deleted in this one goes, too.
    let end = until ?? Timestamp(secondsSinceEpoch: timestamp.secondsSinceEpoch + 1)
    let count = try changed(editor.purge(host: host, before: end))
    return json(["removed": .int(count)])
  }

  /// Restores `{"version": N}`; without a body or that member, the newest version before the
  /// current state.
  func restoreLink() throws(Problem) -> APIAnswer {
    let key = try key()
    var version: Int?
    if !body.isEmpty {
      version = try document().read { object in
        object.present("version")?.int(in: 1...Int(Int32.max))
      }
    }
    let condition = LinkPrecondition(fields)
    return answer(try changed(editor.restore(key, version: version, if: condition)))
  }

  func undoChange() throws(Problem) -> APIAnswer {
    guard let number = path.number else { throw .notFound }
    let isDryRun = try isOn(CallParameters.dryRun)
    // Undoing an import takes long, so it needs a transfer slot.
    let slot = try transferSlot()
    defer { withExtendedLifetime(slot) {} }
    return json(
      try changed(editor.undo(number, isDryRun: isDryRun)).document(in: snapshot))
  }
}
