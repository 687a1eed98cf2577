import HTTPCore
import JSONSyntax
import LinkStorage

extension APIOperation {
  private typealias Parameters = CallParameters

  static let links: [Row] = [
    Row(
      .createLink, .post, "/v1/links", [.writeLinks], "Make a link",
      "Without a slug one is made up. The same Idempotency-Key with the same body gives the same link.",
      [Parameters.idempotencyKey], body: .json("NewLink"),
      answers: [
        .link("The link that was there already (findExisting)."),
        .link("The new link.", status: 201),
      ], refusals: [409, 422], traits: .changesCopies, run: APICall.createLink),
    Row(
      .listLinks, .get, "/v1/links", [.readLinks],
      "Links of the store, newest first, and behind them those of the configuration", nil,
      filters + [
        Parameters.state, Parameters.health, Parameters.sort, Parameters.linkCursor,
        Parameters.limit,
      ], answers: [.page("links", of: "Link")], run: APICall.listLinks),
    Row(
      .findLink, .get, "/v1/links:find", [.readLinks], "The link that a short URL names",
      "A URL names the link that the server answers there, be it with its destination, its explanation "
        + "('+') or its QR code ('.qr'), and no other. The hosts of a site share one set of links.",
      [Parameters.url, Parameters.namedHost, Parameters.namedSlug, Parameters.former],
      answers: [Answer("The link with its clicks.", .schema("FoundLink"))], refusals: [404, 422],
      run: APICall.findLink),
    Row(
      .readLink, .get, "/v1/links/{host}/{slug}", [.readLinks], "One link", nil,
      Parameters.link + Parameters.readConditions,
      answers: [
        Answer(
          "The link with its clicks.",
          fields: [("ETag", "Changes with every change of the link and with its clicks.")],
          .schema("Link")),
        Answer("As If-None-Match has it.", status: 304),
      ], refusals: [404, 412], run: APICall.readLink),
    Row(
      .changeLink, .patch, "/v1/links/{host}/{slug}", [.writeLinks],
      "Change a link by a merge patch (RFC 7396)", nil, Parameters.link + Parameters.conditions,
      body: .mergePatch("LinkPatch"), answers: [.link("The link as it is now.")],
      refusals: [404, 409, 412, 422], traits: .changesCopies, run: APICall.changeLink),
    Row(
      .deleteLink, .delete, "/v1/links/{host}/{slug}", [.writeLinks],
      "Delete a link; its clicks stay in the sums",
      "For 30 days it can be restored with all its clicks.",
      Parameters.link + Parameters.conditions,
      answers: [.nothing("It is gone.")], refusals: [404, 409, 412], traits: .changesCopies,
      run: APICall.deleteLink),
    Row(
      .listVersions, .get, "/v1/links/{host}/{slug}/versions", [.readLinks],
      "The versions of a link, newest first",
      "Each with its author, its time and the number of its change; of a deleted link, too. As many as "
        + "'history' of the configuration keeps. The last slash of a slug that ends with '/versions' "
        + "is written %2F.",
      Parameters.link + [Parameters.numberCursor, Parameters.limit.orBlank],
      answers: [.page("versions", of: "LinkVersion")], refusals: [404], run: APICall.listVersions),
    Row(
      .listDeletedLinks, .get, "/v1/links:deleted", [.readLinks],
      "The links deleted in the last 30 days, newest first",
      "Those whose host and slug have no link now, within the hosts of the token, as long as 'history' "
        + "of the configuration keeps their versions. Filters look at a link as it was when it was "
        + "deleted. 'version' is the number that ':restore' of the link takes.",
      filters + [Parameters.deletedCursor, Parameters.limit.orBlank],
      answers: [.page("links", of: "DeletedLink")], run: APICall.listDeletedLinks),
    Row(
      .purgeLinks, .delete, "/v1/links:deleted", [.writeLinks],
      "Remove deleted links for good",
      "Those within the hosts of the token; neither ':restore' nor an undo brings them back. Their "
        + "clicks stay in the sums of their hosts, tags and campaigns. Links leave the bin by themselves "
        + "30 days after their deletion.",
      [Parameters.host, Parameters.until],
      answers: [
        Answer(
          "How many are gone.",
          [
            "type": "object", "properties": ["removed": ["type": "integer"]],
            "required": ["removed"],
          ])
      ], traits: .heavy, run: APICall.purgeLinks),
    Row(
      .restoreLink, .post, "/v1/links/{host}/{slug}:restore", [.writeLinks],
      "Bring a link back to an earlier version",
      "A change like any other: what the site no longer admits is refused. A deleted link comes back "
        + "with all its clicks, by hour and day.",
      Parameters.link + Parameters.conditions, body: .json("VersionToRestore", isRequired: false),
      answers: [.link("The link as it is now.")], refusals: [404, 409, 412, 422],
      traits: .changesCopies,
      run: APICall.restoreLink),
    // Readers may see what an undo or a file would change.
    Row(
      .undoChange, .post, "/v1/changes/{number}:undo", [.writeLinks, .readLinks],
      "Take a whole change back",
      "What the change made goes, what it changed or deleted is as it was before. Links that were "
        + "changed since stay and are named; those beyond the caller's reach are passed over. Itself a "
        + "change that can be undone; asked for again it undoes nothing. With 'dryRun' it needs "
        + "'links:read' alone.",
      [Parameters.change, Parameters.dryRun],
      answers: [Answer("What was undone, or would be.", .schema("UndoneChange"))],
      refusals: [404], traits: .changesCopies, run: APICall.undoChange),
    Row(
      .listTemplates, .get, "/v1/templates", [.readLinks],
      "The templates of campaigns, in the order of their names",
      answers: [Answer("The same for everybody.", .list("templates", of: "Template"))],
      run: APICall.listTemplates),
    Row(
      .keepTemplate, .post, "/v1/templates", [.writeLinks],
      "Add a template of a campaign, or replace the one of its name", body: .json("Template"),
      answers: [Answer("The template as it is now.", .schema("Template"))], refusals: [409, 422],
      run: APICall.keepTemplate),
    Row(
      .removeTemplate, .delete, "/v1/templates/{template}", [.writeLinks],
      "Remove a template of a campaign", "Links made with it stay as they are.",
      [Parameters.template],
      answers: [Answer("What was removed.", .schema("Template"))], refusals: [404],
      run: APICall.removeTemplate),
  ]

  private static let filters: [any DescribedParameter] = [
    Parameters.host, Parameters.tag, Parameters.owner, Parameters.campaign, Parameters.search,
  ]

  static let files: [Row] = [
    Row(
      .createLinks, .post, "/v1/links:batch", [.writeLinks], "Make many links, one a line",
      body: Body(media: [Answer.media("application/x-ndjson", .schema("NewLink"))]),
      answers: [
        Answer(
          "A result for each line, in their order.", .schema("BatchResult"),
          as: "application/x-ndjson")
      ], traits: .changesCopies, run: APICall.refuseEmptyFile),
    Row(
      .applyLinks, .post, "/v1/links:apply", [.writeLinks, .readLinks],
      "Make the links of an owner those of a file",
      "The file is the truth: links of the owner are made, set back and, with 'prune', removed until "
        + "they are as it says. Links of other owners, or made by hand, stay and are named. The change "
        + "is one: a single transaction, or several of 5000 links for a larger file, and what broke "
        + "off goes on when the file is sent again. A dry run needs links:read alone.",
      [Parameters.fileOwner, Parameters.prune, Parameters.dryRun, Parameters.fileFormat],
      body: Body(
        media: [Answer.media("text/csv", [:]), Answer.media("application/x-ndjson", [:])]),
      answers: [Answer("What was done, or would be.", .schema("LinkPlan"))], refusals: [409],
      traits: .changesCopies, run: APICall.applyLinks),
    Row(
      .importLinks, .post, "/v1/import", [.writeLinks], "Take over a file of links", nil,
      [
        Parameters.importFormat, Parameters.dryRun, Parameters.otherHost, Parameters.overwrite,
        Parameters.clicks, Parameters.map, Parameters.timeZone, Parameters.redirectStatus,
        Parameters.offset, Parameters.more, Parameters.pieceKey,
      ],
      body: Body(
        media: ["text/csv", "application/x-ndjson", "application/json", "application/sql"].map {
          Answer.media($0, $0 == "application/json" ? [:] : ["type": "string"])
        }), answers: [Answer("What was done.", .schema("ImportAnswer"))], refusals: [409, 422],
      traits: .changesCopies, run: APICall.refuseEmptyFile),
    Row(
      .exportLinks, .get, "/v1/export", [.readLinks], "Every link of the store", nil,
      [
        Parameters.exportFormat, Parameters.host, Parameters.exportCursor, Parameters.exportLimit,
      ],
      answers: [exported], run: APICall.exportLinks),
  ]

  private static let exported = {
    var answer = Answer(
      "Importing it again changes nothing. Hashes of passwords are for the scope admin: for others the "
        + "word withheld stands in their place, with which an import keeps the password that a link "
        + "has and rejects a link that has none. In CSV a text that a spreadsheet would take for a "
        + "formula has an apostrophe in front.",
      fields: [
        (
          "Keiro-Next-Cursor",
          "'cursor' of the next page; absent on the last one and on an export as a whole."
        )
      ], ["type": "string"], as: "text/csv")
    answer.media.append(Answer.media("application/x-ndjson", .schema("ExportedLink")))
    return answer
  }()
}
