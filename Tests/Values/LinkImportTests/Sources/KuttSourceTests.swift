import LinkImport
import Testing

@Test(arguments: ["kutt.json"])
func `reads what Kutt hands out`(_ name: String) throws {
  try ImportedFile(name).expectGolden()
}
