import LinkImport
import Testing

@Test(arguments: ["dub.csv", "dub.json"])
func `reads what Dub hands out`(_ name: String) throws {
  try ImportedFile(name).expectGolden()
}
