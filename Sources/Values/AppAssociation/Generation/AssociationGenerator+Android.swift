import JSONSyntax

extension AssociationGenerator {
  /// Generates the `assetlinks.json`; nil when no Android app takes part.
  public static func android(_ source: AssociationSource) -> GeneratedDocument? {
    var statements: [JSONOutput] = []
    var findings: [GenerationFinding] = []
    for position in source.order {
      let app = source.apps[position]
      guard let package = app.packageName, !app.sha256CertFingerprints.isEmpty else { continue }
      let rules = AppRules(app: position, source: source)
      let sharesCredentials = source.webcredentials.contains(position)
      guard rules.opensAnything || sharesCredentials else { continue }
      let android = AndroidRules(rules)
      findings += android.findings
      var relations: [String] = []
      if rules.opensAnything { relations.append(handleAllURLs) }
      if sharesCredentials { relations.append("delegate_permission/common.get_login_creds") }
      var members: [JSONOutput.Member] = [
        .init("relation", .strings(relations)),
        .init(
          "target",
          .object([
            .init("namespace", .string("android_app")), .init("package_name", .string(package)),
            .init("sha256_cert_fingerprints", .strings(app.sha256CertFingerprints)),
          ])),
      ]
      if rules.opensAnything { members.append(extensions(android)) }
      statements.append(.object(members))
    }
    guard !statements.isEmpty else { return nil }
    let bytes = Array((JSONOutput.array(statements).pretty + "\n").utf8)
    return GeneratedDocument(bytes: bytes, findings: findings, rules: [:])
  }

  private static let handleAllURLs = "delegate_permission/common.handle_all_urls"

  /// Excludes everything when no rule remains, which an empty list would not express.
  private static func extensions(_ rules: AndroidRules) -> JSONOutput.Member {
    let nothing = JSONOutput.object([.init("/", .string("*")), .init("exclude", .bool(true))])
    let components = rules.components.isEmpty ? [nothing] : rules.components
    return .init(
      "relation_extensions",
      .object([
        .init(handleAllURLs, .object([.init("dynamic_app_link_components", .array(components))]))
      ]))
  }
}
