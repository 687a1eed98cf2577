import AppAssociation
import WebSyntax

extension Examination {
  func plainRedirect() -> Judgement {
    guard let answer = host.plain else { return .skip("port 80 was not asked") }
    guard let status = answer.status else {
      return .warn(
        "http://\(host.host)/: \(answer.outcome)",
        help: "answer port 80, for addresses that are typed without https: " + plainRemedy)
    }
    guard answer.isRedirect else {
      return .warn(
        "http://\(host.host)/ answers \(status) instead of a redirect", help: plainRemedy)
    }
    guard let location = answer["location"], let url = WebURL(location) else {
      return .fail(
        "\(status) without an address: '\((answer["location"] ?? "").shown)'", help: plainRemedy)
    }
    let leads = "http://\(host.host)/ leads to \(location.shown)"
    guard url.scheme == "https" else { return .fail(leads, help: plainRemedy) }
    guard url.host.lowercased() == host.host else {
      return .warn(
        leads + ": another host",
        help: "redirect to https on the same host first: " + plainRemedy)
    }
    return [301, 308].contains(status)
      ? .pass("\(status) to \(location.shown)")
      : .warn("\(status) to \(location.shown): browsers would remember 301 or 308")
  }

  /// The advice, which depends on whether Keiro terminates TLS itself.
  private var plainRemedy: String {
    expected.endsTLS
      ? "set server.tls.redirectPlain to true and let server.listen name port 80: it leaves the "
        + "association files alone"
      : remedy(.httpRedirect)
  }

  func otherName() -> Judgement {
    switch host.apple.otherName {
    case nil: return .skip("it was not requested")
    case .absent(let name, let words):
      return .skip("\(name) has no address: \(words.shown)")
    case .unplaced(let name):
      return .skip("\(name) was not asked: --resolve gives no address for it")
    case .answered(let name, let answer): return otherName(name, answer)
    }
  }

  private func otherName(_ name: String, _ answer: Observed) -> Judgement {
    guard let status = answer.status else { return .skip("\(name): \(answer.outcome)") }
    if answer.isRedirect {
      return .warn(
        "\(name) redirects the file with \(status) to \((answer["location"] ?? "nowhere").shown)")
    }
    return answer.isAssociation(.apple)
      ? .pass("\(name) serves a file itself")
      : .warn("\(name) answers \(answer.outcome) for the file, without the file")
  }

}
