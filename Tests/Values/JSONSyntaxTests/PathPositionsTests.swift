import JSONSyntax
import Testing

struct PathPositionsTests {
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
    let document = try JSONDocument(parsing: Array(text.utf8))
    let expected = JSONPosition(line: line, column: column)
    #expect(document.position(path: path) == expected)
    let sites = JSONPosition(line: 3, column: 12)
    #expect(
      document.positions(paths: ["sites", path, "sites[10]", path])
        == [sites, expected, sites, expected])
  }
}
