import Links
import WebSyntax

/// The arguments of `keiro links replay`.
package struct ReplayRequest: Equatable, Sendable {
  /// The configuration whose store and sites answer for the new service, unless `new` is set.
  let configuration: String
  /// The address of the old service, without a trailing slash.
  let old: String
  /// The address of a running Keiro; nil to ask the configuration.
  let new: String?
  /// The host of requests whose log line names none.
  let host: String
  /// The new service's host in place of the old one; nil if it is the same.
  let otherHost: String?
  /// Requests per second.
  let rate: Int
  /// The maximum number of requests.
  let limit: Int
  /// Query parameters to ignore in answers, since services add their own.
  let ignored: [String]
  let traits: VisitorTraits
  /// Whether both services receive the visitor's address.
  let isForwarded: Bool
  let json: Bool
  /// The paths of the logs; `-` is standard input.
  let files: [String]
}

extension OptionSpecification {
  static let oldService = OptionSpecification(
    name: "--old", value: .text("URL", form: "an address such as https://go.example.com"),
    isRequired: true,
    summary: "where the old service answers, such as https://go.example.com")
  static let newService = OptionSpecification(
    name: "--new", value: .text("URL", form: "an address such as https://keiro.example.com"),
    summary: "a running Keiro to ask instead of the configuration and its store")
  static let visitedHost = OptionSpecification(
    name: "--host", value: .text("HOST"),
    summary: "the host for log lines that do not name one; default that of --old")
  static let replacedHost = OptionSpecification(
    name: "--as", value: .text("HOST"), summary: "the host that has the links in Keiro")
  static let replayRate = OptionSpecification(
    name: "--rate", value: .text("NUMBER", form: "a whole number from 1 to 50"),
    summary: "requests a second to the old service; default 2")
  static let replayLimit = OptionSpecification(
    name: "--limit", value: .text("NUMBER", form: "a whole number from 1 to 1000000"),
    summary: "at most this many requests, most visited first; default 10000")
  static let ignoredParameter = OptionSpecification(
    name: "--ignore", value: .text("NAME", form: "a parameter such as utm_source"),
    isRepeatable: true,
    summary: "a parameter that may differ in destinations")
  static let forwarded = OptionSpecification(
    name: "--forwarded",
    summary: "send both the visitors' addresses, for an old service that trusts X-Forwarded-For")
}

extension ParsedArguments {
  func replay() throws(UsageError) -> ReplayRequest {
    let old = try required(.oldService, Self.origin)
    let new = try value(.newService, Self.origin)
    for option in [OptionSpecification.config, .visitorCountry]
    where new != nil && value(option) != nil {
      throw error(.contradiction(option.name, OptionSpecification.newService.name))
    }
    if has(.forwarded), value(.visitorCountry) != nil {
      throw error(
        .contradiction(
          OptionSpecification.forwarded.name, OptionSpecification.visitorCountry.name))
    }
    if operands.count(where: { $0 == "-" }) > 1 { throw error(.standardInputTwice) }
    return ReplayRequest(
      configuration: configuration, old: old, new: new,
      host: try value(.visitedHost, CommandTable.hostName) ?? WebURL(old)?.host ?? "",
      otherHost: try value(.replacedHost, CommandTable.hostName),
      rate: try value(.replayRate) { Int($0).flatMap { (1...50).contains($0) ? $0 : nil } } ?? 2,
      limit: try value(.replayLimit) { Int($0).flatMap { (1...1_000_000).contains($0) ? $0 : nil } }
        ?? 10_000,
      ignored: list(.ignoredParameter),
      traits: VisitorTraits(
        language: try value(.visitorLanguage) { VisitorTraits.language($0) } ?? "",
        country: try value(.visitorCountry) { VisitorTraits.country($0) } ?? ""),
      isForwarded: has(.forwarded), json: has(.json), files: operands)
  }

  /// The text if it consists of scheme, host and port only; nil otherwise.
  private static func origin(_ text: String) -> String? {
    guard let url = WebURL(text), URLScheme.isWeb(url.scheme), url.userInfo == nil,
      url.query == nil, url.fragment == nil, url.path.isEmpty || url.path == "/"
    else { return nil }
    return "\(url.scheme)://\(url.host)" + (url.port.map { ":" + $0 } ?? "")
  }
}
