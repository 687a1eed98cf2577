import SiteModel

/// `alternateHost` is the target of Open buttons, since a tap on the page's own host never opens
/// the app. If it is a host of the same site, the buttons on its pages lead back to that host.
enum AlternateHostOwn: ConfigurationRule {
  static func check(_ subject: ReviewedConfiguration, _ report: inout ReviewReport) {
    for (path, site) in subject.sites {
      guard let host = site.alternateHost, site.hosts.contains(host) else { continue }
      report.warn(
        path + ".alternateHost",
        "'\(host)' is one of the site's own hosts, on which the Open button leads to the page itself: "
          + "expected another host that the app's entitlement names")
    }
  }
}
