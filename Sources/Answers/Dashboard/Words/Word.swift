import CDocuments
import JSONSyntax

/// A text of the pages. Its sentences are in `words.txt`, in the order of the keys here.
enum Word: String, TableWord {
  // Many pages.
  case active, address, admin, all, allHosts, archive, cancel, clicks, country, delete, description
  case design, designControls, designIntroduction, designNumbers, designParts, designRhythm
  case designStates, designText, details, end, ends, events, expires, failedTitle, field, file
  case download, firstApp, firstAppNext, firstLink, firstLinkNext, firstPerson, firstPersonNext
  case firstSteps, format, help, host, hosts, importTitle, join, keyboard, kind, language, link
  case links, madeAt, main, may, name, newLink, severalLinks, pastedRows, pastedRowsHint
  case noSuchField, nothingPasted, tooManyRows, createLinks, linksMade, nextPage, notFound
  case nothingFound, overview
  case pages, passkeyRefused, path, people, platforms, preview, query, redirect
  case remove, restore, resultPage, resultPassword, resultStore, role, rules, timeZone, useZone
  case timeZoneHint, scheme, schemeDark, schemeLight, schemeOfSystem, searchLinks, sessions
  case showKeys, signIn, signOut, sites, skipToContent, slug, goTo, goToHint, stepDone, state, tags
  case time, toTheOverview, tokens, until, useKeys, webhook, webhooks, formNotTaken
  case byteCount, passkeyCount, ruleNumber, tokenActor

  // The list of links, and the pages of links.
  case archivedNext, endingNext, expiredNext, scheduledNext, forgetView, saveView, savedViews
  case viewHint, viewReplaced, pictureColor, pictureContrast, pictureGround, pictureLook
  case pictureMargin, pictureMarginHint, addTag, archived, changedAt, configured, copy, copied
  case notCopied
  case createLink
  case deleteLinkWarning, deleteLinksWarning, changeLinksWarning, differences, edit, emptyValue
  case endsSoon, expired, exportAsCsv, firstPage, leadsTo, linkArchived, linkConflict
  case linkChangedElsewhere, linkMade, linkRestored, clicksInTotal, moreFilters, moreTags
  case newerValues, nothingWasChanged, linkSaved, mostClicksFirst, firstToEnd, newestFirst
  case duplicate, searchAllLinks, previousPage, views, allFigures, justNow, orderOfClicksAge,
    removeFilter, searchedSince, noLinkFound, noLinkSelected, noLinks
  case noLinksForEditor, noShortLinkSites, order, qrCodeAlt, removeTag, saveChanges, savedMeanwhile
  case scheduled, search, searchHint, select, shortLink, show, showAllLinks, tag, takenOver, oneTag
  case tagMissing, typedHere, whenOpened, undo, withSelectedLinks, toSelectedLinks, notCursor
  case linkDeleted, passwordIsAnother, passwordIsAsked, changeUndoneShort, compare, deletedLink
  case deletedAt, deletedLinks, deletedEarlier, noDeletedLinks, deletedMeanwhile, everyLinkOfList
  case restoreAndEdit, restoredAsItWas, deletedLinkHint, deletedLinkNext, goBack, now
  case undoExplanation, versionBack
  case viewsFull, tooManyViews, notColor, deleteLinksQuestion, andMoreLinks, changeLinksQuestion
  case deleteQuestion, linksArchived, linksDeleted, linksRestored, linksTagged, linksUntagged
  case linksEdited, editLinksTitle, editLinksHint, destinationsOn, newHost, removeCampaign
  case removeEnd, unchangedValue, yes, no, changeLinks, wouldChangeLinks, nothingWouldChange
  case clicksOfMonth, linkCount, searchedNewest, searchedMostClicked, searchedNewestDeleted
  case searchedNext, moreLinksThan, selectAllLinks, tooManyLinks, notDone, selectLink
  case linksUnchanged, changeUndone, deletedLinksHint, nothingToUndo, undoQuestion, version
  case notMargin, filtersLeftOut, linksAlreadySo, linksLeft, atMostClicks, daysAgo, hoursAgo,
    minutesAgo

  // The form of a link.
  case addRule, android, androidFallback, appStoreNumber, appleDevices, archivedHint
  case bundleIdentifier, bundleIdentifierOnIpad, campaignContent, campaignMedium, campaignName
  case campaignSource, campaignTerm, campaignTokens, templates, templatesHint, noTemplates
  case saveTemplate, templateWasSaved, templateWasRemoved
  case previewLink
  case slugIsDrawn, campaign
  case countries
  case countryDatabaseMissing, countryHint, customScheme, destinationHint, destinationOnDesktops
  case destinationUrl, everybody, expiredURL, extraValues, from, further, googleClick, imageUrl
  case importedClicks, ipadFallback, iphoneFallback, languageHint, languages, limits, linkNotSaved
  case notSavedTitle
  case maximumClicks, maximumClicksHint, moveDown, moveUp, nobodyNow, notBefore, oldestAppVersion
  case oldestVersionCode, owner, ownerHint, packageName, productPage, pathAppended, pathHint
  case pathIgnored, pathOfTheVisit, pathRefused, passwordIsSet, passwordHint, passwordLabel
  case queryDropped, queryMerged, queryOfTheVisit, queryVisitorWins, redirectStatus
  case removePassword, ruleQueryHint
  case rulesIntroduction, share, shareHint, skipPage, slugHint, status301, status302
  case storeAffiliate, storeCampaign, storeMedia, storeProvider, tagsHint, title, keepPassword
  case withoutPassword, passwordAgain
  case ownedByFile, named, rulesCount, shareOfVisits, zoneHint, notWholeNumber

  // Imports.
  case exportHint, changedLinks, chooseOtherFile, fileGone, fileMissing, fileNotUploaded
  case fileOnOtherNode, formatGuessed, hostsOfFile, importClicks, importDone, importFailed
  case importHost, importIntroduction, importPreview, importTry, importing, keptEdited, keptHint
  case line, lossy, new, nothingToImport, overwriteEdits, readingTheFile, reason, rejected
  case roleRefused, rowsWithProblems, toTheLinks, unchanged, uploadNodeHint, wouldBeNew, wouldChange
  case andMore, column, columnByName, columnIgnored, columnsHint, columnsTitle, firstValues
  case formatRecognized, importLinks, importSkipPage, progressPercent, sampleFiles

  // Statistics and the overview.
  case allEndingLinks, asOf, asTable, clicksAndOpens, clicksBefore, day, downloadAsCsv
  case linkEndsOn, firstOpens, ofWholeDays, opensOfWholeDays, opensPerHundredClicks, groupedBy
  case campaigns, firstDay, lastDay, month, needsAttention, noCampaigns, noClicks, onlyChartNarrowed
  case nodes, noTags, notInOrder, opens, others, pageInBetween, period, quarter
  case showAllParts, notKeptTogether, sumsOfDeleted, splitBy, sum, topLinks, week, year
  case clicksByDay, clicksAndOpensByDay, clicksByHour, configurationFindings
  case perHundredClicks, noPeriod, failingChecks, notGroup

  // Sites and what visitors get.
  case afterTap, afterPassword, allChecks, allSystems, mostFrequentOutcome, androidAnotherBrowser
  case androidChrome
  case androidInAnotherAppsBrowser, anotherApp, anotherAppsBrowser, app, associationFiles, banner
  case chatsFollow, chatsSeeForm, inChats, theAppOrElse, check, chrome, desktop, doubtful, explain
  case explainOneTap
  case explanationPage, explanationTitle, findings, gone, inBrowser, inOrder, asConfigured
  case bothAppsInstalled, installed, ipad, iphoneInAnotherAppsBrowser, iphoneSafari, lookNow
  case lookedAt, mail, messages, lifecycle, newAppInstalled, newestSystems, noFindings, noSites
  case notExamined, oldAppInstalled, notInstalled, notServed, notes, ownApp, pageInSafari
  case pageOfSameHost, pageWithButtonsTo, pageWithOneButtonTo, passwordQuestion, previewOf
  case previewService, qrCode
  case redirectTap, resultApp, resultAppWithoutScreen, resultGone, resultNotFound, resultSite
  case routesIntroduction, routesTitle, screen, searchResult, seenFromOutside, skipped
  case staysInTheBrowser, system, tappedIn, tryURL, typedAddress, verdict, visitorsTitle, withApp
  case withoutApp, wrong, resultFile, resultLoop, resultNoLaunch
  case wallet, appClip, nfcTag, spotlight, widget, handoff
  case chosenBefore, chosenNothing, chosenBrowser, chosenApp
  case orLater, hostBeingExamined, redirectTo, routeCount, shortLinksAt, notURL

  // Unhealthy destinations.
  case askedAt, destinationDead, destinationDeadNext, destinationLoops, destinationLoopsNext
  case destinationMoved, destinationMovedNext, destinationMovedOn, destinationUnknown
  case destinationUnknownNext, takeNewAddress, movedTo, answerStatus

  // Tokens, people and sessions.
  case scopeAdmin, scopeReadLinks, scopeReadStatistics, scopeSendNotifications, scopeWriteLaunches
  case scopeWriteLinks, scopeWriteNotifications, addPasskey, backToForm, backToPage, addPerson
  case addPersonTitle, change, createToken, editor, endOtherSessions, expiryHint, formKept
  case formKeptHint, invitedUntil, joinAddress, joinAddressUsed, joinAddressUsedHint, lastUsed
  case makePasskey, othersWereEnded, device, passkeyWasNamed, rename, passkeyWasRemoved
  case personWasRemoved, removePasskeyWarning, roleWasChanged, sessionWasEnded, tokenWasRevoked
  case never, newJoinAddress, newToken, noPeople, noRoleGiven, noTokens, originMissing
  case ownPasskeysHint, ownSession, passkeyIntroduction, passkeysNeedJavascript, passkeysTitle
  case providerRefused, revoke, rolesHint, sendFormAgain, sessionEndedBeforeUpload, sessionEnded
  case tokenExpired, signInNotBegunHere, signInWithPasskey, signsInWith, since, token
  case tokenCommandHint, tokenRefused, tokenShownOnce, tokenWithoutPages, tokensIntroduction
  case tryAgain, viewer, removePersonWarning, revokeOwnWarning, revokeWarning
  case removePasskeyQuestion, providerAnswerRefused, sendJoinAddress, signInWith, tooManyTries
  case welcome, removePersonQuestion, revokeQuestion
  case scopeCreateLinks, linksPerHour, linksPerHourHint, linkLifetime, linkLifetimeHint
  case linksEachHour, linksLive

  // Webhooks.
  case failingNext, switchedOffNext, createWebhook, deleteWebhookWarning, delivered, deliveries
  case event, eventsHint, eventClicksSummed, eventDoctorChanged, eventEndpointDisabled
  case eventImportFinished, eventLaunchesSummed, eventLinkCreated, eventLinkDeleted
  case eventLinkExpired, eventLinkHealthy, eventLinkLimitReached, eventLinkUnhealthy
  case eventLinkUpdated, eventTokenDead, testWasSent, webhookIsOff, webhookIsOn, webhookWasRemoved
  case deliveryIsRepeated, failingSince, givenUp, newSecret, newWebhook, nextAttempt
  case noDeliveries, noWebhooks, note, oldSecretHint, secret, secretShownOnce, sendAgain, sendTest
  case switchOff, switchOn, switchedOff, waiting, webhooksIntroduction, whatWasSent, failing
  case attemptCount

  // The audit log.
  case actionApplied, actionChanged, actionDeleted, actionImported, actionMade, actionPasskeyMade
  case actionPasskeyRenamed, actionPasskeyRemoved, actionPersonAdded, actionPersonChanged
  case actionPersonRemoved, actionPurged, actionReloaded, actionReverted, actionTokenMade
  case actionTokenRevoked
  case atCommandLine, auditLog, bots, direct, history, noEntryMatches, noTimeBetween, showAllEntries
  case noChangesYet, outcomes, referrers, revoked, serviceActor, statistics, subject, what, who
  case actionWebhookChanged, actionWebhookDeleted, actionWebhookMade, actionTemplateKept
  case actionTemplateRemoved
  case changeNumber, importCounts, actionMadeInApps

  // Status, and what operators do.
  case status, statusHint, nothingWrong, weightCritical, weightWarning, weightNote
  case showAllItems, configurationInForce, loadedAt, unknownAddresses, unknownHint
  case noUnknownAddresses, requests, servedNoMore, hostsHint, ownHostsTicked, furtherHosts
  case editPerson, personWasChanged, webhookWasChanged, webhookSettings, newSecretQuestion
  case newSecretWarning, sendFailedAgain, failedAreRepeated, anybody, anything
  case changeOfLinks, notChangeNumber

  // Explanations of the parts of pages, shown by their question marks.
  case explainPart, helpTitle, guideOfAPI, guideOfCommands, guideOfConfiguration, guideOfDashboard
  case guideOfDoctor, guideOfMigration, guideOfOperators, guidePlace, attentionHelp, auditHelp
  case doctorHelp, historyHelp, importsHelp, peopleHelp, rulesHelp, searchHelp, statisticsHelp
  case tokensHelp, topLinksHelp, tryURLHelp, visitorsHelp, webhooksHelp
  case inTheGuide, section

  // Reasons why a page or a form is refused.
  case busyTitle, deletedLinksHelp, fileNotKept, fileTooLarge, foreignOrigin, formIncomplete
  case formNotMultipart, localOnly, manyFiles, noPictureMemory, notAllowedTitle, otherRoleHelps
  case otherTokenHelps, tokenMayNot, refusedPasskey, sharedKeyPending, storeNeedsHelp
  case storeNeedsHelpThen, storeTitle, tooManyFields, tooManyForms, tooManyPages, tooManySignIns
  case tooManyUploads, tryLater, urlTooLongForCode
  case otherAction, otherRoleOfProvider, providerUnreachable, tryLaterIn, uploadNotKept

  static let texts = read(keiro_dashboard_words.bytes, count: keiro_dashboard_words.count)
}

/// A text of the pages with values in it, in every language.
struct Phrase: Wording, Equatable {
  let english: String
  let japanese: String

  private init(english: String, japanese: String) {
    self.english = english
    self.japanese = japanese
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
  static let listSeparator = Phrase(english: ", ", japanese: "、")
  /// Between what was done and who has done it.
  static let byActor = Phrase(english: " by ", japanese: "：")

  // MARK: - Texts that depend on more than their values

  static func notState(_ text: String, _ states: [String]) -> Phrase {
    Phrase(
      english:
        "‘\(text.prefix(100))’ is not a state, so it is searched for as text: expected one of "
        + states.joined(separator: ", ") + ".",
      japanese: "「\(text.prefix(100))」は状態ではないため、文字として検索しました。状態として使えるのは "
        + states.joined(separator: "、") + " です。")
  }

  static func before(_ count: Int, percent: Int?) -> Phrase {
    let change = percent.map { ($0 < 0 ? "−" : "+") + PageNumber.text(Int($0.magnitude)) + "%" }
    let number = PageNumber.text(count)
    return Phrase(
      english: change.map { "\($0) from \(number)" } ?? "\(number) before",
      japanese: change.map { "\($0)（前期 \(number)）" } ?? "前期 \(number)")
  }

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
  func text(as form: Substring) -> String { joined(separator: ", ") }
}
