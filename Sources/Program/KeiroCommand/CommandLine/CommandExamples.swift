/// An example for the help of a command or group; the tests parse every one.
struct CommandExample: Equatable, Sendable {
  /// The arguments after `keiro `, as typed in a shell.
  let arguments: String
  /// An explanation; nil if the line speaks for itself.
  let remark: String?

  init(_ arguments: String, _ remark: String? = nil) {
    self.arguments = arguments
    self.remark = remark
  }

  var line: String { "keiro \(arguments)" + (remark.map { "  # \($0)" } ?? "") }
}

enum CommandExamples {
  static func of(_ command: String) -> [CommandExample] {
    all.first { $0.key == command }?.value ?? []
  }

  static let all: KeyValuePairs<String, [CommandExample]> = [
    "init": [
      .init("init", "a sample to look at, in this folder"),
      .init(
        "init /etc/keiro --host www.example.com --app Shop --app-id A1B2C3D4E5.com.example.shop"),
    ],
    "serve": [.init("serve --config /etc/keiro/keiro.json")],
    "check": [
      .init("check --config keiro.json"),
      .init("check --format github", "annotations for a pull request"),
    ],
    "health": [
      .init("health", "is the service of the configuration alive?"),
      .init("health --ready --server http://127.0.0.1:8081"),
    ],
    "association": [
      .init("association --host www.example.com"),
      .init("association --host www.example.com --kind android"),
    ],
    "validate": [
      .init("validate apple-app-site-association assetlinks.json"),
      .init("validate --kind webauthn -", "a file from standard input"),
    ],
    "match": [
      .init("match --aasa apple-app-site-association https://www.example.com/product/7"),
      .init("match --aasa assetlinks.json --android 15 /product/7"),
    ],
    "diff": [
      .init("diff old.json new.json"),
      .init("diff --config live.json --config next.json", "before a deploy"),
    ],
    "explain": [
      .init("explain https://www.example.com/product/7"),
      .init("explain --ios 17 --from mail https://www.example.com/s/spring"),
      .init("explain --all --only fault", "every link that does not do what it should"),
    ],
    "doctor": [
      .init("doctor www.example.com"), .init("doctor --json", "every host of the configuration"),
    ],
    "launch": [
      .init("launch --app shop launch.json"),
      .init("launch --app shop --sdk 27 launch.json", "as if it were built with Xcode 27"),
    ],
    "platforms": [.init("platforms")],
    "notification": [.init("notification message.json")],
    "notification send": [
      .init("notification send --app shop --device 1f2e3d4c5b6a message.json")
    ],
    "generate": [.init("generate entitlements --app shop")],
    "generate android-manifest": [
      .init("generate android-manifest --app shop"),
      .init(
        "generate android-manifest --app shop --check AndroidManifest.xml", "for the app's CI"),
    ],
    "generate entitlements": [
      .init("generate entitlements --app shop"),
      .init("generate entitlements --app shop --check App/App.entitlements"),
    ],
    "apply": [
      .init("apply --dry-run links.ndjson", "the plan alone"),
      .init("apply --owner campaigns --prune links.csv"),
    ],
    "links": [
      .init("links add --host www.example.com https://www.example.com/sale"),
      .init("links list --sort clicks --limit 20"),
    ],
    "links list": [
      .init("links list --host www.example.com --tag spring"),
      .init("links list --sort clicks --limit 20"),
      .init(
        "links list --server https://keiro.example.com --token-file token",
        "of a server elsewhere"),
    ],
    "links show": [.init("links show https://www.example.com/s/spring")],
    "links add": [
      .init("links add --host www.example.com --slug spring https://www.example.com/sale"),
      .init("links add --host www.example.com --expires 30d https://www.example.com/sale"),
    ],
    "links edit": [
      .init("links edit --name Spring --tag poster https://www.example.com/s/spring"),
      .init("links edit --unset expires https://www.example.com/s/spring"),
    ],
    "links deleted": [
      .init("links deleted --host www.example.com"),
      .init("links deleted --tag spring --search sale --json"),
    ],
    "links history": [.init("links history https://www.example.com/s/spring")],
    "links restore": [
      .init("links restore https://www.example.com/s/spring", "as it was before the last change"),
      .init("links restore --host www.example.com --slug spring --version 3"),
    ],
    "links remove": [.init("links remove https://www.example.com/s/spring")],
    "links import": [
      .init("links import --format firebase links.csv", "says what it would do"),
      .init("links import --format firebase --apply links.csv"),
    ],
    "links export": [
      .init("links export --format csv"),
      .init("links export --format ndjson --server https://keiro.example.com --token-file token"),
    ],
    "links replay": [
      .init("links replay --old https://go.example.com access.log", "before the domain moves"),
      .init("links replay --old http://10.0.0.5 --host go.example.com --rate 20 access.log.gz"),
    ],
    "tokens": [.init("tokens create --scope links:read --expires 90d")],
    "tokens list": [.init("tokens list")],
    "tokens create": [
      .init("tokens create --scope admin --name me"),
      .init("tokens create --scope links:read --host www.example.com --expires 90d"),
    ],
    "tokens revoke": [.init("tokens revoke 7f3a9c")],
    "people": [.init("people add --role editor Mika")],
    "people list": [.init("people list")],
    "people add": [.init("people add --role editor Mika")],
    "people remove": [.init("people remove 7f3a9c")],
    "webhooks": [
      .init("webhooks add --type link.created https://hooks.example.com/keiro")
    ],
    "webhooks list": [.init("webhooks list")],
    "webhooks add": [.init("webhooks add --type link.created https://hooks.example.com/keiro")],
    "webhooks edit": [.init("webhooks edit --disable 7f3a9c")],
    "webhooks rotate": [.init("webhooks rotate 7f3a9c")],
    "webhooks remove": [.init("webhooks remove 7f3a9c")],
    "webhooks test": [.init("webhooks test 7f3a9c")],
    "webhooks deliveries": [.init("webhooks deliveries 7f3a9c")],
    "webhooks retry": [.init("webhooks retry 7f3a9c 12")],
    "store": [.init("store status"), .init("store verify --json")],
    "store status": [.init("store status")],
    "store migrate": [.init("store migrate")],
    "store verify": [.init("store verify --json")],
    "store backup": [.init("store backup /var/backups/keiro-monday.db")],
    "store restore": [
      .init("store restore /var/backups/keiro-monday.db", "after 'systemctl stop keiro'")
    ],
    "store copy": [.init("store copy --from sqlite:old.db --apply")],
    "audit": [.init("audit --since 7d"), .init("audit --actor me --json")],
    "audit undo": [
      .init("audit undo 17", "what it would do"), .init("audit undo 17 --apply"),
    ],
    "stats": [
      .init("stats --host www.example.com --since 7d --by day"),
      .init("stats --host www.example.com --slug spring --json"),
    ],
    "mcp": [
      .init("mcp --config /etc/keiro/keiro.json"),
      .init(
        "mcp --server https://keiro.example.com --token-file token",
        "within the reach of the token"),
    ],
    "completions": [.init("completions bash > /etc/bash_completion.d/keiro")],
    "help": [.init("help links add"), .init("help --man > /usr/local/share/man/man1/keiro.1")],
    "version": [.init("version --verbose", "for a report of a fault")],
  ]
}
