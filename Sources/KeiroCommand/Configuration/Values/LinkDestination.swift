import AppAssociation

/// What is wrong with a URL that a short link leads to; nil when it may lead there.
///
/// - Parameter hosts: where links may lead; nil: anywhere.
func linkDestinationProblem(_ text: String, within hosts: [HostPattern]?) -> String? {
  guard let url = WebURL(text), ["http", "https"].contains(url.scheme) else {
    return "'\(text)' is not a destination: expected an http or https URL"
  }
  // `https://bank.example@evil.example/` leads to evil.example.
  guard url.userInfo == nil else {
    return "'\(text)' holds user information: expected nothing before the host"
  }
  guard let hosts, !hosts.contains(where: { $0.matches(url.host) }) else { return nil }
  let list = hosts.map(\.description).joined(separator: ", ")
  let expectation = hosts.isEmpty ? "'destinationHosts' is empty" : "expected one of \(list)"
  return "'\(url.host)' is not a host that links may lead to: \(expectation)"
}
