import LinkStorage

/// The differences between the databases' SQL in shared statements.
package struct SQLDialect: Sendable {
  package let links: LinkStatements
  /// The name of the function that returns the position of the second text in the first, from 1; 0 if
  /// it is absent.
  let position: String
  /// The name of the function that returns the first character of a text as a number.
  let codePoint: String
  /// The condition that the preceding text is one of the words of `#`, separated by spaces.
  let isListed: String
  /// The condition that the preceding number is one of those in `#`, separated by commas.
  let isNumbered: String
  /// The clause that locks the rows of a query against changes until the end of the transaction.
  let locking: String
  /// The clause that also keeps other transactions from locking the rows.
  let lockingForChange: String
  /// The name of the column with the time of an event.
  let eventTime: String
  /// The condition that a link has one of the tags `#`, which are separated by commas and have no
  /// ASCII capitals.
  let hasTag: String
  /// The condition that a deleted link had one of these tags.
  let hadTag: String
  /// The condition that a link has the owner `#`.
  let hasOwner: String
  /// The expression for the campaign of a link, by which an index orders the links of each campaign.
  package let campaign: String
  /// The condition that there is this index; without it, lists are slow but correct.
  let hasCampaignIndex: String
  /// The links in the order of their clicks, counted and imported.
  let ranking: SQLRanking
  let counting: CountingDialect
  /// The expression for the time by a clock of the database's own; null where that is the process's.
  let ownTime: String
  /// The expression for the number of the change of links that this transaction began last.
  let lastChange: String
  /// The table that numbers links, and hosts, which have an empty slug.
  let counted: String
  /// The condition that a column contains `#`; the case of ASCII letters is ignored.
  let contains: @Sendable (_ column: String) -> String

  /// The clause that locks the rows of a query, and leaves out those that others have locked.
  var skippingLocked: String { lockingForChange.isEmpty ? "" : lockingForChange + " SKIP LOCKED" }
  /// The columns that `SQLConnection.link` reads.
  var linkColumns: String { links.columns }

  /// The condition that the preceding number is one of those in a placeholder, separated by commas.
  func isNumbered(_ placeholder: String) -> String {
    isNumbered.split(separator: "#", omittingEmptySubsequences: false).joined(
      separator: placeholder)
  }
}

/// The differences between the tables of counts.
struct CountingDialect: Sendable {
  /// The expression for the clicks by people on a row of the table of counted links, named `counted`.
  let total: String
  /// The source of clicks with `link`, `hour`, `platform`, `referrer`, `outcome`, `bot` and `count`, for
  /// a few links.
  let hours: String
  /// The same source, for a few hours.
  let hoursOfAll: String
  /// The source of the rows of `click_days` from the day `$1` until before the day `$2`. It may contain
  /// others.
  let days: String
  /// The columns of `rollup` for `RollUpState`.
  let rollUp: String
  /// Whether the sums of hosts and of everything have each click as soon as it is in a table; otherwise
  /// once its hour is rolled up, like those of links.
  let sumsGroupsAtOnce: Bool
  /// The query for the texts in `#`, a list in JSON.
  let listed: String
  /// The condition that the key of a row is one of those of `rows`, the rest of a query.
  let isAmong: @Sendable (_ key: String, _ rows: String) -> String
  /// The expression for the JSON at a path in the `details` of a row of a table.
  let names: @Sendable (_ table: String, _ path: [String]) -> String

  static let dayOfHour = "(hour - (hour % 24 + 24) % 24) / 24"
}

/// The statements that read links in the order of their clicks.
struct SQLRanking: Sendable {
  /// The query for everything that has clicks: `ranked_host` and `ranked_slug`, the clicks as `rank`,
  /// the imported ones among them as `ranked_imported`, and `tie`, which orders equal ranks.
  let rows: String
  /// The same query, forced to read the index that has its rows in `order`.
  let orderedRows: String
  /// The query for everything that is counted, clicked or not.
  let allRows: String
  /// The join of clicks that are in no row yet, as `waiting`: `#` is an object in JSON with those of each
  /// `tie`. Nil where there are none.
  let waiting: String?
  let order: String
  /// The condition for the rows that follow a row; its values are the rank, twice, and the tie.
  let behind: String
  /// The SQL behind the name of the table of links that makes their identifiers the order of a query.
  let unindexed: String
}

// MARK: - SQLite

extension SQLDialect {
  package static let sqlite = SQLDialect(
    links: LinkStatements(reading: ["checksum"], writing: ["checksum", "likeness"]),
    position: "instr", codePoint: "unicode",
    isListed: #"IN (SELECT value FROM json_each('["' || replace(#, ' ', '","') || '"]'))"#,
    isNumbered: "IN (SELECT value FROM json_each('[' || # || ']'))",
    // Only one transaction at a time writes to a file.
    locking: "", lockingForChange: "", eventTime: "happened_at",
    hasTag: "id IN (SELECT link FROM link_tags WHERE tag COLLATE NOCASE \(isInList))",
    hadTag: "EXISTS (SELECT 1 FROM json_each(details, '$.tags') AS own "
      + "WHERE own.value COLLATE NOCASE \(isInList))",
    // A damaged row has no owner, and does not prevent lists from being read.
    hasOwner: "CASE WHEN json_valid(details) THEN details ->> '$.owner' END = #",
    campaign: "CASE WHEN json_valid(details) THEN details ->> '$.campaign.utm_campaign' END",
    hasCampaignIndex: "EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'links_by_campaign')",
    ranking: SQLRanking(
      rows: ranked("counted_links"),
      orderedRows: ranked("counted_links INDEXED BY counted_links_by_rank"),
      allRows: ranked("counted_links", "slug <> ''"),
      waiting: "LEFT JOIN (SELECT CAST(key AS INTEGER) AS late, value AS waiting "
        + "FROM json_each(#)) AS unmerged ON late = tie",
      order: "rank DESC, tie DESC", behind: "rank <= # AND (rank, tie) < (#, #)",
      // Without statistics SQLite takes every index for selective, and would sort all links of a host.
      unindexed: "NOT INDEXED"),
    counting: CountingDialect(
      total: "total", hours: "keiro.clicks", hoursOfAll: "keiro.clicks INDEXED BY clicks_by_hour",
      // One look-up for each day that has rows, however many it has.
      days: "(WITH RECURSIVE days(day) AS (SELECT min(day) FROM click_days WHERE day >= $1 "
        + "UNION ALL SELECT (SELECT min(day) FROM click_days WHERE day > days.day) FROM days "
        + "WHERE days.day < $2) SELECT day FROM days) CROSS JOIN click_days USING (day)",
      rollUp: "hour, link, kept_hour", sumsGroupsAtOnce: false,
      listed: "SELECT value FROM json_each(#)",
      isAmong: { key, rows in "(\(key)) IN (SELECT \(key) \(rows))" },
      names: { table, path in "\(table).details -> '$.\(path.joined(separator: "."))'" }),
    ownTime: "NULL",
    // Only one transaction at a time writes to a file.
    lastChange: "(SELECT max(number) FROM link_changes)", counted: "keiro.counted_links",
    // LIKE folds ASCII letters only, as the contract wants it, and takes half the time of lower().
    contains: { "\($0) LIKE \(pattern) ESCAPE '!'" })

  private static let isInList =
    #"IN (SELECT value FROM json_each('[' || replace(json_quote(#), ',', '","') || ']'))"#

  /// The pattern of texts that contain `#`.
  private static let pattern =
    "'%' || replace(replace(replace(#, '!', '!!'), '%', '!%'), '_', '!_') || '%'"

  private static func ranked(
    _ table: String, _ condition: String = "rank > 0 AND slug <> ''"
  ) -> String {
    "SELECT host AS ranked_host, slug AS ranked_slug, id AS tie, rank, imported AS ranked_imported "
      + "FROM \(table) WHERE \(condition)"
  }
}

// MARK: - PostgreSQL

extension SQLDialect {
  /// - Parameter hours: see `CountingDialect.hours`.
  package static func postgres(hours: String) -> SQLDialect {
    let ranked =
      "SELECT counted.host AS ranked_host, counted.slug AS ranked_slug, scope AS tie, "
      + "total + imported AS rank, imported AS ranked_imported, level FROM keiro.totals "
      + "JOIN keiro.counted ON counted.id = totals.scope WHERE level >= 0 AND slug <> ''"
    let tags = "string_to_array(# COLLATE \"C\", ',')"
    return SQLDialect(
      links: LinkStatements(reading: [], writing: ["likeness", "tags"]), position: "strpos",
      codePoint: "ascii",
      isListed: "= ANY (string_to_array(#, ' '))",
      isNumbered: "= ANY (string_to_array(#, ',')::bigint[])", locking: "FOR SHARE",
      lockingForChange: "FOR UPDATE", eventTime: "changed_at",
      hasTag: "tags IS NOT NULL AND keiro.folded(tags) && \(tags)",
      hadTag: "EXISTS (SELECT FROM json_array_elements_text(details::json -> 'tags') AS t (tag) "
        + "WHERE lower(tag COLLATE \"C\") = ANY (\(tags)))",
      hasOwner: "details::json ->> 'owner' = #",
      campaign: "(details::json -> 'campaign' ->> 'utm_campaign')", hasCampaignIndex: "true",
      ranking: SQLRanking(
        rows: ranked, orderedRows: ranked, allRows: ranked, waiting: nil,
        order: "level DESC, rank DESC, tie DESC",
        behind: "level <= keiro.click_level(#::bigint::double precision) AND (rank, tie) < (#, #)",
        unindexed: ""),
      counting: CountingDialect(
        total: "coalesce((SELECT total FROM keiro.totals WHERE scope = counted.id), 0)",
        hours: hours, hoursOfAll: hours, days: "keiro.click_days",
        // Hours leave their table as they are added to their days.
        rollUp: "CAST(NULL AS bigint), 0, kept_hour", sumsGroupsAtOnce: true,
        listed: "SELECT json_array_elements_text(#::json)",
        // By their position, without those that another transaction has locked.
        isAmong: { _, rows in "ctid = ANY (ARRAY(SELECT ctid \(rows) FOR UPDATE SKIP LOCKED))" },
        names: { table, path in
          "(\(table).details::json #> '{\(path.joined(separator: ","))}')::text"
        }),
      ownTime: "extract(epoch FROM now())::bigint",
      lastChange: "currval('keiro.link_changes_number_seq')", counted: "keiro.counted",
      // In the collation "C", lower() folds only ASCII letters, as the protocol requires.
      contains: {
        "position(lower(# COLLATE \"C\") IN lower(coalesce(\($0), '') COLLATE \"C\")) > 0"
      })
  }
}
