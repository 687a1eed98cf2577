import JSONSyntax
import Links
import Service
import SiteModel
import System
import WebSyntax

extension JSONField {
  /// The contents of the file that the field names.
  ///
  /// - Parameter limit: the number of bytes from which on the file is too large.
  fileprivate func file(limit: Int, _ state: ReadingState) -> (name: String, bytes: [UInt8])? {
    guard let name = text() else { return nil }
    do throws(FileReadError) {
      return (name, try readFile(state.folder.resolve(name), limit: limit))
    } catch {
      report("cannot read '\(name)': \(error.message)")
      return nil
    }
  }

  fileprivate func textFile(limit: Int, _ state: ReadingState) -> (name: String, text: String)? {
    guard let (name, bytes) = file(limit: limit, state) else { return nil }
    if let text = String(validating: bytes, as: UTF8.self) { return (name, text) }
    report("'\(name)' is not UTF-8")
    return nil
  }

  /// The field with the path of a file in an object that stands for what may also be a text.
  fileprivate func fileBeside(_ text: String) -> JSONField? {
    if node.object != nil { return object { $0.required("file") } ?? nil }
    report("found \(node.value.kindName): expected \(text) or {\"file\": \"<path>\"}")
    return nil
  }
}

extension String {
  /// The text of a file that holds one secret: editors and `echo` end it with a line feed, which is no
  /// part of it.
  package var withoutLineEnd: String {
    let endings: [Character] = ["\n", "\r\n", "\r"]
    return last.map(endings.contains) == true ? String(dropLast()) : self
  }
}

extension ValueKind<String> {
  /// A secret: a text, or `{"file": …}` with the path of a file that contains it.
  static var secret: Self { .secret { _ in true } }

  /// - Parameter isSecret: whether others must not read a text, which may hold no password.
  static func secret(where isSecret: @escaping (String) -> Bool) -> Self {
    var schema: [JSONOutput.Member] {
      .json(
        """
        {"description": "The secret, or the file that holds it.", "type": ["string", "object"],
          "minLength": 1, "additionalProperties": false, "required": ["file"],
          "properties": {"file": {"description": "The path of a file that holds the secret.",
            "type": "string", "minLength": 1}}}
        """)
    }
    return Self(schema) { field, state in
      if field.node.string != nil {
        let text = field.text()
        if let text, isSecret(text) { state.noteSecret(at: field) }
        return text
      }
      return field.fileBeside("a string").flatMap { secret(in: $0, state, isSecret) }
    }.defined(as: "secret")
  }

  private static func secret(
    in field: JSONField, _ state: ReadingState, _ isSecret: (String) -> Bool
  ) -> String? {
    guard let (name, read) = field.textFile(limit: 65_536, state) else { return nil }
    let text = read.withoutLineEnd
    guard !text.isEmpty else {
      field.report("'\(name)' is empty: expected a secret")
      return nil
    }
    if isSecret(text) { state.noteSecret(at: field, in: name) }
    return text
  }

  /// The absolute path of a folder that exists.
  static var folder: Self {
    Self(.string()) { field, state in
      guard let text = field.text() else { return nil }
      let path = state.folder.resolve(text)
      guard folderExists(path) else {
        field.report("there is no folder '\(text)' (\(path)): expected one that exists")
        return nil
      }
      return path
    }
  }
}

extension ValueKind<IconImage> {
  static var icon: Self {
    Self(.string()) { field, state in
      guard let (name, bytes) = field.file(limit: IconImage.byteLimit, state) else { return nil }
      do throws(IconImage.Fault) {
        return try IconImage(bytes)
      } catch {
        field.report("'\(name)' \(error.message)")
        return nil
      }
    }
  }
}

extension ValueKind<[UInt8]> {
  /// A file of text. Crawlers read no more of a robots.txt (RFC 9309, section 2.5).
  static var textFile: Self {
    Self(.string()) { field, state in
      field.textFile(limit: 512_000, state).map { Array($0.text.utf8) }
    }
  }

  /// A site's own association file: JSON with an object or an array at its root or, for Apple, a signed
  /// file.
  static func document(isApple: Bool) -> Self {
    Self(.string()) { field, state in
      guard let (name, bytes) = field.file(limit: 4 << 20, state) else { return nil }
      if isApple, bytes.count > 128 * 1024 {
        field.report("the file has \(bytes.count) bytes: expected at most 131072")
      }
      if isApple, AssociationDocuments.isSigned(bytes) { return bytes }
      do throws(JSONSyntaxError) {
        let root = try JSONDocument(parsing: bytes).root
        if isApple ? root.object != nil : root.array != nil { return bytes }
        field.report(
          "'\(name)' holds \(root.value.kindName): expected \(isApple ? "an object" : "an array")")
      } catch {
        let position = JSONLines(bytes: bytes).position(of: error.offset)
        field.report("\(name):\(position.line):\(position.column): \(error.message)")
      }
      return nil
    }
  }
}

extension ValueKind<NotFoundAnswer> {
  /// A URL to redirect to, or `{"file": …}` with the path of a page.
  static var notFound: Self {
    var schema: [JSONOutput.Member] {
      .json(
        """
        {"type": ["string", "object"], "minLength": 1, "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[^/]",
          "additionalProperties": false, "required": ["file"],
          "properties": {"file": {
            "description": "The path of a page in HTML of at most 256 KiB; scripts in it do not run.",
            "type": "string", "minLength": 1}}}
        """)
    }
    return Self(schema) { field, state in
      if field.node.string != nil {
        let form = "an http or https URL: expected one such as https://www.example.com/"
        return field.text()
          .flatMap { field.sentURL($0, isNot: form) { $0.userInfo == nil } }
          .map { .redirect($0) }
      }
      return field.fileBeside("a URL").flatMap { $0.textFile(limit: 256 * 1024, state) }
        .map { .page(Array($0.text.utf8)) }
    }
  }
}

extension PasswordHash {
  /// The password of a link: the password itself, `{"file": …}` with the path of a file that contains
  /// it, or `{"hash": …}` as found in exports.
  static func read(_ field: JSONField, _ state: ReadingState) -> PasswordHash? {
    if field.node.member("file") == nil { state.noteSecret(at: field) }
    guard field.node.object != nil else { return hash(PasswordHasher.clearText(field), field) }
    let hash = field.object { object -> PasswordHash? in
      switch (object.optional("file"), object.optional("hash")) {
      case (.some, .some): field.report("both 'file' and 'hash' stand here: expected one of them")
      case (.some, nil): return Self.hash(ValueKind.secret.read(field, state), field)
      case (nil, .some(let hash)): return hash.text(fault).map(PasswordHash.init)
      case (nil, nil): field.report("the object is empty: expected 'file' or 'hash'")
      }
      return nil
    }
    return hash ?? nil
  }

  private static func fault(_ hash: String) -> String? {
    if PasswordHash(hash) == .withheld {
      return "'withheld' stands for a hash that an export left out: expected the hash"
    }
    return PasswordHasher.scrypt.fault(PasswordHash(hash)).map { "the hash is refused: \($0)" }
  }

  private static func hash(_ password: String?, _ field: JSONField) -> PasswordHash? {
    guard let password else { return nil }
    guard let hash = PasswordHasher.scrypt.hash(password) else {
      field.report("the password could not be hashed")
      return nil
    }
    return hash
  }
}

/// The folder at which a configuration's relative paths start.
struct ConfigurationFolder: Equatable, Sendable {
  /// An absolute path, without a trailing slash unless it is the root.
  let path: String

  init(path: String) {
    self.path = path
  }

  /// The folder of a file; a relative path is resolved against the working directory.
  init(ofFile file: String) {
    let folder = file.lastIndex(of: "/").map { String(file[..<$0]) }
    if file.hasPrefix("/") {
      path = folder.flatMap { $0.isEmpty ? nil : $0 } ?? "/"
    } else {
      path = ConfigurationFolder(path: Process.workingDirectory ?? ".").resolve(folder ?? ".")
    }
  }

  func resolve(_ relative: String) -> String {
    if relative.hasPrefix("/") { return relative }
    var rest = relative[...]
    while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    if rest.isEmpty || rest == "." { return path }
    return (path == "/" ? "" : path) + "/" + rest
  }
}
