import CertificateSamples
import Glibc
import KeiroCommand
import ProgramSupport
import Testing

struct CertificateCheckTests {
  @Test func `calls every certificate good`() throws {
    let folder = try TemporaryFolder()
    let files = try CertificateSample.all.enumerated().map { index, sample in
      let chain = try folder.write(sample.chain, to: "chain-\(index).pem")
      let key = try folder.write(sample.key, to: "key-\(index).pem")
      try #require(chmod(key, 0o600) == 0)
      return #"{"chain": "\#(chain)", "key": "\#(key)"}"#
    }
    let file = try folder.write(
      """
      {
        "server": { "listen": ["tls:127.0.0.1:8443"], "tls": { "certificates": [\(files.joined(separator: ","))] } },
        "sites": [{"hosts": ["a.example"], "routes": [{"/": "/", "title": "A"}]}]
      }
      """, to: "k.json")
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["check", "--config", file]) == .done)
    #expect(recorder.error == "")
  }
}
