extension ConfigurationProblemCases {
  private static let sha1 = Array(repeating: "AB", count: 20).joined(separator: ":")

  static let apps: [ConfigurationProblemCase] = [
    ("[]", [": found an array: expected an object"].map { "apps" + $0 }),
    (#"{ "": {} }"#, ["apps[\"\"]: the name of the app is empty: expected one such as shop"]),
    (#"{ "a": { "aple": {} } }"#, ["apps.a.aple: unknown key: did you mean 'apple'?"]),
    (#"{ "a": { "apple": {} } }"#, ["apps.a.apple: 'appIDs' is missing: expected it here"]),
    (
      #"{ "a": { "apple": { "appIDs": ["abc.d"] } } }"#,
      [
        "apps.a.apple.appIDs[0]: 'abc.d' is not an application identifier: the Team ID before the bundle ID is missing: expected ten characters from A-Z and 0-9, as in A1B2C3D4E5.com.example.app"
      ]
    ),
    (
      #"{ "a": { "apple": { "appIDs": ["A1B2C3D4E5.x", "A1B2C3D4E5.x"] } } }"#,
      [
        "apps.a.apple.appIDs[1]: 'A1B2C3D4E5.x' is already listed at apps.a.apple.appIDs[0]: expected it once"
      ]
    ),
    (
      #"{ "a": { "apple": { "appIDs": ["A1B2C3D4E5.x"] } },"#
        + #" "b": { "apple": { "appIDs": [], "appClipIDs": ["A1B2C3D4E5.x"] } } }"#,
      [
        "apps.b.apple.appClipIDs[0]: 'A1B2C3D4E5.x' is already listed at apps.a.apple.appIDs[0]: expected it once"
      ]
    ),
    (
      #"{ "a": { "apple": { "appIDs": [], "appStoreID": 400435286 } } }"#,
      ["apps.a.apple.appStoreID: found a number: expected a string"]
    ),
    (
      #"{ "a": { "apple": { "appIDs": [], "appStoreID": "id400435286" } } }"#,
      [
        "apps.a.apple.appStoreID: 'id400435286' is not an App Store number: expected digits alone"
      ]
    ),
    (
      #"{ "a": { "apple": { "appIDs": [], "customSchemes": ["9a", "https", "a://"] } } }"#,
      [
        "apps.a.apple.customSchemes[0]: '9a' is not a URL scheme: expected a letter, then letters, digits, + - .",
        "apps.a.apple.customSchemes[1]: 'https' belongs to browsers: expected a scheme of the app's own",
        "apps.a.apple.customSchemes[2]: 'a://' is not a URL scheme: expected a letter, then letters, digits, + - .",
      ]
    ),
    (
      #"{ "a": { "apple": { "appIDs": [], "oldestSystem": "iOS 9" } } }"#,
      [
        "apps.a.apple.oldestSystem: 'iOS 9' is not a version of iOS: expected two numbers such as \"13.0\""
      ]
    ),
    (
      #"{ "a": { "apple": { "appIDs": [], "oldestSystem": "8.4" } } }"#,
      [
        "apps.a.apple.oldestSystem: iOS 8.4 knows no universal links: expected \"9.0\" or later"
      ]
    ),
    (
      #"{ "a": { "android": {} } }"#, ["apps.a.android: 'packageName' is missing: expected it here"]
    ),
    (
      #"{ "a": { "android": { "packageName": "app" } } }"#,
      [
        "apps.a.android.packageName: 'app' is not a package name: expected the form com.example.app"
      ]
    ),
    (
      #"{ "a": { "android": { "packageName": "com.1x" } } }"#,
      [
        "apps.a.android.packageName: 'com.1x' is not a package name: expected the form com.example.app"
      ]
    ),
    (
      #"{ "a": { "android": { "packageName": "a.b", "sha256CertFingerprints": ["14:6X"] } } }"#,
      [
        "apps.a.android.sha256CertFingerprints[0]: '14:6X' is not a SHA-256 fingerprint: expected 32 hexadecimal bytes separated by colons"
      ]
    ),
    (
      "{ \"a\": { \"android\": { \"packageName\": \"a.b\", \"sha256CertFingerprints\": [\"\(sha1)\"] } } }",
      [
        "apps.a.android.sha256CertFingerprints[0]: '\(sha1)' is not a SHA-256 fingerprint: 20 bytes are a SHA-1 digest, expected 32"
      ]
    ),
    (
      #"{ "a": { "launch": { "hme": "x" } } }"#,
      ["apps.a.launch.hme: unknown key: did you mean 'home'?"]
    ),
    (
      #"{ "a": { "launch": { "linkSchemes": ["x"], "widgetSchemes": ["X"] } } }"#,
      [
        "apps.a.launch.widgetSchemes[0]: 'x' is also in 'linkSchemes': expected it in one of the two"
      ]
    ),
    (
      #"{ "a": { "launch": { "shortcuts": { "t": 1 } } } }"#,
      ["apps.a.launch.shortcuts.t: found a number: expected a string"]
    ),
    (
      #"{ "a": { "launch": { "requiresLogin": ["in"], "loginScreen": "in" } } }"#,
      [
        "apps.a.launch.loginScreen: the login screen 'in' requires login itself: expected one that does not"
      ]
    ),
  ]
}
