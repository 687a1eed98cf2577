import AppAssociation
import JSONSyntax
import WebSyntax

/// An Android file as its validation rules see it.
struct AndroidFile {
  let links: AssetLinks
  let root: Spot
  /// The elements that are objects.
  let statements: [(spot: Spot, meaning: Statement)]

  init(_ links: AssetLinks) {
    self.links = links
    root = Spot(links.document.root, path: "")
    statements = links.statements.map { statement in
      (Spot(statement.node, path: "[\(statement.index)]"), statement)
    }
  }
}

typealias AndroidRule = Rule<AndroidFile, Report>

extension AndroidFile {
  /// All rules, in the order of their findings about one spot.
  static let rules =
    statementRules + dynamicRules + dynamicPatternRules + repetitionRules
}

/// Rules about statements and the apps that they name.
extension AndroidFile {
  static let statementRules: [AndroidRule] = [
    AndroidRule("empty-list") { file, report in
      guard file.links.document.root.array?.isEmpty == true else { return }
      report.warning(file.root, "the list has no statements: it grants nothing")
    },
    AndroidRule("list-size") { file, report in
      let count = file.links.byteCount
      guard count > 128 * 1024 else { return }
      report.file(
        .warning, "the file has \(count) bytes: expected at most 131072",
        help: "replace several rules with one pattern that uses '*'")
    },
    AndroidRule("statement-type", each: \.root.elements) { element, report in
      guard element.node.object == nil else { return }
      report.error(element, "found \(element.node.value.kindName): expected a statement, an object")
    },
    AndroidRule("relation-missing", each: \.statements) { statement, report in
      guard statement.spot.member("include") == nil,
        let relation = required(
          "relation", of: statement.spot, keysOfStatement, &report,
          help: "add \"relation\": [\"\(Statement.handleAllURLs)\"]")
      else { return }
      guard relation.node.array != nil else {
        return report.error(
          relation, "found \(relation.node.value.kindName): expected an array of relations",
          help: relation.string.map { "write [\"\($0)\"]" })
      }
      if statement.meaning.relations.isEmpty { report.error(relation, "'relation' is empty") }
    },
    AndroidRule("relation-format", each: \.relations) { relation, report in
      guard let text = relation.string else {
        return report.error(relation, "found \(relation.node.value.kindName): expected a relation")
      }
      guard !isRelation(text) else { return }
      report.error(
        relation, "'\(text)' is not a relation: expected <kind>/<detail>",
        help: "for example \(Statement.handleAllURLs)")
    },
    AndroidRule("relation-unknown", each: \.relations) { relation, report in
      guard let text = relation.string, !knownRelations.contains(text),
        let near = nearestName(to: text, among: knownRelations)
      else { return }
      report.warning(
        relation, "'\(text)' is not a relation defined by Google", help: "write '\(near)'")
    },
    AndroidRule("target-missing", each: \.statements) { statement, report in
      guard statement.spot.member("include") == nil,
        let target = required("target", of: statement.spot, keysOfStatement, &report)
      else { return }
      if target.node.object == nil {
        report.error(target, "found \(target.node.value.kindName): expected an object")
      }
    },
    AndroidRule("target-namespace", each: \.targets) { target, report in
      guard target.node.object != nil,
        let namespace = required(
          "namespace", of: target, keysOfTarget, &report,
          help: "add \"namespace\": \"android_app\"")
      else { return }
      let known = ["android_app", "web", "ios_app"]
      guard namespace.string.map(known.contains) != true else { return }
      let text = namespace.string ?? namespace.node.value.kindName
      let near = nearestName(to: text, among: known) ?? namespaceOfKeys(in: target)
      report.error(
        namespace, "'\(text)' is not a namespace: expected one of \(known.joined(separator: ", "))",
        help: near.map { "write '\($0)'" })
    },
    AndroidRule("package-name", each: \.apps) { app, report in
      guard let name = required("package_name", of: app, keysOfTarget, &report) else {
        return
      }
      guard let text = name.string, AndroidPackageName.isValid(text) else {
        let text = name.string ?? name.node.value.kindName
        return report.error(
          name, "'\(text)' is not a package name: expected a name \(expectedName(text))")
      }
      if text.hasPrefix("com.example") {
        report.warning(
          name, "'\(text)' looks like a placeholder", help: "use your own package name")
      }
    },
    AndroidRule("fingerprint-missing", each: \.apps) { app, report in
      let list = required(
        "sha256_cert_fingerprints", of: app, keysOfTarget, &report,
        help: "the Play Console lists them under Setup, App signing")
      guard let list else { return }
      guard let elements = list.node.array else {
        return report.error(
          list, "found \(list.node.value.kindName): expected an array of fingerprints",
          help: list.string.map { "write [\"\($0)\"]" })
      }
      if elements.isEmpty { report.error(list, "the list of fingerprints is empty") }
    },
    AndroidRule("fingerprint-format", each: \.fingerprints) { fingerprint, report in
      guard let text = fingerprint.string else {
        return report.error(
          fingerprint, "found \(fingerprint.node.value.kindName): expected a fingerprint")
      }
      guard let fault = faultOfFingerprint(text) else { return }
      report.error(
        fingerprint, "'\(text)' is not a SHA-256 fingerprint: \(fault)",
        help: CertificateFingerprint(meantBy: text).map { "write '\($0)'" }
          ?? "keytool -list -v prints it after 'SHA256:'")
    },
    AndroidRule("fingerprint-sample", each: \.fingerprints) { fingerprint, report in
      guard let text = fingerprint.string, faultOfFingerprint(text) == nil,
        let sample = (try? CertificateFingerprint(text))?.sample
      else { return }
      report.warning(
        fingerprint, "the fingerprint is a sample, not that of a certificate: \(sample)",
        help: "the Play Console lists those of the app under Setup, App signing")
    },
    AndroidRule("fingerprint-case", each: \.fingerprints) { fingerprint, report in
      guard let text = fingerprint.string, text != text.uppercased(),
        faultOfFingerprint(text) == nil
      else { return }
      report.error(
        fingerprint, "the fingerprint has lower-case letters: expected upper case",
        help: "write '\(text.uppercased())'")
    },
    AndroidRule("fingerprint-duplicate", each: \.apps) { app, report in
      var seen: Set<String> = []
      for spot in app.member("sha256_cert_fingerprints")?.elements ?? [] {
        guard let text = spot.string?.uppercased(), !seen.insert(text).inserted else { continue }
        report.warning(spot, "the fingerprint is repeated in this list", help: "keep one of them")
      }
    },
    AndroidRule("debug-certificate", each: \.fingerprints) { fingerprint, report in
      let known =
        "FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39"
        + ":9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9C"
      guard fingerprint.string?.uppercased() == known else { return }
      report.warning(
        fingerprint, "this is the debug certificate of a project template, whose key is public",
        help: "use the release certificate here and the debug one only on a test site")
    },
    AndroidRule("target-site", each: \.targets) { target, report in
      guard target.member("namespace")?.string == "web" else { return }
      guard let site = target.member("site"), let text = site.string else {
        return report.error(target, "the target has no 'site'")
      }
      let url = WebURL(text)
      if let url, let port = url.port, !url.hasPossiblePort {
        return report.error(
          site, "'\(text)' has the port \(port): expected one from 1 to 65535")
      }
      let isWeb = url.map { URLScheme.isWeb($0.scheme) } ?? false
      let isBare = url.map {
        $0.path.isEmpty && $0.query == nil && $0.fragment == nil && $0.userInfo == nil
      }
      guard !isWeb || isBare != true else { return }
      let help = url.map { "write '\($0.scheme)://\($0.host)\($0.port.map { ":" + $0 } ?? "")'" }
      report.error(
        site, "'\(text)' is not a site: expected only a scheme and a host", help: isWeb ? help : nil
      )
    },
    AndroidRule("include-fields", each: \.statements) { statement, report in
      guard statement.spot.member("include") != nil else { return }
      for (name, member) in statement.spot.names where name == "relation" || name == "target" {
        report.error(
          member, "'\(name)' next to 'include' makes the statement invalid",
          help: "split it into two statements")
      }
    },
    AndroidRule("include-url", each: \.includes) { include, report in
      guard let text = include.string, let url = WebURL(text), URLScheme.isWeb(url.scheme) else {
        let text = include.string ?? include.node.value.kindName
        return report.error(include, "'\(text)' is not an absolute URL: expected https://…")
      }
      if let port = url.port, !url.hasPossiblePort {
        report.error(include, "'\(text)' has the port \(port): expected one from 1 to 65535")
      }
      if url.scheme == "http" {
        report.error(
          include, "'\(text)' is an http URL: a list served over https may include only https URLs")
      }
    },
    AndroidRule("include-not-followed") { file, report in
      let includes = file.includes
      for include in includes.prefix(10) {
        report.note(include, "the included list is not read here", help: "validate it separately")
      }
      if includes.count > 10 {
        report.error(
          includes[10],
          "\(includes.count) lists are included: at most ten are read in the whole tree")
      }
    },
  ]

  static let knownRelations = [
    Statement.handleAllURLs, "delegate_permission/common.get_login_creds",
    "delegate_permission/common.use_as_origin",
  ]

  private var relations: [Spot] {
    statements.flatMap { $0.spot.member("relation")?.elements ?? [] }
  }

  private var targets: [Spot] { statements.compactMap { $0.spot.member("target") } }

  private var apps: [Spot] { targets.filter { $0.member("namespace")?.string == "android_app" } }

  private var fingerprints: [Spot] {
    apps.flatMap { $0.member("sha256_cert_fingerprints")?.elements ?? [] }
  }

  private var includes: [Spot] { statements.compactMap { $0.spot.member("include") } }

  private static func isRelation(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    return parts.allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy {
          (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "_.".utf8.contains($0)
        }
    }
  }

  /// What a text is that is not hexadecimal at all; nil for any other text.
  private static func otherThanFingerprint(_ text: String) -> String? {
    let lowered = text.lowercased()
    let words: [StaticString] = [
      "your", "xx", "<", "{", "…", "...", "fingerprint", "_of_", "sha256_",
    ]
    if words.contains(where: lowered.holds) {
      return "it is a placeholder, expected 32 hexadecimal bytes separated by colons"
    }
    guard !text.contains(":"), text.contains(where: { !$0.isHexDigit }) else { return nil }
    switch CertificateFingerprint.base64(text)?.count {
    case 32: return "it is Base64, expected the same bytes as hexadecimal digits with colons"
    case 20: return "it is a SHA-1 digest in Base64, as for a key hash, expected SHA-256"
    default: return nil
    }
  }

  private static func namespaceOfKeys(in target: Spot) -> String? {
    let keys = [
      ("package_name", "android_app"), ("sha256_cert_fingerprints", "android_app"),
      ("site", "web"), ("appid", "ios_app"),
    ]
    return keys.first { target.member($0.0) != nil }?.1
  }

  /// The quality that a package name lacks.
  private static func expectedName(_ text: String) -> String {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return "with a dot, such as jp.asajikan" }
    if parts.contains(where: \.isEmpty) { return "without empty parts, such as jp.asajikan" }
    let part = parts.first { $0.utf8.first.map(ASCII.isLetter) != true }
    return part.map { "whose parts begin with a letter, unlike '\($0)'" } ?? "such as jp.asajikan"
  }

  private static func faultOfFingerprint(_ text: String) -> String? {
    if let fault = otherThanFingerprint(text) { return fault }
    do throws(CertificateFingerprint.Fault) {
      let fingerprint = try CertificateFingerprint(text)
      // Files must have the colons that configurations may leave out.
      guard fingerprint.description == text.uppercased() else { throw .notHexadecimal }
      return nil
    } catch {
      return error.message
    }
  }
}
