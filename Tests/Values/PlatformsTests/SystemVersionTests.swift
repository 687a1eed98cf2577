import Platforms
import Testing

struct SystemVersionTests {
  @Test(arguments: [
    ("17", "17.0"), ("17.0", "17.0"), ("17.0.1", "17.0.1"), ("9.3.2", "9.3.2"), ("026", "26.0"),
  ])
  func `reads one to three numbers`(text: String, description: String) {
    #expect(SystemVersion(text)?.description == description)
  }

  @Test(arguments: [
    "", "abc", "17.", ".17", "17..1", "1.2.3.4", "-1", "+1", "17 ", "iOS 17", "17.x", "12345", "١٧",
  ])
  func `refuses everything else`(text: String) {
    #expect(SystemVersion(text) == nil)
  }

  @Test func `puts older versions first`() {
    let versions = ["9.3.1", "10.0", "9", "13.4", "13.10", "26"].compactMap(SystemVersion.init)
    #expect(
      versions.sorted().map(\.description) == ["9.0", "9.3.1", "10.0", "13.4", "13.10", "26.0"])
  }
}
