import Changes
import HTTPCore
import JSONSyntax
import Links
import LinkStorage
import Questions
import Service

/// Calls about the history of links, restoring and undoing.
extension APICall {
  func listVersions(_ key: LinkKey) throws(Problem) -> APIAnswer {
    let values = parameters.filter { !$0.value.isEmpty }
    let question = HistoryQuestion(
      of: key, before: try Self.number(values["cursor"]), limit: try Self.limit(values["limit"]))
    return json(
      try answered { inquiry throws(InquiryError) in try inquiry.versions(question) }.document)
  }

  func listDeletedLinks() throws(Problem) -> APIAnswer {
    let values = parameters.filter { !$0.value.isEmpty }
    var cursor: DeletedCursor?
    if let text = values["cursor"] {
      guard let read = DeletedCursor(text) else { throw .notCursor(text) }
      cursor = read
    }
    let (filter, start) = (try linkFilter(), cursor)
    let limit = try Self.limit(values["limit"])
    let answer = try answered { inquiry throws(InquiryError) in
      try inquiry.deletedLinks(filter, from: start, limit: limit)
    }
    return json(answer.document)
  }

  /// Restores `{"version": N}`; without a body or that member, the newest version before the
  /// current state.
  func restoreLink(_ key: LinkKey) throws(Problem) -> APIAnswer {
    var version: Int?
    if !request.body.isEmpty {
      version = try document().read { object in
        object.present("version")?.int(in: 1...Int(Int32.max))
      }
    }
    let (wanted, links, condition) = (version, try editor(), LinkPrecondition(request.fields))
    return answer(
      try changed { () throws(ChangeError) in
        try links.restore(key, version: wanted, if: condition)
      })
  }

  func undoChange() throws(Problem) -> APIAnswer {
    guard let number = path.number else { throw .notFound }
    let isDryRun = try Self.flag("dryRun", parameters["dryRun"])
    let links = try editor()
    // Undoing an import takes long, so it needs a transfer slot.
    let slot = try transferSlot()
    defer { withExtendedLifetime(slot) {} }
    return json(
      try changed { () throws(ChangeError) in
        try links.undo(number, isDryRun: isDryRun)
      }.document(in: snapshot))
  }
}
