import JSONSyntax
import Testing

@testable import KeiroConfiguration

struct ConfigurationPositionsTests {
  private let text = """
    {
      "apps": { "a.b": { "name": "x" } },
      "sites": [ { "hosts": ["a.example"], "hostsX": 1 },
        { "routes": [ { "/": "/" },
            { "?": "q", "/": "/b" } ] } ]
    }
    """

  @Test(arguments: [
    ("", 1, 1),
    ("apps", 2, 11),
    ("apps[\"a.b\"].name", 2, 30),
    ("sites[0].hosts", 3, 25),
    ("sites[0].hosts[0]", 3, 26),
    ("sites[0].hostsX", 3, 50),
    ("sites[1].routes[1]", 5, 9),
    ("sites[1].routes[1][\"?\"]", 5, 16),
    ("sites[1].routes[1][\"/\"]", 5, 26),
    ("sites[1].routes[1][\"#\"]", 5, 9),
    ("sites[10]", 3, 12),
    ("nothing.at.all", 1, 1),
  ])
  func `finds the position of a path, or of what leads to it`(
    path: String, line: Int, column: Int
  ) throws {
    let positions = ConfigurationPositions(try JSONDocument(parsing: Array(text.utf8)))
    #expect(positions.position(path: path) == JSONPosition(line: line, column: column))
  }

  @Test func `names the parts of a route`() {
    #expect(ConfigurationPositions.path(site: 1, route: 2) == "sites[1].routes[2]")
    #expect(
      ConfigurationPositions.path(site: 1, route: 2, part: "/") == "sites[1].routes[2][\"/\"]")
  }
}
