import Links
import WebSyntax

/// The arguments of `keiro links replay`.
struct ReplayRequest {
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
  fileprivate static let oldService = Self(
    "--old", .text("URL", form: "an address such as https://go.example.com"),
    "where the old service answers, such as https://go.example.com", isRequired: true)
  fileprivate static let newService = Self(
    "--new", .text("URL", form: "an address such as https://keiro.example.com"),
    "a running Keiro to ask instead of the configuration and its store")
  fileprivate static let visitedHost = Self(
    "--host", .text("HOST"),
    "the host for log lines that do not name one; default that of --old")
  fileprivate static let replacedHost = Self(
    "--as", .text("HOST"), "the host that has the links in Keiro")
  fileprivate static let rate = Self(
    "--rate", .text("NUMBER", form: "a whole number from 1 to 50"),
    "requests a second to the old service; default 2")
  fileprivate static let limit = Self(
    "--limit", .text("NUMBER", form: "a whole number from 1 to 1000000"),
    "at most this many requests, most visited first; default 10000")
  fileprivate static let ignoredParameter = Self(
    "--ignore", .text("NAME", form: "a parameter such as utm_source"),
    "a parameter that may differ in destinations", isRepeatable: true)
  fileprivate static let forwarded = Self(
    "--forwarded",
    "send both the visitors' addresses, for an old service that trusts X-Forwarded-For")
}

extension CommandTable {
  static let replay = CommandSpecification(
    "links replay", "compare where the old service and Keiro lead visitors",
    details: [
      "LOG is an access log of nginx or Apache (common or combined, also with the host in",
      "front), a standard log of CloudFront, any of these compressed by gzip, or a list of",
      "URLs; '-' reads standard input. Each request is made once for each kind of visitor,",
      "by HEAD, or by GET where HEAD is not supported, as that visitor's browser; the most",
      "visited come first. Keiro is asked in memory, from the configuration and its store,",
      "or at --new. Keiro counts nothing; the old service may. Asking stops after twenty",
      "failures in a row, and waits where 429 or 503 says so. Ask only a service that you",
      "run or pay for: robots.txt is not read. Only where a visitor ends up is compared:",
      "redirects of any status are alike, however the address is spelled. Exits with 1 if",
      "something differs or has no answer, or if nothing was compared.",
    ],
    options: [
      .config, .oldService, .newService, .visitedHost, .replacedHost, .rate, .limit,
      .ignoredParameter, .visitorLanguage, .visitorCountry, .forwarded, .json,
    ],
    operands: OperandSpecification(.file("LOG"), label: "LOG|- ...", count: 1...Int.max),
    examples: [
      "links replay --old https://go.example.com access.log  # before the domain moves",
      "links replay --old http://10.0.0.5 --host go.example.com --rate 20 access.log.gz",
    ]
  ) { arguments throws(UsageError) in
    ReplayCommand(request: try arguments.replay(), now: arguments.now)
  }
}

extension ParsedArguments {
  fileprivate func replay() throws(UsageError) -> ReplayRequest {
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
      rate: try number(.rate, in: 1...50) ?? 2,
      limit: try number(.limit, in: 1...1_000_000) ?? 10_000,
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
