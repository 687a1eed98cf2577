import LinkImport
import Testing

@Test(arguments: ["branch.json"])
func `reads what Branch hands out`(_ name: String) throws {
  try ImportedFile(name).expectGolden()
}
