import AppAssociation
import Testing

struct AppIdentifierFaultTests {
  private static let form =
    "expected ten characters from A-Z and 0-9, as in A1B2C3D4E5.com.example.app"

  @Test(arguments: [
    ("A1B2C3D4E5.com.example.app", nil),
    ("com.example.app", "the Team ID before the bundle ID is missing: \(form)"),
    ("jp.asajikan.www", "the Team ID before the bundle ID is missing: \(form)"),
    ("A1B2C3D4E.com.example", "the Team ID 'A1B2C3D4E' has 9 characters: \(form)"),
    ("a1b2c3d4e5.com.example", "the Team ID 'a1b2c3d4e5' contains invalid characters: \(form)"),
    ("A1B2C3D4E5", "there is no dot between the Team ID and the bundle ID: \(form)"),
    (
      "A1B2C3D4E5.com.ex_ample",
      "'com.ex_ample' is not a bundle ID: expected letters, digits, '-' and '.'"
    ),
    ("A1B2C3D4E5.", "'' is not a bundle ID: expected letters, digits, '-' and '.'"),
  ])
  func `names the part that is wrong`(_ text: String, _ fault: String?) {
    #expect(AppIdentifier.fault(of: text) == fault)
  }
}

struct CertificateFingerprintTests {
  private static let pairs = (0..<32).map { "A\($0 % 10)" }

  @Test func `reads either case, with colons or without`() throws {
    let expected = Self.pairs.joined(separator: ":")
    for text in [expected, expected.lowercased(), Self.pairs.joined().lowercased()] {
      #expect(try CertificateFingerprint(text).description == expected)
    }
  }

  @Test(arguments: [
    ("", CertificateFingerprint.Fault.notHexadecimal), ("14:6X", .notHexadecimal),
    ("1:46D", .notHexadecimal), ("146", .notHexadecimal), (":", .notHexadecimal),
    ("14:6D", .wrongLength(2)), (pairs.prefix(20).joined(separator: ":"), .wrongLength(20)),
    (pairs.joined() + "AA", .wrongLength(33)),
  ])
  func `refuses anything else`(_ text: String, _ fault: CertificateFingerprint.Fault) {
    #expect(throws: fault) { try CertificateFingerprint(text) }
  }
}
