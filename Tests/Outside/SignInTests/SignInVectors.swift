import FoundationEssentials
import JSONSyntax

/// The values of `Vectors.json`, made with OpenSSL: for each kind of key a credential, a signature by it, and
/// an identity token.
enum SignInVectors {
  /// The values of one kind of key, as URL-safe Base64 or JSON.
  struct Vector: Sendable {
    let name, attestation, key, credential, authenticatorData, signature, jwk, jwt: String

    init(_ node: JSONNode?) {
      func text(_ name: String) -> String { node?.member(name)?.string ?? "" }
      (name, attestation, key) = (text("name"), text("attestation"), text("key"))
      (credential, authenticatorData) = (text("credential"), text("authenticatorData"))
      (signature, jwk, jwt) = (text("signature"), text("jwk"), text("jwt"))
    }
  }

  static let all = [es256, eddsa, rs256]
  static let (es256, eddsa, rs256) = {
    let path = #filePath.dropLast("SignInVectors.swift".count) + "Vectors.json"
    let bytes = (try? Data(contentsOf: URL(filePath: String(path)))) ?? Data()
    let nodes = (try? JSONDocument(parsing: Array(bytes)))?.root.array ?? []
    func vector(_ name: String) -> Vector {
      Vector(nodes.first { $0.member("name")?.string == name })
    }
    return (vector("es256"), vector("eddsa"), vector("rs256"))
  }()
}
