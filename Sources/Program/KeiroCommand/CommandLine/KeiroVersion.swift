import CDocuments

/// The version of this program.
package let keiroVersion = "0.3.0"

/// The version with the commit it was built from, such as `0.3.0 (1a2b3c4)`.
package let keiroBuild: String = {
  let commit = String(cString: keiro_commit)
  return commit.isEmpty ? keiroVersion : "\(keiroVersion) (\(commit))"
}()
