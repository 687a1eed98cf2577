import AssociationValidation

/// The checks of a host's documents other than the association files of Apple and Android.
extension Examination {
  /// - Parameter check: one with the name of a document.
  func document(_ check: DoctorCheck) -> Judgement {
    guard let document = HostDocument(rawValue: check.rawValue),
      let wanted = expected.documents[document]
    else {
      return .skip("the configuration has none")
    }
    guard let answer = host.documents[document] else { return .skip("it was not requested") }
    if answer.status == 200, answer.failure != nil {
      return .fail(answer.outcome, help: answer.fileHelp)
    }
    guard answer.isDocument else {
      let location = answer.isRedirect ? " to \((answer["location"] ?? "").shown)" : ""
      return .fail("\(answer.outcome)\(location): expected 200", help: answer.fileHelp)
    }
    guard answer.mediaType == "application/json" else {
      let type = answer.mediaType.map { "the type \($0.shown)" } ?? "no type"
      return .fail("the document has \(type): expected application/json")
    }
    if let error = document.findings(in: answer.body).first(where: { $0.severity == .error }) {
      return .fail(
        "\(error.message.shown(limit: 400)) [\(error.code)]", help: error.help?.shown(limit: 400))
    }
    guard answer.body == wanted else {
      return .fail(
        "a different document from the generated one: \(answer.body.count) bytes instead of "
          + "\(wanted.count)")
    }
    return .pass("200, as configured")
  }

  /// Source: W3C, A Well-Known URL for Changing Passwords, sections 3 and 4.
  func changePassword() -> Judgement {
    guard let wanted = expected.changePassword else { return .skip("the configuration has none") }
    guard let answer = host.changePassword else { return .skip("it was not requested") }
    guard let status = answer.status, [302, 303, 307].contains(status) else {
      return .fail("\(answer.outcome): expected a redirect with 302, 303 or 307", help: answer.help)
    }
    let location = answer["location"] ?? ""
    guard location == wanted else {
      return .fail("it leads to '\(location.shown)', but in the configuration to '\(wanted.shown)'")
    }
    if let missing = host.missingDocument, let status = missing.status,
      (200...299).contains(status)
    {
      return .fail(
        "a file that does not exist answers \(status): browsers then treat the redirect as a page "
          + "that is served everywhere")
    }
    return .pass("\(status) to \(location.shown)")
  }
}
