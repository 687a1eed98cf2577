import RandomCases
import JSONSyntax
import LinkStorage
import Links

/// A change of a token or a person, as requested by the command line, the API and a form of the
/// dashboard.
struct AccountChangeCase {
  let arguments: [String]
  let method: String
  let target: String
  var body: [UInt8] = []
  let page: String
  let form: [(name: String, value: String)]
  /// The name of the person whose identifier the form has.
  var formPerson: String?
}

extension RandomChanges {
  private static let names = ["CI", "Néo", "", String(repeating: "n", count: 201), "a\u{7}"]
  private static let someHosts = ["a.example", "*.W.example", "not a host", "a.example", "b..x"]

  mutating func accountChange() -> AccountChangeCase {
    switch dice.roll(0...3) {
    case 0...1: token()
    case 2: person()
    default: removal()
    }
  }

  private mutating func token() -> AccountChangeCase {
    let name = dice.once(in: 2) ? dice.pick(Self.names.filter { !$0.isEmpty }) : nil
    let scopes = dice.some(TokenScope.allCases, oneIn: 3)
    let hosts = dice.some(Self.someHosts, oneIn: 4)
    let end = dice.once(in: 3) ? dice.pick(["90d", "2020-01-01", "2030-01-01"]) : nil
    // A token without scopes is a usage error before it is an invalid value.
    let wanted = scopes.isEmpty ? [.readLinks] : scopes
    var members = [JSONOutput.Member("scopes", .strings(wanted.map(\.rawValue)))]
    if let name { members.append(.init("name", .string(name))) }
    if !hosts.isEmpty { members.append(.init("hosts", .strings(hosts))) }
    if let end { members.append(.init("expires", .string(end))) }
    var options: [(name: String, value: String)] = wanted.map { ("--scope", $0.rawValue) }
    options += hosts.map { ("--host", $0) }
    if let name { options.append(("--name", name)) }
    if let end { options.append(("--expires", end)) }
    var form: [(String, String)] = [("action", "create"), ("name", name ?? "")]
    form += [("hosts", hosts.joined(separator: ", ")), ("expires", end ?? "")]
    form += wanted.map { ("scope", $0.rawValue) }
    return AccountChangeCase(
      arguments: ["tokens", "create", "--json"] + options.flatMap { [$0.name, $0.value] },
      method: "POST", target: "/v1/tokens", body: Self.text(members), page: "/dashboard/tokens",
      form: form)
  }

  private mutating func person() -> AccountChangeCase {
    let name = dice.pick(Self.names.filter { !$0.isEmpty } + ["Ann", "Bo"])
    let role = dice.pick(PersonRole.allCases).rawValue
    let hosts = dice.some(Self.someHosts, oneIn: 4)
    let members: [JSONOutput.Member] = [
      .init("name", .string(name)), .init("role", .string(role)), .init("hosts", .strings(hosts)),
    ]
    return AccountChangeCase(
      arguments: ["people", "add", "--json", "--role", role] + hosts.flatMap { ["--site", $0] }
        + [name],
      method: "POST", target: "/v1/people", body: Self.text(members), page: "/dashboard/people",
      form: [
        ("action", "add"), ("name", name), ("role", role),
        ("hosts", hosts.joined(separator: ", ")),
      ])
  }

  private mutating func removal() -> AccountChangeCase {
    if dice.once(in: 2) {
      return AccountChangeCase(
        arguments: ["tokens", "revoke", "--json", "absent"], method: "DELETE",
        target: "/v1/tokens/absent", page: "/dashboard/tokens",
        form: [("action", "revoke"), ("id", "absent"), ("confirmed", "yes")])
    }
    let name = dice.pick(["Ann", "Bo", "Anne", "CI", "nobody"])
    return AccountChangeCase(
      arguments: ["people", "remove", "--json", name], method: "DELETE",
      target: "/v1/people/\(name)", page: "/dashboard/people",
      form: [("action", "remove"), ("confirmed", "yes")], formPerson: name)
  }
}

/// A change of a webhook, which is named by its index.
struct WebhookChangeCase {
  /// Nil for a webhook that does not exist.
  let index: Int?
  let command: [String]
  let method: String
  let path: String
  var body: [UInt8] = []
  var isNew = false

  func arguments(_ ids: [String]) -> [String] {
    isNew ? command : command + [id(ids)]
  }

  func target(_ ids: [String]) -> String {
    isNew ? path : "/v1/webhooks/\(id(ids))" + path
  }

  private func id(_ ids: [String]) -> String {
    index.flatMap { $0 < ids.count ? ids[$0] : nil } ?? "nothing_of_that_name_here"
  }
}

extension RandomChanges {
  private static let hookURLs = [
    "https://hooks.example/a", "http://hooks.example/", "https://127.0.0.1/", "nonsense",
    "https://u:p@hooks.example/", "https://hooks.example/#x",
  ]

  mutating func webhookChange(count: Int) -> WebhookChangeCase {
    let index = dice.once(in: 6) ? nil : dice.roll(0...max(count, 1))
    switch dice.roll(0...9) {
    case 0...3:
      let url = dice.once(in: 3) ? dice.pick(Self.hookURLs) : Self.hookURLs[0]
      let (options, members) = hookFields()
      return WebhookChangeCase(
        index: nil, command: ["webhooks", "add", "--json"] + options + [url], method: "POST",
        path: "/v1/webhooks", body: Self.text([.init("url", .string(url))] + members), isNew: true)
    case 4...6:
      var (options, members) = hookFields()
      if dice.once(in: 3) || options.isEmpty {
        let url = dice.pick(Self.hookURLs)
        options += ["--url", url]
        members.append(.init("url", .string(url)))
      }
      if dice.once(in: 3) {
        let isEnabled = dice.once(in: 2)
        options.append(isEnabled ? "--enable" : "--disable")
        members.append(.init("enabled", .bool(isEnabled)))
      }
      return WebhookChangeCase(
        index: index, command: ["webhooks", "edit", "--json"] + options, method: "PATCH", path: "",
        body: Self.text(members))
    case 7:
      return WebhookChangeCase(
        index: index, command: ["webhooks", "rotate", "--json"], method: "POST", path: ":rotate")
    default:
      return WebhookChangeCase(
        index: index, command: ["webhooks", "remove", "--json"], method: "DELETE", path: "")
    }
  }

  private mutating func hookFields() -> (options: [String], members: [JSONOutput.Member]) {
    var options: [String] = []
    var members: [JSONOutput.Member] = []
    if dice.once(in: 3) {
      let hosts = dice.some(Self.someHosts)
      options += hosts.flatMap { ["--host", $0] }
      if !hosts.isEmpty { members.append(.init("hosts", .strings(hosts))) }
    }
    if dice.once(in: 3) {
      options += ["--type", "link.created"]
      members.append(.init("types", .strings(["link.created"])))
    }
    if dice.once(in: 3) {
      let text = dice.pick(["ours", String(repeating: "d", count: 1001)])
      options += ["--description", text]
      members.append(.init("description", .string(text)))
    }
    return (options, members)
  }

  private static func text(_ members: [JSONOutput.Member]) -> [UInt8] {
    Array(JSONOutput.object(members).compact.utf8)
  }
}
