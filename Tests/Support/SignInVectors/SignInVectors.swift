/// Vectors made with OpenSSL: for each kind of key a credential, a signature by it, and an identity
/// token.
package enum SignInVectors {
  /// The values of one kind of key, as URL-safe Base64 or JSON.
  package struct Vector: Sendable {
    package let name, attestation, key, credential, signature, jwk, jwt: String
    package let authenticatorData = "7iZObwuUDkj_571n7D-G6scLHHqsiNv9xBDVYRCUyN4FAAAABw"
  }

  package static let all = [es256, eddsa, rs256]

  package static let es256 = Vector(
    name: "es256",
    attestation:
      "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViU7iZObwuUDkj_571n7D-G6scLHHqsiNv9xBDVYR"
      + "CUyN5FAAAAAQAAAAAAAAAAAAAAAAAAAAAAEGNyZWRlbnRpYWwtZXMyNTalAQIDJiABIVggXvLUE-7Q"
      + "pZB612vPWnw8Qkh8xB5ldfzn6EU021flOLQiWCCHP31hnms44ka_JT22GmUUKUO8A3MAufxLdh7EsF"
      + "2YrA",
    key:
      "pQECAyYgASFYIF7y1BPu0KWQetdrz1p8PEJIfMQeZXX85-hFNNtX5Ti0Ilgghz99YZ5rOOJGvyU9th"
      + "plFClDvANzALn8S3YexLBdmKw",
    credential: "Y3JlZGVudGlhbC1lczI1Ng",
    signature:
      "MEQCIEsh5CY0YJQV6vnhl5XDq-0Fw0PmtEOAZ6blXzQVHQHOAiA8FmSLy-8EDPH8lTxYaDKVw2FXtL"
      + "ZVgMntULu7FGmyFQ",
    jwk:
      "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"XvLUE-7QpZB612vPWnw8Qkh8xB5ldfzn6EU021flOLQ\",\"y"
      + "\":\"hz99YZ5rOOJGvyU9thplFClDvANzALn8S3YexLBdmKw\",\"kid\":\"es256\",\"alg\":\"ES256\",\"u"
      + "se\":\"sig\"}",
    jwt:
      "eyJhbGciOiAiRVMyNTYiLCAia2lkIjogImVzMjU2In0.eyJpc3MiOiAiaHR0cHM6Ly9sb2dpbi5leG"
      + "FtcGxlLmNvbSIsICJhdWQiOiAia2Vpcm8iLCAic3ViIjogIjQ3MTEiLCAibm9uY2UiOiAibi0xIiwg"
      + "ImlhdCI6IDE3MDAwMDAwMDAsICJleHAiOiAxNzAwMDAwMzAwLCAibmFtZSI6ICJBbm5hIiwgImdyb3"
      + "VwcyI6IFsic3RhZmYiLCAia2Vpcm8tZWRpdG9ycyJdfQ.IvfqkSYzvm5O57SMt7EAljQyaItHrtTle"
      + "FBrtscuthJW7a2zxPq5Yj8zXXuT7W5nV_l9atUa0gmuxGUDue40UA")

  package static let eddsa = Vector(
    name: "eddsa",
    attestation:
      "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVhx7iZObwuUDkj_571n7D-G6scLHHqsiNv9xBDVYR"
      + "CUyN5FAAAAAQAAAAAAAAAAAAAAAAAAAAAAEGNyZWRlbnRpYWwtZWRkc2GkAQEDJyAGIVggzqyAVwfR"
      + "Vbn6fArDel7qpkl5i_23LCPzTuw5ZWUEUJ8",
    key:
      "pAEBAycgBiFYIM6sgFcH0VW5-nwKw3pe6qZJeYv9tywj807sOWVlBFCf",
    credential: "Y3JlZGVudGlhbC1lZGRzYQ",
    signature:
      "nhOeoMdUfUA4TzntJJ_0TDoaHa3rB0QmXVeD_u0aKNfDoQtmEWGiIQKnkkwA6Nwt9quRJVQNOpHZgr"
      + "Jwyl-bDg",
    jwk:
      "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"zqyAVwfRVbn6fArDel7qpkl5i_23LCPzTuw5ZWUEUJ8\""
      + ",\"kid\":\"eddsa\"}",
    jwt:
      "eyJhbGciOiAiRWREU0EiLCAia2lkIjogImVkZHNhIn0.eyJpc3MiOiAiaHR0cHM6Ly9sb2dpbi5leG"
      + "FtcGxlLmNvbSIsICJhdWQiOiAia2Vpcm8iLCAic3ViIjogIjQ3MTEiLCAibm9uY2UiOiAibi0xIiwg"
      + "ImlhdCI6IDE3MDAwMDAwMDAsICJleHAiOiAxNzAwMDAwMzAwLCAibmFtZSI6ICJBbm5hIiwgImdyb3"
      + "VwcyI6IFsic3RhZmYiLCAia2Vpcm8tZWRpdG9ycyJdfQ.FDnHJ5oRG6cSnyPTOrfzO3l844a6P_cXI"
      + "6M84Pf9SLaSVlupq1Qt-wqCXbMDTsQ7LITeth586OoCVAR9LbJUCQ")

  package static let rs256 = Vector(
    name: "rs256",
    attestation:
      "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVkBV-4mTm8LlA5I_-e9Z-w_hurHCxx6rIjb_cQQ1W"
      + "EQlMjeRQAAAAEAAAAAAAAAAAAAAAAAAAAAABBjcmVkZW50aWFsLXJzMjU2pAEDAzkBACBZAQDLUcIi"
      + "P5-DNQ6EJwd_N1Bb_ABtLK49ac7-P_OGkk5vufVyWI8fXNUpQJElHz9iW8WO-hPZdEsQL-2JJfqkGH"
      + "rP2rjSd8lIGP_2DJGMNod9KK6tiQpVkuz2YRCsh8Uvtg2S9efrGSnAWgScNgM_ZfIXvTh8sJjL-pf4"
      + "-3OtlSg68sZAlpaVCFnei2J9MDO16HyInNuGIBEPQA9kTsw3mvbGueR4OQsHokgUG9OETrNEkxOnvG"
      + "u-HYxHmmsgnH6R98qQG44ZW1BYulM8oz_UTOzYnW8BKMWz6qHSHqiYO0UTl7EOxjrJ_Fs5gN84Kg0x"
      + "BqeUAzCgGKJN4lsyvMQjE48ZIUMBAAE",
    key:
      "pAEDAzkBACBZAQDLUcIiP5-DNQ6EJwd_N1Bb_ABtLK49ac7-P_OGkk5vufVyWI8fXNUpQJElHz9iW8"
      + "WO-hPZdEsQL-2JJfqkGHrP2rjSd8lIGP_2DJGMNod9KK6tiQpVkuz2YRCsh8Uvtg2S9efrGSnAWgSc"
      + "NgM_ZfIXvTh8sJjL-pf4-3OtlSg68sZAlpaVCFnei2J9MDO16HyInNuGIBEPQA9kTsw3mvbGueR4OQ"
      + "sHokgUG9OETrNEkxOnvGu-HYxHmmsgnH6R98qQG44ZW1BYulM8oz_UTOzYnW8BKMWz6qHSHqiYO0UT"
      + "l7EOxjrJ_Fs5gN84Kg0xBqeUAzCgGKJN4lsyvMQjE48ZIUMBAAE",
    credential: "Y3JlZGVudGlhbC1yczI1Ng",
    signature:
      "qeY5osNGWEGu-EMdS0DGod52jzAidxRYRIiX7LejQIm_EA1gzt8HszvXSRjFOLGEBKhT0UUdB9QMi1"
      + "kNga-x1bBduLT4JgKeLKAB99iCJoz9__AvVvr5izQnVx8mb-jwAyNDEYLljAbFWvsIR8Kr1Vna1BWC"
      + "dOTdTzTa0jQHv4f0421iYb6zGg0vdVjlF7pxqwvIdbVBoMWgBLBW1USMQsMkfKSjPdmZJwExORCyeQ"
      + "VJWByGnfcINXkwAUgheMHXV6muMqI-hBqpsJRQchwcA84tfCvmI4ymKy1NU4297sIdOXEVLD4xLgnK"
      + "8pCpHg-JS2bVJJTSm2WIBVtj56Hq1g",
    jwk:
      "{\"kty\":\"RSA\",\"n\":\"y1HCIj-fgzUOhCcHfzdQW_wAbSyuPWnO_j_zhpJOb7n1cliPH1zVKUCRJR8_"
      + "YlvFjvoT2XRLEC_tiSX6pBh6z9q40nfJSBj_9gyRjDaHfSiurYkKVZLs9mEQrIfFL7YNkvXn6xkpwF"
      + "oEnDYDP2XyF704fLCYy_qX-PtzrZUoOvLGQJaWlQhZ3otifTAzteh8iJzbhiARD0APZE7MN5r2xrnk"
      + "eDkLB6JIFBvThE6zRJMTp7xrvh2MR5prIJx-kffKkBuOGVtQWLpTPKM_1Ezs2J1vASjFs-qh0h6omD"
      + "tFE5exDsY6yfxbOYDfOCoNMQanlAMwoBiiTeJbMrzEIxOPGQ\",\"e\":\"AQAB\",\"kid\":\"rs256\",\"al"
      + "g\":\"RS256\"}",
    jwt:
      "eyJhbGciOiAiUlMyNTYiLCAia2lkIjogInJzMjU2In0.eyJpc3MiOiAiaHR0cHM6Ly9sb2dpbi5leG"
      + "FtcGxlLmNvbSIsICJhdWQiOiAia2Vpcm8iLCAic3ViIjogIjQ3MTEiLCAibm9uY2UiOiAibi0xIiwg"
      + "ImlhdCI6IDE3MDAwMDAwMDAsICJleHAiOiAxNzAwMDAwMzAwLCAibmFtZSI6ICJBbm5hIiwgImdyb3"
      + "VwcyI6IFsic3RhZmYiLCAia2Vpcm8tZWRpdG9ycyJdfQ.LPxl0G6fPmUL4ISaFEohPa8LpyYxjUgkS"
      + "Rp64Ws4QEXe8kBDt-3Y4vQaOl8GHPk4wOgQa3ybhCh5SYg8rrvs4eKRphdznqnRCFKtBS9apIcBsUd"
      + "WWvlJbydHEbuVjqZKFX99ruX831c_7gQzx785LjYY9E5889tBeCfB8s-kJsolUNuCdNYyYt1t0IlNn"
      + "RRZzaIslQ0dJWiqmZXYpQ63gFsmh2iR7ShECnIaPYmiR2Q43-Nn_OIwDVT6fNgYi6mJL_WwtDaAtmD"
      + "nPBIyO5tE4NvKniiiU7JxmahLTBA4j4nRNsFQbrNOlpdFtYjTcGB5ww2ptzcYwBK090Cz-IxbCg")
}
