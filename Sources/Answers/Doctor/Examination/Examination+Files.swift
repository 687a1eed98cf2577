import AppAssociation
import AssociationValidation
import Questions

extension ProbedFile {
  var status: DoctorCheck { kind == .apple ? .aasaStatus : .assetlinksStatus }
  var redirect: DoctorCheck { kind == .apple ? .aasaRedirect : .assetlinksRedirect }
  var type: DoctorCheck { kind == .apple ? .aasaContentType : .assetlinksContentType }
  var time: DoctorCheck { kind == .apple ? .aasaTime : .assetlinksTime }
  var addresses: DoctorCheck { kind == .apple ? .aasaAddresses : .assetlinksAddresses }
  var agentsCheck: DoctorCheck { kind == .apple ? .aasaAgents : .assetlinksAgents }
  var valid: DoctorCheck { kind == .apple ? .aasaValid : .assetlinksValid }
  var matches: DoctorCheck { kind == .apple ? .aasaMatchesConfig : .assetlinksMatchesConfig }
  /// The file of the other platform.
  var other: ProbedFile { kind == .apple ? .android : .apple }
}

extension Examination {
  func answer(_ file: ProbedFile) -> Observed? { main?[keyPath: file.answer] }

  func seen(_ file: ProbedFile) -> FileObservation { host[keyPath: file.seen] }

  func wanted(_ file: ProbedFile) -> HostExpectation.File {
    file.kind == .apple ? expected.apple : expected.android
  }

  /// Returns whether a host may lack the file: it should not have one, or nothing specifies whether
  /// it should and the other file exists.
  func mayBeAbsent(_ file: ProbedFile) -> Bool {
    switch wanted(file) {
    case .absent: return true
    case .bytes: return false
    case .unknown: break
    }
    let isAsked =
      file.kind == .apple
      ? !expected.apps.isEmpty || expected.entitlements != nil : !expected.packages.isEmpty
    return !isAsked && answer(file.other)?.status == 200
  }

  // MARK: - The checks

  func status(_ file: ProbedFile) -> Judgement {
    guard let answer = answer(file) else { return .skip("there is no answer") }
    guard let obstacle = obstacle(file) else {
      if let limit, limit.check == file.status { return limit.judgement }
      let unproved = main?.distrust == nil ? "" : " (asked without trusting the certificate)"
      return .pass("200" + unproved)
    }
    switch obstacle.check {
    case file.status: return obstacle.judgement
    // A complete answer with different content.
    case file.type, file.valid: return .pass(answer.outcome)
    default: return .skip("\(answer.outcome): see \(obstacle.check.rawValue)")
    }
  }

  func redirect(_ file: ProbedFile) -> Judgement {
    if let obstacle = obstacle(file), obstacle.check == file.redirect { return obstacle.judgement }
    guard let answer = answer(file), let status = answer.status else {
      return .skip("there is no answer")
    }
    return answer.isRedirect
      ? .skip("\(status): see \(file.agentsCheck.rawValue)")
      : .pass("it is not redirected")
  }

  func contentType(_ file: ProbedFile) -> Judgement {
    if let unread = unread(file.type, file) { return unread }
    guard let answer = answer(file) else { return .skip("there is no answer") }
    var allowed = ["application/json"]
    // A DER message, which begins with the tag of a sequence.
    if file.kind == .apple, answer.body.first == 0x30 { allowed.append("application/pkcs7-mime") }
    let type = answer.mediaType
    if let type, allowed.contains(type) { return .pass(type) }
    let named = type.map { "the type \($0.shown)" } ?? "no type"
    // Apple's systems read the file regardless; Google's refuse it.
    return file.kind == .apple
      ? .warn("the file has \(named): expected application/json")
      : .fail("the file has \(named): expected application/json")
  }

  func time(_ file: ProbedFile) -> Judgement {
    if let obstacle = obstacle(file), obstacle.check == file.time { return obstacle.judgement }
    guard let answer = answer(file), answer.status != nil, answer.failure == nil else {
      return .skip("there is no complete answer")
    }
    if file.kind == .android, answer.body.count > Self.sizeLimit {
      let evidence = "the file has \(answer.body.count) bytes: expected at most 131072"
      return tooLarge(file, evidence).judgement
    }
    let evidence = "\(answer.milliseconds) ms"
    switch answer.milliseconds {
    case 5000...: return .fail(evidence)
    case 2000...: return .warn(evidence)
    default: return .pass(evidence)
    }
  }

  static var sizeLimit: Int { 128 * 1024 }

  func sameAtAddresses(_ file: ProbedFile) -> Judgement {
    guard reached.count > 1, let first = reached.first else { return .skip("one address answers") }
    for other in reached.dropFirst() {
      let (one, two) = (first[keyPath: file.answer], other[keyPath: file.answer])
      guard one.outcome == two.outcome else {
        return .fail("\(first.address) answers \(one.outcome), \(other.address) \(two.outcome)")
      }
      guard one.body == two.body || one.status != 200 else {
        return .fail(
          "different files: \(one.body.count) bytes at \(first.address), \(two.body.count) at "
            + "\(other.address)")
      }
    }
    return .pass("the same at \(reached.count) addresses")
  }

  func sameForAgents(_ file: ProbedFile) -> Judgement {
    guard let answer = answer(file), !seen(file).agents.isEmpty else {
      return .skip("other agents were not tried")
    }
    // If no agent gets the file, the differences between agents are not a second fault.
    if let unread = unread(file.agentsCheck, file) { return unread }
    if let turns = turns(file) { return turns }
    if seen(file).agents.contains(where: { $0.answer.outcome != answer.outcome }) {
      return .warn(portions(file, answer))
    }
    let other = seen(file).agents.first { answer.isDocument && $0.answer.body != answer.body }
    if let other {
      return other.answer.content == .document
        ? .fail(
          "different files: \(answer.body.count) bytes for \(file.fetcher), "
            + "\(other.answer.body.count) for \(other.agent)")
        : .warn(portions(file, answer))
    }
    return .pass("the same for \(count(seen(file).agents.count + 1, "agent"))")
  }

  // MARK: - Contents

  /// Returns the file, if it was received.
  func text(_ file: ProbedFile) -> AssociationText? {
    guard let answer = answer(file), answer.isDocument else { return nil }
    return AssociationText(file.path, bytes: answer.body)
  }

  func valid(_ file: ProbedFile) -> Judgement {
    if let unread = unread(file.valid, file) { return unread }
    guard let answer = answer(file), let text = text(file) else {
      return .skip("there is no answer")
    }
    if let exchanged = exchanged(file, answer) { return exchanged }
    let validation = ValidationAnswer([.source(text)], kind: .association(file.kind))
    // The size has its own check.
    let all = validation.files.flatMap(\.findings).filter {
      $0.code != "file-size" && $0.code != "list-size"
    }
    for severity in [Finding.Severity.error, .warning] {
      let found = all.filter { $0.severity == severity }
      guard let first = found.first else { continue }
      let path = first.path.isEmpty ? "" : first.path + ": "
      let words = "\(path)\(first.message) [\(first.code)]".shown(limit: 400)
      let number = found.reduce(0) { $0 + $1.count }
      let evidence = "\(count(number, severity.rawValue)), the first: \(words)"
      let help = first.help?.shown(limit: 400)
      return severity == .error ? .fail(evidence, help: help) : .warn(evidence, help: help)
    }
    return .pass("\(answer.body.count) bytes without a fault")
  }

  /// The failure of a file that is the other platform's; nil for others.
  private func exchanged(_ file: ProbedFile, _ answer: Observed) -> Judgement? {
    let other = file.other
    guard answer.isAssociation(other.kind) else { return nil }
    let name = other.kind == .apple ? "apple-app-site-association" : "assetlinks.json"
    let isExchange = self.answer(other)?.isAssociation(file.kind) == true
    return .fail(
      "this is \(name)" + (isExchange ? ": the two files are swapped" : ""),
      help: isExchange
        ? "exchange the two files" : "serve it at \(other.path), and the right file here")
  }

  func matches(_ file: ProbedFile) -> Judgement {
    guard let answer = answer(file) else { return .skip("there is no answer") }
    switch wanted(file) {
    case .unknown: return .skip("no configuration defines what the host serves")
    case .absent:
      return answer.status == 200
        ? .warn(
          "the host serves a file, though the configuration has none",
          help: "let Keiro answer the path, or give the site apps and routes")
        : .pass("absent, as configured")
    case .bytes(let bytes):
      if let cause = cause(file) { return .skip(following: cause) }
      if let changing = changing(file) { return changing }
      return compare(answer.body, bytes, kind: file.kind, as: "the configuration")
    }
  }

  func compare(
    _ found: [UInt8], _ wanted: [UInt8], kind: AssociationFile.Kind, as origin: String,
    help: String? = nil
  ) -> Judgement {
    if found == wanted { return .pass("the same \(found.count) bytes as that of \(origin)") }
    let (old, new) = (
      AssociationText("found", bytes: found), AssociationText("wanted", bytes: wanted)
    )
    do throws(UnreadableAssociation) {
      // Both texts have to be of the same platform.
      _ = try old.decoded(kind: kind)
      let difference = try AssociationDifference(from: old, to: new)
      if difference.isEmpty { return .pass("written differently, behaves like that of \(origin)") }
      return .fail("differs from \(origin): \(summary(difference))", help: help)
    } catch {
      return .fail(
        "differs from \(origin), and cannot be read: \(error.finding.message.shown)", help: help)
    }
  }

  private func summary(_ difference: AssociationDifference) -> String {
    if let app = difference.apps.first, let generation = app.generations.first {
      let name = app.identifier.shown(limit: 100)
      if let example = generation.examples.first {
        let url = example.url.shown(limit: 100)
        switch (example.old, example.new) {
        case (_, .match): return "\(url) should open \(name), and does not"
        case (.match, _): return "\(url) should not open \(name), and does"
        default: return "different rules of \(name) decide \(url)"
        }
      }
      return "\(count(generation.changes.count, "rule")) of \(name)"
    }
    if let change = difference.services.first {
      return "\(change.app.shown(limit: 100)) "
        + (change.isAdded ? "is missing from " : "should not be in ") + change.service
    }
    if let change = difference.statements.first {
      let target = change.target.shown(limit: 100)
      let what = change.fingerprint.map { "the certificate \($0.shown(limit: 100)) of \(target)" }
      return (what ?? target) + (change.isAdded ? " is missing" : " should not be there")
    }
    return "the files are too large for a full comparison"
  }
}
