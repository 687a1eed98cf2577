import JSONSyntax
import Testing

@testable import KeiroConfiguration

/// Each invalid value with its exact message.
struct ConfigurationProblemTests {
  @Test(arguments: ConfigurationProblemCases.server)
  func `says what is wrong with the server`(text: String, expected: [String]) {
    #expect(problems(text) == expected)
  }

  @Test(arguments: ConfigurationProblemCases.apps)
  func `says what is wrong with an app`(text: String, expected: [String]) {
    #expect(problems("{ \"apps\": \(text) }") == expected)
  }

  @Test(arguments: ConfigurationProblemCases.sites)
  func `says what is wrong with a site`(text: String, expected: [String]) {
    #expect(problems(siteText(text)) == expected)
  }

  @Test(arguments: ConfigurationProblemCases.hosts)
  func `says what is wrong with hosts`(text: String, expected: [String]) {
    #expect(problems("{ \"sites\": [ \(text) ] }") == expected)
  }

  @Test(arguments: ConfigurationProblemCases.routes)
  func `says what is wrong with a route`(text: String, expected: [String]) {
    #expect(problems(routesText(text)) == expected)
  }

  @Test(arguments: ConfigurationProblemCases.shortLinks)
  func `says what is wrong with short links`(text: String, expected: [String]) {
    #expect(problems(siteText("\"shortLinks\": \(text)")) == expected)
  }

  @Test(arguments: ConfigurationProblemCases.texts)
  func `says where the text stops being a configuration`(text: String, expected: [String]) {
    let lines = located(text).map { $0.line(file: "k.json") }
    #expect(lines == expected)
  }

  static let all: [(String, [String])] = [
    ConfigurationProblemCases.server, ConfigurationProblemCases.apps,
    ConfigurationProblemCases.sites, ConfigurationProblemCases.hosts,
    ConfigurationProblemCases.routes, ConfigurationProblemCases.shortLinks,
    ConfigurationProblemCases.texts,
  ].flatMap(\.self)

  @Test(arguments: all)
  func `says what to do about it`(_: String, messages: [String]) {
    // The system's own words say why a file cannot be read.
    let step =
      /expected |did you mean|delete |retype |replace |save |cannot read '|cannot use '|; |: [a-z]+ it/
    for message in messages {
      #expect(message.contains(step), "\(message)")
    }
  }

  @Test func `tells all problems at once, in the order of the file`() {
    let text = """
      {
        "server": { "workers": 257, "listn": [] },
        "sites": [
          {
            "hosts": ["x.example"], "alternateHost": "y.example",
            "routes": [ { "/": "/a", "app": "shp", "scren": "s" } ],
            "webcredentials": ["courier"]
          },
          { "hosts": ["Y.example", "x.example."] }
        ],
        "apps": { "shop": { "apple": { "appIDs": ["nodot"] } } }
      }
      """
    #expect(
      located(text).map { $0.line(file: "k.json") } == [
        "k.json:2:26: server.workers: 257 is out of range: expected a whole number from 0 to 256",
        "k.json:2:31: server.listn: unknown key: did you mean 'listen'?",
        "k.json:5:48: sites[0].alternateHost: 'y.example' belongs to another site, at sites[1].hosts[0]: expected a host of its own",
        "k.json:6:39: sites[0].routes[0].app: there is no app 'shp': did you mean 'shop'?",
        "k.json:6:46: sites[0].routes[0].scren: unknown key: did you mean 'screen'?",
        "k.json:7:26: sites[0].webcredentials[0]: there is no app 'courier': expected one of shop",
        "k.json:9:30: sites[1].hosts[1]: 'x.example' is already listed at sites[0].hosts[0]: expected it once",
        "k.json:11:45: apps.shop.apple.appIDs[0]: 'nodot' is not an application identifier: there is no dot between the Team ID and the bundle ID: expected ten characters from A-Z and 0-9, as in A1B2C3D4E5.com.example.app",
      ])
  }
}
