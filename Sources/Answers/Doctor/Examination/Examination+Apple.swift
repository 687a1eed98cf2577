import AppAssociation
import JSONSyntax
import WebSyntax

extension Examination {
  func size() -> Judgement {
    if let unread = unread(.aasaSize, .apple) { return unread }
    guard let answer = answer(.apple) else { return .skip("there is no answer") }
    let bytes = answer.body.count
    if bytes > Self.sizeLimit { return .fail("\(bytes) bytes: expected at most \(Self.sizeLimit)") }
    // Apple does not specify whether its kilobyte has 1000 or 1024 bytes.
    return bytes > 128_000
      ? .warn("\(bytes) bytes: more than 128 times 1000")
      : .pass("\(bytes) bytes")
  }

  func head() -> Judgement {
    if let unread = unread(.aasaHead, .apple) { return unread }
    guard let answer = answer(.apple), let head = host.appleHead else {
      return .skip("it was not requested")
    }
    guard head.status == answer.status else {
      return .warn("HEAD gets \(head.outcome), GET \(answer.outcome)")
    }
    guard head.mediaType == answer.mediaType else {
      return .warn(
        "HEAD names \((head.mediaType ?? "no type").shown), GET \((answer.mediaType ?? "none").shown)"
      )
    }
    return .pass("\(head.outcome)")
  }

  func compression() -> Judgement {
    if let unread = unread(.aasaCompression, .apple) { return unread }
    guard let packed = answer(.apple), let plain = host.appleUncompressed else {
      return .skip("it was not requested")
    }
    guard plain.isDocument else { return .warn("without gzip the answer is \(plain.outcome)") }
    let coding = packed["content-encoding"].map { $0.lowercased() }
    if let coding, !["gzip", "x-gzip", "identity"].contains(coding) {
      return .warn(
        "compressed as \(coding.shown(limit: 40)) for clients that ask for gzip",
        help:
          "compress the file with gzip, or not at all: the coding has to be one that Accept-Encoding "
          + "names")
    }
    if let coding = plain["content-encoding"], coding.lowercased() != "identity" {
      return .warn(
        "compressed as \(coding.shown(limit: 40)) even for clients that do not ask for it",
        help:
          "serve the uncompressed file to clients that do not send Accept-Encoding: gzip, in nginx: "
          + "gzip_static on; and not always")
    }
    if plain.body != packed.body, let changing = changing(.apple) { return changing }
    guard plain.body == packed.body else { return .fail("the file differs with and without gzip") }
    return .pass(
      packed["content-encoding"] == nil ? "not compressed" : "the same when decompressed")
  }

  func root() -> Judgement {
    guard let answer = host.appleRoot else { return .skip("it was not requested") }
    guard answer.status == 200 else { return .pass("there is none (\(answer.outcome))") }
    if let cause = cause(.apple) { return .skip(following: cause) }
    guard let file = self.answer(.apple) else { return .skip("there is no answer") }
    // A page for every path is not a copy of the file.
    guard answer.content != .page else { return .pass("there is none (a page)") }
    guard answer.isDocument else { return .warn(answer.outcome) }
    if answer.body != file.body {
      if let changing = changing(.apple) { return changing }
      // The copy at the root is the right one.
      if expected.apple == .bytes(answer.body) {
        return .skip("see \(ProbedFile.apple.matches.rawValue)")
      }
    }
    return answer.body == file.body
      ? .pass("the same file")
      : .warn("a different file from the one below /.well-known/")
  }

  // MARK: - Apple's CDN

  func appleCDN(_ check: DoctorCheck) -> Judgement {
    guard let copy = host.appleCDN else {
      return .skip(
        expected.isPrivate ? "Apple cannot see a private host" : "Apple's CDN was not asked")
    }
    return check == .appleCDN ? cached(copy) : copyMatches(copy)
  }

  private func cached(_ copy: Observed) -> Judgement {
    guard let status = copy.status, copy.failure == nil else {
      return .warn(
        "Apple's CDN could not be asked: \(copy.outcome)",
        help: "let this machine reach \(copy.url)")
    }
    if status == 200 { return .pass("200, \(age(copy))") }
    guard let reason = copy["apple-failure-reason"] else {
      if answer(.apple).map({ $0.status == 404 }) ?? false, mayBeAbsent(.apple) {
        return .skip("the host serves no file")
      }
      if status >= 500 || status == 429 {
        return .warn(
          "Apple's CDN answers \(status) without a reason: the fault is there, not of the host",
          help: "ask again later; if it stays, see the checks of the file")
      }
      return .fail("\(status) without a reason, \(age(copy))")
    }
    let cause = obstacle(.apple).map { ", which follows from \($0.check.rawValue)" } ?? ""
    let details = copy["apple-failure-details"].map { " (\($0.shown(limit: 160)))" } ?? ""
    let from = copy["apple-from"].map { " from \($0.shown(limit: 120))" } ?? ""
    return .fail(
      "Apple says: \(reason.shown)\(details)\(from), \(age(copy))\(cause)",
      help: Self.help(reason) + "; " + nextLook(copy))
  }

  private static func help(_ reason: String) -> String {
    let reason = reason.lowercased()
    func says(_ words: String...) -> Bool {
      words.contains { word in reason.split(separator: " ").contains { $0.hasPrefix(word) } }
    }
    if reason.hasPrefix("swcerr00202") {
      return
        "Apple found a private or reserved address: let the name lead to public addresses alone, "
        + "from everywhere: see dns"
    }
    if says("403", "401", "429", "forbidden") {
      return "a firewall refused Apple's fetcher: let every agent and every network read "
        + "/.well-known/"
    }
    if says("301", "302", "303", "307", "308", "redirect") {
      return "serve the file on this host without a redirect"
    }
    if says("timeout", "timed") { return "answer faster, and let Apple's networks connect" }
    if says("tls", "ssl", "certificate", "cert") { return "fix the certificate: see tls-chain" }
    if says("dns", "host", "resolve") { return "fix the records of the name: see dns" }
    if says("json", "format", "content", "parse") { return "fix the file: see aasa-valid" }
    if says("404") { return "serve the file: see aasa-status" }
    return "fix the checks of the file"
  }

  private func copyMatches(_ copy: Observed) -> Judgement {
    guard copy.isDocument else { return .skip("the CDN has no copy") }
    if let cause = cause(.apple) { return .skip(following: cause) }
    guard let file = answer(.apple) else { return .skip("there is no answer") }
    return compare(
      copy.body, file.body, kind: .apple, as: "the host",
      help: "\(age(copy)): \(nextLook(copy)), devices then within a week or at the next update")
  }

  private func age(_ copy: Observed) -> String {
    copy["age"].flatMap { Int($0) }.map { "\(duration(max(0, $0))) old" } ?? "of unknown age"
  }

  private func nextLook(_ copy: Observed) -> String {
    guard let lifetime = copy.maxAge("cache-control", separator: ",") else {
      return "Apple fetches it again within a day"
    }
    let age = copy["age"].flatMap { Int($0) } ?? 0
    let left = max(0, lifetime.subtractingReportingOverflow(age).partialValue)
    return left == 0
      ? "Apple fetches it again at the next request" : "Apple fetches it again in \(duration(left))"
  }
}

extension Observed {
  /// The seconds of `max-age` in a field with such directives.
  func maxAge(_ field: String, separator: Character) -> Int? {
    self[field]?.split(separator: separator).lazy
      .map { $0.filter { !$0.isWhitespace && $0 != "\"" }.lowercased() }
      .first { $0.hasPrefix("max-age=") }
      .flatMap { Int($0.dropFirst(8)) }
  }
}
