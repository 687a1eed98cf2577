extension InitCommand {
  /// A text that explains the configuration, since JSON has no comments.
  func readme(_ configuration: FirstConfiguration) -> String {
    let host = configuration.isSample ? "localhost" : hosts.first ?? "localhost"
    return """
      # A Keiro of your own

      `keiro.json` is the whole configuration. Editors that know JSON Schema complete and check it by
      `\(configuration.schema)`; `keiro check` says what is wrong with it, line by line. A running Keiro takes
      a changed file at `kill -HUP`, and goes on with the old one when the new one is wrong.

      | key | here |
      |---|---|
      | `server.listen` | where visitors come in: nginx in front of it, or this machine alone |
      | `server.management` | the dashboard at `/dashboard`, the API, `/metrics`: never for everybody |
      | `server.trustedProxies` | whose word about a visitor's address is believed |
      | `store.sqlite` | links made while Keiro runs, their counts, tokens and people; a path beside this file |
      | `apps` | your apps by names of your choice: identifiers for iPhone, iPad and Android |
      | `sites[].hosts` | the names under which visitors come, as `Host` says them |
      | `sites[].routes` | paths from the first to the last: which app opens, on which screen, with what page |
      | `sites[].shortLinks` | short links that stand in this file; more are made with `keiro links add` |

      What happens to a tap, and why:

          keiro explain --config keiro.json https://\(host)/product/7

      A short link, and the file that iPhones read:

          keiro links add --config keiro.json --host \(host) --slug news https://\(host)/product/8
          keiro association --config keiro.json --host \(host)

      What is wrong with a host once it is on the Internet:

          keiro doctor --config keiro.json \(host)

      The first administrator signs in to the dashboard with a token:

          keiro tokens create --config keiro.json --scope admin --name me

      """
  }
}
