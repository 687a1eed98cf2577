import LinkImport
import Testing

@Test(arguments: ["rebrandly.json", "rebrandly.csv", "rebrandly-title.csv"])
func `reads what Rebrandly hands out`(_ name: String) throws {
  try ImportedFile(name).expectGolden()
}
