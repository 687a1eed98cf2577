import AppAssociation
import JSONSyntax
import Links
import WebSyntax

struct SiteCompiler {
  let site: SiteDefinition
  let path: String
  let apps: [AppDefinition]
  let associations: AssociationDocuments
  /// Returns the ways in which a visitor of a route's page carries its address into a new app.
  let deferredWays: (RouteDefinition) -> [ClaimWay]

  func compile() -> (site: CompiledSite?, problems: [ServiceSnapshot.Problem]) {
    var problems: [ServiceSnapshot.Problem] = []
    let apple = associations.bytes(.apple, of: site)
    let android = associations.bytes(.android, of: site)
    problems += (apple.findings + android.findings).map(problem)
    problems += ownDocumentProblems()
    let routing: RoutingTable
    do throws(RoutingTableError) {
      routing = try RoutingTable(
        rules: site.routingRules, substitutionVariables: site.substitutionVariables)
    } catch {
      return (nil, problems + error.faults.map(problem))
    }
    // Links are stored in prepared form, so the definition needs no copy of them.
    var definition = site
    definition.shortLinks?.links = ConfiguredLinks()
    let icon = SiteIcon(
      site.brand, name: site.displayName ?? site.hosts.first?.name ?? "")
    var documents = site.plainDocuments(apps: apps)
    documents[.apple] = apple.bytes
    documents[.android] = android.bytes
    let appleRules = apple.bytes.flatMap(AssociationDocuments.apple).map {
      AssociationEvaluator($0)
    }
    let compiled = CompiledSite(
      definition: definition, files: site.files(icon: icon, apps: apps), icon: icon,
      routing: routing,
      routes: site.routes.map { route in
        CompiledRoute(
          route, primaryHost: site.primaryHost,
          openings: site.openings(of: route, apps: apps, appleRules: appleRules),
          deferred: deferredWays(route))
      },
      documents: documents, appleRules: appleRules)
    return (compiled, problems)
  }

  private func problem(_ finding: GenerationFinding) -> ServiceSnapshot.Problem {
    ServiceSnapshot.Problem(
      isError: finding.severity == .error,
      path: finding.rule.map { "\(path).routes[\($0)]" } ?? path, message: finding.message)
  }

  private func problem(_ fault: RoutingTableError.Fault) -> ServiceSnapshot.Problem {
    ServiceSnapshot.Problem(
      isError: true, path: jsonPath("\(path).routes[\(fault.rule)]", member: fault.part),
      message: fault.message)
  }

  /// Checks the minimum requirements for a file that is served in a site's name.
  private func ownDocumentProblems() -> [ServiceSnapshot.Problem] {
    var problems: [ServiceSnapshot.Problem] = []
    func check(_ bytes: [UInt8]?, _ key: String, isObject: Bool) {
      guard let bytes else { return }
      func report(_ message: String) {
        let problem = ServiceSnapshot.Problem(
          isError: true, path: "\(path).documents.\(key)", message: message)
        problems.append(problem)
      }
      if isObject, AssociationDocuments.isSigned(bytes) {
        problems.append(
          ServiceSnapshot.Problem(
            isError: false, path: "\(path).documents.\(key)",
            message: "the file is signed, which nothing since iOS 9 needs"))
        return
      }
      do throws(JSONSyntaxError) {
        let document = try JSONDocument(parsing: bytes)
        let isRight = isObject ? document.root.object != nil : document.root.array != nil
        if !isRight {
          let kind = document.root.value.kindName
          report("the file contains \(kind): expected \(isObject ? "an object" : "an array")")
        }
      } catch {
        let position = JSONLines(bytes: bytes).position(of: error.offset)
        report(
          "the file is not JSON, line \(position.line), column \(position.column): "
            + error.message)
      }
    }
    check(site.ownAppleDocument, "apple", isObject: true)
    check(site.ownAndroidDocument, "android", isObject: false)
    if let count = site.ownAppleDocument?.count, count > 128 * 1024 {
      problems.append(
        ServiceSnapshot.Problem(
          isError: true, path: "\(path).documents.apple",
          message: "the file has \(count) bytes: expected at most 131072"))
    }
    return problems
  }
}
