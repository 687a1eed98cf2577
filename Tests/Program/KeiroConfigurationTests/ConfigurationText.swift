import SiteModel

@testable import KeiroConfiguration

/// Decodes a configuration whose relative paths start at `folder`.
func configuration(_ text: String, folder: String = "/nowhere") throws -> Configuration {
  try ConfigurationLoader.load(Array(text.utf8), file: folder + "/absent.json").configuration
}

/// The only site of a configuration.
func site(_ members: String, folder: String = "/nowhere") throws -> SiteDefinition {
  try configuration(siteText(members), folder: folder).service.sites[0]
}

/// The problems of a configuration as `path: message`, in the order of the file.
func problems(_ text: String, folder: String = "/nowhere") -> [String] {
  located(text, folder: folder).map { $0.path.isEmpty ? $0.message : "\($0.path): \($0.message)" }
}

/// The problems of a configuration with their positions.
func located(_ text: String, folder: String = "/nowhere") -> [ConfigurationProblem] {
  ConfigurationLoader.examine(Array(text.utf8), file: folder + "/absent.json").faults
}

/// A configuration with one app `a` that has an Apple side, and one site with these members.
func siteText(_ members: String) -> String {
  """
  { "apps": { "a": { "apple": { "appIDs": ["A1B2C3D4E5.b.c"] } } },
    "sites": [ { "hosts": ["x.example"], \(members) } ] }
  """
}

/// A configuration with one site that has these routes.
func routesText(_ routes: String) -> String {
  siteText("\"routes\": [ \(routes) ]")
}
