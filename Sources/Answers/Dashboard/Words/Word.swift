import CDocuments
import Explaining
import JSONSyntax
import LinkStorage
import Links

/// A text of the pages. Its sentences are in `words.txt`, in the order of the keys here.
enum Word: String, TableWord {
  // Many pages.
  case active, address, all, allHosts, cancel, clicks, country, description
  case design, designControls, designIntroduction, designNumbers, designParts
  case designStates, designText, details, ends, events, failedTitle, field, file, download, firstApp
  case firstAppNext, firstLink, firstLinkNext, firstPerson, firstPersonNext, firstSteps, format
  case help, host, hosts, importTitle, join, keyboard, kind, language, link, links, madeAt, main
  case may, name, newLink, severalLinks, noSuchField, columnWithoutName, fieldTwice, nothingPasted
  case tooManyRows, createLinks, linksMade, nextPage, notFound, nothingFound, overview, pages
  case passkeyRefused, path, people, platforms, preview, redirect, remove, restore, role, rules
  case timeZone, useZone, timeZoneHint, scheme, searchLinks, sessions, showKeys, signIn, signOut
  case sites, skipToContent, slug, goTo, goToHint, stepDone, state, tags, time, toTheOverview
  case tokens, until, useKeys, webhook, webhooks, formNotTaken, byteCount, passkeyCount, ruleNumber
  case tokenActor

  // The list of links, and the pages of links.
  case archivedNext, endingNext, expiredNext, scheduledNext, savedViews, viewHint, viewReplaced
  case pictureContrast, pictureLook, archived, configured, copy, copied, notCopied, createLink
  case deleteLinkWarning, deleteLinksWarning, changeLinksWarning, differences, edit, emptyValue
  case endsSoon, expired, exportAsCsv, firstPage, leadsTo, linkConflict, linkChangedElsewhere
  case clicksInTotal, moreFilters, moreTags, newerValues, mostClicksFirst, firstToEnd, newestFirst
  case duplicate, searchAllLinks, previousPage, views, allFigures, justNow, orderOfClicksAge
  case removeFilter, searchedSince, noLinkFound, noLinkSelected, noLinks, noLinksForEditor
  case noShortLinkSites, order, qrCodeAlt, saveChanges, savedMeanwhile, scheduled, search
  case searchHint, select, shortLink, show, showAllLinks, tag, takenOver, oneTag, tagMissing
  case typedHere, whenOpened, undo, withSelectedLinks, toSelectedLinks, notCursor, linkDeleted
  case passwordIsAnother, passwordIsAsked, changeUndoneShort, compare, deletedLink, deletedAt
  case deletedLinks, deletedEarlier, deletedOnlyListed, noDeletedLinks, deletedMeanwhile, notState
  case everyLinkOfList, restoreAndEdit, restoredAsItWas, deletedLinkHint, deletedLinkNext, now
  case undoExplanation, viewsFull, viewsTooLong, viewName, notColor, deleteLinksQuestion
  case andMoreLinks, changeLinksQuestion, deleteQuestion, editLinksTitle, editLinksHint
  case destinationsOn, removeCampaign, removeEnd, unchangedValue, yes, no, changeLinks
  case wouldChangeLinks, nothingWouldChange, clicksOfMonth, linkCount, searchedNewest
  case searchedMostClicked, searchedNewestDeleted, searchedNext, moreLinksThan, selectAllLinks
  case tooManyLinks, notDone, selectLink, linksUnchanged, changeUndone, deletedLinksHint
  case nothingToUndo, undoQuestion, version, notMargin, filtersLeftOut, linksAlreadySo, linksLeft
  case atMostClicks, daysAgo, hoursAgo, minutesAgo

  // The form of a link.
  case addRule, android, appleDevices, campaignTokens, templates, templatesHint, noTemplates
  case previewLink, slugIsDrawn, campaign, countries, countryDatabaseMissing, everybody, from
  case further, languages, limits, linkNotSaved, notSavedTitle, moveDown, moveUp, nobodyNow
  case passwordIsSet, passwordLabel, removePassword, rulesIntroduction, title, keepPassword
  case withoutPassword, passwordAgain, ownedByFile, named, rulesCount, shareOfVisits, zoneHint
  case notWholeNumber, fieldEmpty

  // Imports.
  case exportHint, changedLinks, chooseOtherFile, fileGone, fileMissing, fileEmpty, fileNotUploaded
  case fileOnOtherNode, formatGuessed, hostsOfFile, importClicks, importDone, importFailed
  case importHost, importIntroduction, importPreview, importTry, importing, keptEdited, keptHint
  case line, lossy, new, nothingToImport, overwriteEdits, readingTheFile, reason, rejected
  case roleRefused, rowsWithProblems, toTheLinks, unchanged, uploadNodeHint, wouldBeNew, wouldChange
  case andMore, column, columnByName, columnsHint, columnsTitle, firstValues, formatRecognized
  case importLinks, importSkipPage, progressPercent, sampleFiles

  // Statistics and the overview.
  case allEndingLinks, asOf, asTable, clicksAndOpens, clicksBefore, day, downloadAsCsv, linkEndsOn
  case firstOpens, ofWholeDays, opensOfWholeDays, opensPerHundredClicks, groupedBy, campaigns
  case firstDay, lastDay, month, needsAttention, noCampaigns, noClicks, onlyChartNarrowed, nodes
  case noTags, notInOrder, opens, others, period, quarter, showAllParts, notKeptTogether
  case sumsOfDeleted, splitBy, sum, topLinks, week, year, clicksByDay, clicksAndOpensByDay
  case clicksByHour, configurationFindings, perHundredClicks, changeFrom, countBefore, noPeriod
  case failingChecks

  // Sites and what visitors get.
  case desktop, afterTap, afterPassword, allChecks, allSystems, mostFrequentOutcome, app
  case associationFiles, chatsFollow, chatsSeeForm, inChats, theAppOrElse, check, doubtful, explain
  case explainOneTap, explanationPage, explanationTitle, findings, gone, inBrowser, inOrder
  case asConfigured, bothAppsInstalled, installed, lookedAt, lifecycle, newAppInstalled
  case newestSystems, noFindings, noSites, notExamined, oldAppInstalled, notInstalled, notServed
  case pageWithButtonsTo, pageWithOneButtonTo, passwordQuestion, previewOf, resultApp
  case resultAppWithoutScreen, routesIntroduction, routesTitle, screen, seenFromOutside, skipped
  case staysInTheBrowser, system, tappedIn, tryURL, verdict, visitorsTitle, withApp, withoutApp
  case wrong, chosenBefore, chosenNothing, chosenBrowser, chosenApp, orLater, hostBeingExamined
  case redirectTo, routeCount, shortLinksAt, notURL

  // Unhealthy destinations.
  case askedAt, destinationMovedOn, takeNewAddress, movedTo, answerStatus

  // Tokens, people and sessions.
  case addPasskey, backToForm, backToPage, addPersonTitle, expiryHint, formKept, formKeptHint
  case invitedUntil, joinAddress, joinAddressUsed, joinAddressUsedHint, lastUsed, makePasskey
  case device, removePasskeyWarning, never, newToken, noPeople, noRoleGiven, noTokens, originMissing
  case ownPasskeysHint, ownSession, passkeyIntroduction, passkeysNeedJavascript, passkeysTitle
  case providerRefused, rolesHint, sendFormAgain, sessionEndedBeforeUpload, sessionEnded
  case tokenExpired, signInNotBegunHere, signInWithPasskey, signsInWith, since, token
  case tokenCommandHint, tokenRefused, tokenShownOnce, tokenWithoutPages, tokensIntroduction
  case tryAgain, removePersonWarning, revokeOwnWarning, revokeWarning, removePasskeyQuestion
  case providerAnswerRefused, sendJoinAddress, signInWith, tooManyTries, welcome
  case removePersonQuestion, revokeQuestion, linksPerHour, linksPerHourHint, linkLifetime
  case linkLifetimeHint, linksEachHour, linksLive, signInBesideWith, goOnSignedIn

  // Webhooks.
  case failingNext, switchedOffNext, createWebhook, deleteWebhookWarning, delivered, deliveries
  case event, eventsHint, failingSince, givenUp, newWebhook, nextAttempt, noDeliveries, noWebhooks
  case note, oldSecretHint, secret, secretShownOnce, switchedOff, waiting, webhooksIntroduction
  case whatWasSent, failing, attemptCount

  // The audit log.
  case atCommandLine, auditLog, bots, direct, history, noEntryMatches, noTimeBetween, showAllEntries
  case noChangesYet, outcomes, referrers, revoked, serviceActor, statistics, subject, what, who
  case changeNumber, importCounts

  // Status, and what operators do.
  case status, statusHint, nothingWrong, weightCritical, weightWarning, weightNote, showAllItems
  case configurationInForce, loadedAt, unknownAddresses, unknownHint, noUnknownAddresses, requests
  case servedNoMore, hostsHint, ownHostsTicked, furtherHosts, editPerson, webhookSettings
  case newSecretQuestion, newSecretWarning, anybody, anything, changeOfLinks, notChangeNumber

  // Explanations of the parts of pages, shown by their question marks.
  case explainPart, helpTitle, guidePlace, inTheGuide, section

  // Reasons why a page or a form is refused.
  case busyTitle, deletedLinksHelp, fileNotKept, fileTooLarge, foreignOrigin, formIncomplete
  case formNotMultipart, localOnly, manyFiles, noPictureMemory, notAllowedTitle, otherRoleHelps
  case otherTokenHelps, tokenMayNot, refusedPasskey, sharedKeyPending, storeNeedsHelp
  case storeNeedsHelpThen, storeTitle, addressTooLong, cookiesTooLarge, tooManyFields, tooManyForms
  case tooManyPages, tooManySignIns
  case tooManyUploads, tryLater, urlTooLongForCode, otherChoice, otherRoleOfProvider
  case providerUnreachable, tryLaterIn, uploadNotKept, formTooLong

  static let texts = read(keiro_dashboard_words.bytes, count: keiro_dashboard_words.count)
}

/// An enumeration whose names for people are rows of `words.txt`: their keys have its section, a dot and the
/// raw value. A test looks for the row of every case.
protocol NamedCases: CaseIterable, RawRepresentable<String> {
  static var section: String { get }
}

extension NamedCases {
  static var keys: [CaseName] { allCases.map(\.key) }
  private var key: CaseName { CaseName(rawValue: "\(Self.section).\(rawValue)") }
  var word: Phrase { Phrase(key) }
}

/// The key of a row about a case.
struct CaseName: TableWord {
  let rawValue: String

  static let texts = read(keiro_dashboard_words.bytes, count: keiro_dashboard_words.count)
  static var allCases: [CaseName] {
    AuditAction.keys + Decision.Visitor.keys + LinkExplanation.Staying.Kind.keys + TapSource.keys
      + TokenScope.keys + WebhookEventType.keys + BulkAction.keys + LinkAction.keys
      + PersonAction.keys + SessionAction.keys + SiteAction.keys + TemplateAction.keys
      + TokenAction.keys + ViewAction.keys + WebhookAction.keys + HelpTopic.keys + GuideArticle.keys
      + PersonRole.keys + ColorScheme.keys
  }
}

/// A text of the pages with values in it, in every language.
struct Phrase: Wording, Equatable {
  let english: String
  let japanese: String

  fileprivate init(english: String, japanese: String) {
    self.english = english
    self.japanese = japanese
  }

  fileprivate init(_ key: CaseName) { self.init(english: key.english, japanese: key.japanese) }

  /// The row of `words.txt` about something that is named elsewhere: a field, a value of one, or what was done
  /// on a page. Nil without such a row.
  init?(_ section: String, _ name: String, _ values: any PhraseValue...) {
    guard let row = CaseName.texts[CaseName(rawValue: "\(section).\(name)")] else { return nil }
    self.init(
      english: Self.filled(row.english, values), japanese: Self.filled(row.japanese, values))
  }

  /// The text of a word with its values, in the order of their numbers in `words.txt`.
  init(_ word: Word, _ values: any PhraseValue...) { self.init(word, all: values) }

  init(_ word: Word, all values: [any PhraseValue]) {
    self.init(
      english: Self.filled(word.english, values), japanese: Self.filled(word.japanese, values))
  }

  /// - Parameter text: has `{1}`, `{1 link}`, `{1#}` or `{1:was|were}` where its first value belongs.
  private static func filled(_ text: String, _ values: [any PhraseValue]) -> String {
    guard !values.isEmpty else { return text }
    var (filled, rest) = ("", text[...])
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      filled += rest[..<open].replacing("~", with: "\u{A0}")
      let place = rest[open..<close].dropFirst()
      if let number = place.first?.wholeNumberValue, values.indices.contains(number - 1) {
        filled += values[number - 1].text(as: place.dropFirst())
      }
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest.replacing("~", with: "\u{A0}")
  }

  // MARK: - Between texts

  /// Between two sentences.
  static let between = Phrase(english: " ", japanese: "")
  /// Between a name and what is said of it.
  static let colon = Phrase(english: ": ", japanese: "：")
  /// Between a title and what it sums up.
  static let stop = Phrase(english: ". ", japanese: "。")
  static let listSeparator = Phrase(english: ", ", japanese: "、")
  /// Between what was done and who has done it.
  static let byActor = Phrase(english: " by ", japanese: "：")

  // MARK: - Texts that depend on more than their values

  static func otherCountries(_ count: Int) -> Phrase {
    let number = PageNumber.text(count)
    return Phrase(
      english: count == 1 ? "One more country" : "\(number) more countries",
      japanese: "ほか \(number) か国")
  }
}

/// A value in a text of the pages.
protocol PhraseValue {
  /// - Parameter form: what `words.txt` has after the number of the value.
  func text(as form: Substring) -> String
}

extension String: PhraseValue {
  func text(as form: Substring) -> String { self }
}

extension Int: PhraseValue {
  func text(as form: Substring) -> String {
    switch form.first {
    case " ": PageNumber.text(self) + form + (self == 1 ? "" : "s")
    case ":": String(form.dropFirst().split(separator: "|")[self == 1 ? 0 : 1])
    case "#": String(self)
    default: PageNumber.text(self)
    }
  }
}

extension [String]: PhraseValue {
  func text(as form: Substring) -> String { joined(separator: form.isEmpty ? ", " : String(form)) }
}
