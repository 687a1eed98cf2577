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
}
