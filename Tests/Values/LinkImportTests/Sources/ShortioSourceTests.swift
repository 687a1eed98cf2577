import LinkImport
import Testing

@Test(arguments: ["shortio.csv", "shortio-words.csv", "shortio.json"])
func `reads what Short.io hands out`(_ name: String) throws {
  try ImportedFile(name).expectGolden()
}
