import AppAssociation
import HTTPCore
import JSONSyntax
import ShortLinks

/// Compiles one site.
struct SiteCompiler {
  let site: SiteDefinition
  /// Where the site stands in the configuration.
  let path: String
  let apps: [AppDefinition]
  let security: SecurityFields

  func compile() -> (site: CompiledSite?, problems: [ServiceSnapshot.Problem]) {
    var problems: [ServiceSnapshot.Problem] = []
    let apple = AssociationDocuments.bytes(apple: site, apps: apps)
    let android = AssociationDocuments.bytes(android: site, apps: apps)
    problems += (apple.findings + android.findings).map(problem)
    problems += ownDocumentProblems()
    let routing: RoutingTable
    do throws(RoutingTableError) {
      routing = try RoutingTable(
        rules: site.routingRules, substitutionVariables: site.substitutionVariables)
    } catch {
      return (nil, problems + error.faults.map(problem))
    }
    // Links are kept ready to be visited, so the definition needs no copy of them.
    var definition = site
    definition.shortLinks?.links = []
    let compiled = CompiledSite(
      definition: definition, routing: routing, routes: site.routes.map(compile),
      appleDocument: apple.bytes.flatMap {
        AssociationDocuments.representation(of: $0, route: .appleDocument)
      },
      androidDocument: android.bytes.flatMap {
        AssociationDocuments.representation(of: $0, route: .androidDocument)
      },
      notices: Notices(language: site.language, siteTitle: site.title, security: security),
      linkPages: ShortLinkPages(
        language: site.language, siteTitle: site.title, security: security),
      exactHosts: site.allHosts.filter { !$0.isWildcard }.map { Array($0.name.utf8) },
      primaryHost: site.primaryHost.map { Array($0.utf8) },
      otherHost: site.otherHost.map { Array($0.utf8) })
    return (compiled, problems)
  }

  private func compile(_ route: RouteDefinition) -> CompiledRoute {
    let routeApps = route.apps.map { apps[$0] }
    let strings = PageStrings.strings(for: site.language)
    let captures = route.component.captureNames
    let answer: CompiledRoute.Answer
    if route.component.exclude == true {
      answer = .refused
    } else if let web = route.web {
      var location = PageTemplate(captures: captures)
      if web.hasPrefix("/") {
        location.append("https://")
        if let host = site.primaryHost { location.append(host) } else { location.append(.host) }
      }
      location.append(location: CaptureTemplate(web))
      answer = .redirect(location)
    } else {
      let page = RoutePage(
        site: site, route: route, apps: routeApps, strings: strings, captures: captures)
      answer = .page(page.template())
    }
    let banner = SiteDefinition.banner(of: routeApps).map { banner in
      var template = PageTemplate()
      template.append(banner: banner, primaryHost: site.primaryHost)
      return template
    }
    return CompiledRoute(
      answer: answer, banner: banner, appKey: routeApps.first?.key, screen: route.screen)
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

  /// The least that a file has to be to be served in a site's name.
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
            message:
              "the file is signed, which nothing since iOS 9 needs: its content is not checked"
          ))
        return
      }
      do throws(JSONSyntaxError) {
        let document = try JSONDocument(parsing: bytes)
        let isRight = isObject ? document.root.object != nil : document.root.array != nil
        if !isRight {
          let kind = document.root.value.kindName
          report("the file holds \(kind): expected \(isObject ? "an object" : "an array")")
        }
      } catch {
        let position = JSONLines(bytes: bytes).position(of: error.offset)
        report(
          "the file is no JSON, line \(position.line), column \(position.column): "
            + error.reason.message)
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
