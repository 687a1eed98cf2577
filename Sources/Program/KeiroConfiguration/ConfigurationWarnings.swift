import SiteModel
import JSONSyntax

extension Configuration {
  /// Warnings about settings that are valid but probably unintended.
  var warnings: [ConfigurationProblem] {
    var warnings: [ConfigurationProblem] = []
    func warn(_ path: String, _ message: String) {
      warnings.append(.init(.warning, path: path, message: message))
    }
    if service.sites.isEmpty {
      warn("sites", "there is no site: every public request gets 404")
    }
    for app in service.apps where app.apple == nil && app.android == nil {
      let path = jsonPath("apps", member: app.key)
      warn(path, "the app has neither 'apple' nor 'android': no link can open it")
    }
    let listeners = (server.listen + server.management).map(ListenAddress.init)
    if server.tls != nil, !listeners.contains(where: \.isSecure) {
      warn(
        "server.tls", "no listener speaks TLS: expected an address with tls:, as in tls:[::]:443")
    }
    if server.tls?.redirectsPlain == true, let proxy = server.introducerWithUnknownScheme {
      warn(
        "server.proxyProtocol",
        "'\(proxy)' is not among 'trustedProxies': if it ends TLS and its header does not tell so "
          + "(PP2_TYPE_SSL), 'redirectPlain' sends its visitors round in circles: expected it there "
          + "too, with X-Forwarded-Proto")
    }
    return warnings
  }
}
