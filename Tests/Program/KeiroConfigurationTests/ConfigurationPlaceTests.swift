import KeiroConfiguration
import Testing

struct ConfigurationPlaceTests {
  @Test(arguments: [
    (["keiro.json", "config/keiro.json", "/etc/keiro/keiro.json"], "keiro.json"),
    (["config/keiro.json", "/etc/keiro/keiro.json"], "config/keiro.json"),
    (["/etc/keiro/keiro.json"], "/etc/keiro/keiro.json"), ([], "keiro.json"),
  ])
  func `is the first file that there is`(_ files: [String], _ path: String) {
    #expect(ConfigurationPlace.path(where: files.contains) == path)
  }

  @Test func `people read the paths in their order`() {
    #expect(
      ConfigurationPlace.sentence == "./keiro.json, config/keiro.json or /etc/keiro/keiro.json")
  }
}
