import AppAssociation
import Questions
import WebSyntax

/// The obstacles to reading a file. Each is reported once, by the check that it belongs to; the
/// other checks of the file are skipped and refer to that check.
extension Examination {
  /// Returns the result that explains why the file cannot be read; nil when it can.
  func obstacle(_ file: ProbedFile) -> Obstacle? {
    guard let answer = answer(file) else { return (file.status, .skip("there is no answer")) }
    if answer.isRateLimit, let limit { return limit }
    if let unsteadiness = unsteadiness(file) { return (file.status, unsteadiness) }
    if let division = division(file, answer) { return (file.agentsCheck, division) }
    guard let status = answer.status else { return silence(file, answer) }
    if answer.isRedirect { return (file.redirect, redirection(file, answer, status)) }
    guard status == 200 else { return (file.status, refusal(file, answer, status)) }
    if let failure = answer.failure { return interruption(file, answer, failure) }
    return replacement(file, answer)
  }

  /// Returns the check that explains why the file cannot be parsed; nil when it can.
  func cause(_ file: ProbedFile) -> DoctorCheck? {
    if let obstacle = obstacle(file) { return obstacle.check }
    if file.kind == .apple, size().verdict == .fail { return .aasaSize }
    return (try? text(file)?.decoded(kind: file.kind)) == nil ? file.valid : nil
  }

  /// Returns the result of a check of an unreadable file: the obstacle itself, or a reference to
  /// the check that reports it. Nil when the file is readable.
  func unread(_ check: DoctorCheck, _ file: ProbedFile) -> Judgement? {
    guard let obstacle = obstacle(file) else { return nil }
    return obstacle.check == check ? obstacle.judgement : .skip(following: obstacle.check)
  }

  // MARK: - Kinds of obstacles

  /// Returns a failure when other agents get the file and only the fetcher does not.
  private func division(_ file: ProbedFile, _ answer: Observed) -> Judgement? {
    let others = seen(file).agents.map(\.answer).filter { $0.body != answer.body }
    guard !others.isEmpty, !answer.isAssociation(file.kind),
      others.contains(where: { $0.isAssociation(file.kind) })
    else { return nil }
    return .fail(portions(file, answer))
  }

  /// Describes what each agent gets:
  /// `Apple's fetcher (AASA-Bot/1.0.0) gets 403, a phone (swcd) 200`.
  func portions(_ file: ProbedFile, _ answer: Observed) -> String {
    let others = seen(file).agents.map { "\($0.agent) \($0.answer.portion)" }
    return (["\(file.asker) (\(file.fetcher)) gets \(answer.portion)"] + others)
      .joined(separator: ", ")
  }

  private func silence(_ file: ProbedFile, _ answer: Observed) -> Obstacle {
    switch answer.failure {
    case .handshake:
      (speaksOldTLSOnly ? .tlsVersion : .tlsChain, .skip("there is no TLS connection"))
    case .timeout(let what, let seconds): (file.time, late(answer, what, seconds))
    default:
      (file.status, .fail("\(file.path): \(answer.outcome)", help: answer.fileHelp))
    }
  }

  private func late(_ answer: Observed, _ what: String, _ seconds: Int) -> Judgement {
    let came = answer.body.count
    let of = answer["content-length"].map { " of \($0.shown(limit: 20))" } ?? ""
    return .fail("\(what) did not arrive within \(seconds) s; \(came)\(of) bytes did")
  }

  private func interruption(
    _ file: ProbedFile, _ answer: Observed, _ failure: Observed.Failure
  ) -> Obstacle {
    switch failure {
    case .timeout(let what, let seconds): return (file.time, late(answer, what, seconds))
    case .tooLong(let limit):
      let packed = answer["content-encoding"] == nil ? "" : " when it is decompressed"
      return tooLarge(file, "the file has more than \(limit) bytes\(packed)")
    default:
      return (file.status, .fail("\(file.path) answers \(answer.outcome)", help: answer.fileHelp))
    }
  }

  /// Google's file has no check of its size alone.
  func tooLarge(_ file: ProbedFile, _ evidence: String) -> Obstacle {
    file.kind == .apple
      ? (.aasaSize, .fail(evidence))
      : (
        file.time,
        .fail(
          evidence,
          help:
            "name fewer apps and certificates, or move statements to lists that the file includes")
      )
  }

  /// Returns the failure for content other than the file; nil for the file itself.
  private func replacement(_ file: ProbedFile, _ answer: Observed) -> Obstacle? {
    func invalid(_ evidence: String, help: String) -> Obstacle {
      (file.valid, .fail(evidence, help: help))
    }
    switch answer.content {
    case .document, .none: return nil
    case .empty: return invalid("the file is empty", help: "put the file there: " + Remedies.pass)
    case .foreign(let name, let help): return invalid("the file is \(name)", help: help)
    case .encoded(let name)
    where name.hasPrefix("compressed") && answer["content-encoding"] != nil:
      return invalid(
        "the file is compressed twice: what is stored is compressed, and the server "
          + "compresses it again",
        help: "store the uncompressed file: gunzip it; the server compresses it")
    case .encoded(let name):
      return invalid(
        "the file is \(name): expected JSON in UTF-8",
        help: name.hasPrefix("UTF")
          ? "save the file as UTF-8 without a byte order mark: iconv -f UTF-16 -t UTF-8"
          : "serve the uncompressed file: gunzip it, or let the web server compress it (gzip_static on;) and "
            + "declare it")
    case .page where answer.claimsJSON:
      return invalid("the file begins like HTML, not like JSON", help: fallback(answer))
    case .page: return (file.type, inPlace(file, answer, "a page"))
    case .otherText where answer.claimsJSON: return nil
    case .otherText: return (file.type, inPlace(file, answer, "text that is not JSON"))
    }
  }

  private func inPlace(_ file: ProbedFile, _ answer: Observed, _ what: String) -> Judgement {
    let type = (answer.mediaType ?? "without a type").shown
    let cookie = answer.setsCookie ? ", which sets a cookie," : ""
    return .fail(
      "\(what) (\(type))\(cookie) instead of the file" + stray(file).words,
      help: stray(file).help ?? fallback(answer))
  }

  private func fallback(_ answer: Observed) -> String {
    answer.setsCookie
      ? Self.wall
      : "let the path reach the file instead of a fallback such as try_files $uri /index.html: "
        + Remedies.pass
  }

  private static let wall =
    "except /.well-known/ from the wall that answers, which asks for consent, cookies, a sign-in or a "
    + "proof of being human: " + Remedies.pass

  // MARK: - Other statuses

  private func refusal(
    _ file: ProbedFile, _ answer: Observed, _ status: Int
  ) -> Judgement {
    let evidence = "\(file.path) answers \(status)"
    if answer.failure == nil, answer.holdsAssociation(file.kind) {
      return .fail(
        "\(evidence) with the file as its body: \(Self.fault(of: status))",
        help:
          "answer 200 with the file: let what serves files send it, not the page for errors or for "
          + "unknown paths, and let no proxy change or split it: " + Remedies.pass)
    }
    switch status {
    case 204:
      return .fail(
        "\(evidence), which means that there is no content",
        help: "serve the file with 200: " + Remedies.pass)
    case 206:
      return .fail(
        "\(evidence), a part of the file, which nobody asked for",
        help: "answer 200 with the whole file: let no cache or proxy split it")
    case 404, 410: return absence(file, evidence, status)
    case 401:
      return .fail(
        "\(file.asker) gets 401, a request to sign in",
        help: "ask nobody to sign in for the file: location = \(file.path) { auth_basic off; "
          + "proxy_pass http://127.0.0.1:8080; proxy_set_header Host $host; }")
    case 403, 406:
      let cookie = answer.setsCookie ? " with a cookie" : ""
      return .fail(
        "\(file.asker) gets \(status)\(cookie)",
        help: answer.setsCookie
          ? Self.wall
          : "let everyone read \(file.path): no firewall, no bot wall and no rule against paths with a "
            + "dot in the way, and permission to read the file: " + Remedies.pass)
    case 451:
      return .fail(
        "\(file.asker) gets 451, a refusal by country or by law",
        help:
          "let every country read \(file.path): except it from the geographic rule, which "
          + "refuses the address that asks")
    default: return .fail(evidence, help: answer.fileHelp)
    }
  }

  private static func fault(of status: Int) -> String {
    switch status {
    case 203: "a proxy has changed the answer"
    case 206: "it is marked as a part, which nobody asked for"
    default: "only the status is wrong"
    }
  }

  private func absence(
    _ file: ProbedFile, _ evidence: String, _ status: Int
  ) -> Judgement {
    let stray = stray(file)
    guard mayBeAbsent(file), stray.help == nil else {
      return .fail(evidence + stray.words, help: stray.help)
    }
    return wanted(file) == .absent
      ? .pass("\(status), as configured")
      : .warn(
        evidence,
        help: file.kind == .apple
          ? "serve the file if links of this host are to open an app on Apple's systems"
          : "serve the file if links of this host are to open an app on Android")
  }

  /// Finds a file of this kind at a wrong path, and returns an addition to the evidence, and
  /// advice; the advice is nil when there is no such file.
  private func stray(_ file: ProbedFile) -> (words: String, help: String?) {
    guard wanted(file) != .absent else { return ("", nil) }
    let root = file.kind == .apple ? [host.appleRoot].compactMap(\.self) : []
    guard let stray = (root + seen(file).strays).first(where: { $0.isAssociation(file.kind) }),
      let path = WebURL(stray.url)?.path
    else { return atOtherName(file) }
    let place =
      stray == host.appleRoot
      ? ", where Apple's documents no longer place it" : ", where no current system looks for it"
    // Keiro has the file at the right path, too.
    let isGenerated = wanted(file) != .unknown
    return (
      "; the file is at \(path.shown)" + place,
      isGenerated
        ? remedy(file.status)
        : "serve it at \(file.path) itself, without another name or folder, in nginx: location = "
          + "\(file.path) { try_files \(path.shown) =404; default_type application/json; }"
    )
  }

  /// The same for a file that only the name with or without `www.` serves.
  private func atOtherName(_ file: ProbedFile) -> (words: String, help: String?) {
    guard case .answered(let name, let answer) = seen(file).otherName,
      answer.isAssociation(file.kind)
    else {
      return ("", nil)
    }
    let app =
      file.kind == .apple
      ? "name applinks:\(name) in the app" : "name \(name) in the intent filters of the app"
    return (
      "; the file is on \(name) alone",
      "serve the file on \(host.host) too, without a redirect: systems fetch it from the very host of a "
        + "link; or \(app), and give out links of that host"
    )
  }

  // MARK: - Redirects

  private func redirection(
    _ file: ProbedFile, _ answer: Observed, _ status: Int
  ) -> Judgement {
    guard let location = answer["location"] else {
      return .fail("\(status) to nowhere: the answer has no Location")
    }
    let address = location.split(separator: "?", maxSplits: 1).first.map(String.init) ?? ""
    let path = WebURL(answer.url)?.path ?? ""
    // A server that is reached through a mapped port names its own port.
    let here = WebURL(address).flatMap {
      $0.scheme == "https" && $0.host.lowercased() == host.host ? $0.path : nil
    }
    let target = here ?? address
    if target == path {
      let cookie = answer.setsCookie ? ", with a cookie" : ""
      return .fail(
        "\(status) to the file itself\(cookie), which \(file.asker) does not follow",
        help: answer.setsCookie ? Self.wall : nil)
    }
    let evidence = "\(status) to \(location.shown), which \(file.asker) does not follow"
    if target == path + "/" {
      return .fail(evidence, help: "the path is a directory: serve a file at that name")
    }
    // The path of Apple's file itself contains "sso", so it is removed first.
    let rest = target.lowercased().split(separator: path.lowercased()).joined()
    let isWall = Self.wallWords.contains(where: rest.contains)
    return .fail(evidence, help: isWall ? Self.wall : nil)
  }

  /// The words in addresses of pages that require an action of the visitor first.
  private static let wallWords = [
    "login", "signin", "sign-in", "auth", "sso", "consent", "cookie", "challenge",
  ]
}

extension Observed {
  var setsCookie: Bool { self["set-cookie"] != nil }

  /// Whether the answer claims to be JSON or a signed message.
  fileprivate var claimsJSON: Bool {
    mediaType.map { $0.hasSuffix("json") || $0 == "application/pkcs7-mime" } ?? false
  }

  /// A description of the content, for comparing the answers to several agents.
  fileprivate var portion: String {
    switch content {
    case .page: "200 with a page"
    case .otherText, .empty, .encoded, .foreign: "200 without JSON"
    case .none where isRedirect:
      "\(outcome) to \((self["location"] ?? "nowhere").shown(limit: 100))"
    default: outcome
    }
  }
}
