import AppAssociation
import HTTPCore
import Links
import WebSyntax

/// Finds the addresses at which a tap on a page opens an app: those that the sites' association
/// files cover, on a different host from the page's.
final class AppOpenings: Sendable {
  private let sites: [CompiledSite]
  private let hosts: HostTable
  private let identifiers: [[String]]

  init(_ sites: [CompiledSite], hosts: HostTable, apps: [AppDefinition]) {
    self.sites = sites
    self.hosts = hosts
    identifiers = apps.map(\.appleIdentifiers)
  }

  func openAddress(of app: Int) -> LinkApp.OpenAddress {
    { [self] destination, pageHost in address(destination, app: app, from: pageHost) }
  }

  private func address(_ destination: String, app: Int, from pageHost: String) -> String? {
    guard let url = WebURL(destination), URLScheme.isWeb(url.scheme), url.userInfo == nil,
      url.port == nil
    else { return nil }
    let host = String(decoding: HTTPHost.name(of: Array(url.host.utf8)[...]), as: UTF8.self)
    guard let number = hosts.site(named: Array(host.utf8)[...]),
      sites[number].appleRules?.opens(url, identifiers: identifiers[app]) == true
    else { return nil }
    let site = sites[number].definition
    let isAnotherSite =
      !pageHost.isEmpty && !site.allHosts.contains { $0.matches(pageHost) }
    if isAnotherSite { return destination }
    if let other = site.otherHost, other != pageHost {
      return "https://" + other + destination.dropFirst("\(url.scheme)://\(url.host)".utf8.count)
    }
    return pageHost.isEmpty || pageHost == host ? nil : destination
  }
}

extension AssociationEvaluator {
  /// Returns whether the file opens an address in one of several Apple apps.
  func opens(_ url: WebURL, identifiers: [String]) -> Bool {
    let parts = EvaluatedURL(url)
    return identifiers.contains { verdict(for: parts, app: $0).decision == .match }
  }
}
