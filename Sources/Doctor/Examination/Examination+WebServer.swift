import AppAssociation

extension Examination {
  func webServer(_ check: DoctorCheck) -> CheckResult {
    check == .httpRedirect ? plainRedirect() : otherName()
  }

  private func plainRedirect() -> CheckResult {
    guard let answer = host.plain else { return skip(.httpRedirect, "port 80 was not asked") }
    guard let status = answer.status else {
      return warn(
        .httpRedirect, "http://\(host.host)/: \(answer.outcome)",
        help: "answer port 80 with a redirect, for addresses that are typed without https")
    }
    guard answer.isRedirect else {
      return warn(.httpRedirect, "http://\(host.host)/ answers \(status) instead of a redirect")
    }
    guard let location = answer["location"], let url = WebURL(location) else {
      return fail(
        .httpRedirect, "\(status) without an address: '\((answer["location"] ?? "").shown)'")
    }
    let leads = "http://\(host.host)/ leads to \(location.shown)"
    guard url.scheme == "https" else { return fail(.httpRedirect, leads) }
    guard url.host.lowercased() == host.host else {
      return warn(
        .httpRedirect, leads + ": another host",
        help: "redirect to https on the same host first: return 301 https://$host$request_uri;")
    }
    return [301, 308].contains(status)
      ? pass(.httpRedirect, "\(status) to \(location.shown)")
      : warn(.httpRedirect, "\(status) to \(location.shown): 301 or 308 would be kept")
  }

  private func otherName() -> CheckResult {
    guard let other = host.otherName else { return skip(.otherName, "there is no such name") }
    let name = other.agent
    let answer = other.answer
    if answer.isRedirect {
      return warn(
        .otherName, "\(name) redirects the file to \((answer["location"] ?? "nowhere").shown)")
    }
    guard answer.status != nil else { return skip(.otherName, "\(name): \(answer.outcome)") }
    return answer.status == 200
      ? pass(.otherName, "\(name) serves the file itself")
      : warn(.otherName, "\(name) answers \(answer.outcome) for the file")
  }
}
