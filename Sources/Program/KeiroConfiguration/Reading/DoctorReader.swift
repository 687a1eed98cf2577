import JSONSyntax
import Outgoing
import WebSyntax

/// Reads the section `doctor`; missing members keep their defaults.
struct DoctorReader {
  func read(_ field: JSONField?) -> DoctorSettings {
    field?.object { object in
      var settings = DoctorSettings()
      if let field = object.optional("every"), !field.isNull {
        settings.every = field.int(in: 1...31_536_000)
      }
      object.set(&settings.isPrivate, "private") { $0.bool() }
      object.set(&settings.timeout, "timeout") { $0.int(in: 1...60) }
      object.set(&settings.resolved, "resolve") { field in
        field.elements()?.compactMap { element in
          element.value(
            { HostEndpoints($0) },
            isNot: "an endpoint: expected one such as www.example.com:443:192.0.2.1")
        }
      }
      settings.appleCDN = object.optional("appleCDN").flatMap(address)
      settings.googleAPI = object.optional("googleAPI").flatMap(address)
      return settings
    } ?? DoctorSettings()
  }

  private func address(_ field: JSONField) -> String? {
    guard !field.isNull else { return nil }
    return field.value(
      { text in
        guard let url = WebURL(text), URLScheme.isWeb(url.scheme), url.userInfo == nil else {
          return nil
        }
        return text
      }, isNot: "an address of the web: expected one such as https://www.example.com")
  }
}
