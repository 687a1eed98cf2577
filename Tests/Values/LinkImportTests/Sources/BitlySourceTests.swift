import LinkImport
import Testing

@Test(arguments: ["bitly.csv", "bitly.json"])
func `reads what Bitly hands out`(_ name: String) throws {
  try ImportedFile(name).expectGolden()
}
