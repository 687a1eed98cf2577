import JSONSyntax
import Outgoing
import WebSyntax

/// Reads the section `outgoing`; missing members keep their defaults.
struct OutgoingReader {
  let folder: ConfigurationFolder

  func read(_ field: JSONField?) -> OutgoingRules {
    field?.object { object in
      var rules = OutgoingRules()
      object.set(&rules.allowNetworks, "allowNetworks") { field in
        field.distinct { $0.text(networkProblem) }.compactMap { try? IPNetwork(parsing: $0) }
      }
      object.set(&rules.allowPlainHTTP, "allowPlainHTTP") { $0.bool() }
      if let field = object.optional("proxy"), !field.isNull { rules.proxy = proxy(field) }
      if let field = object.optional("authorities"), !field.isNull {
        rules.authorities = field.text().map(folder.resolve)
      }
      return rules
    } ?? OutgoingRules()
  }

  private func proxy(_ field: JSONField) -> String? {
    field.value(
      { text in
        guard let url = WebURL(text), URLScheme.isWeb(url.scheme), url.path.isEmpty,
          url.query == nil, url.fragment == nil
        else { return nil }
        return text
      }, isNot: "the address of a proxy: expected one such as http://proxy.internal:3128")
  }
}
