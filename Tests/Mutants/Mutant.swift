#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Deliberate bugs, at least one for each law: `.ci/mutants` builds with them and fails if the tests miss one.
///
/// They are in the copy that `.ci/mutants` makes only. One at most is active in a process, by the environment
/// variable `DATASOURCES_MUTANT`.
public enum Mutant: String, CaseIterable, Sendable {
    // Law 1
    case dropsTheLastInsertion, comparesOnlyIDs, shiftsFromFrontToBack
    // Law 2
    case startsFromTheCommitBefore, claimsTheNewestAfterTheDifference
    // Law 3
    case deliversEmptyUpdates
    // Law 4
    case reportsWhatIsEqual
    // Law 5
    case keepsStaleSteps, keepsStepsNobodyWants
    case keepsThePastOfReleasedHubs  // ConcurrentReadLaws
    case keepsEndedCuts  // CutModelTests
    // Law 6
    case stopsWatchedDifferences, neverStopsDifferences
    // Law 7
    case keepsEditsOfThrownTransactions, keepsEditsOfNestedTransactions, updatesInTwoSteps
    // Law 8
    case comparesWhilePublishing, comparesOnTheConsumersActor
    // Law 9
    case sharesNoSteps, trustsForgedVersions
    // Law 10
    case swallowsKnownIDs, believesDoubtfulClaims, refusesEqualHashes, countsWhatLeaves
    case showsDuplicatesInSections  // survives the suites that `.ci/mutants` tries
    // Law 11
    case movesTooMuch, countsAMoveTwice
    // Law 12
    case takesTheLastSubmittedFirst, overtakesWhatWasSubmitted, finishesBeforeWhatWasSubmitted
    // Law 13
    case forgetsWaitersOnCancel, forgetsWaitersOnFinish, dropsWhatIsHeldOnFinish, keepsTheLastSubscriber
    case keepsSourcesThatWent
    // Law 14, and waiting for what is upstream of a derived source
    case readsRootsOneByOne, losesWhoLooks, losesChanges, keepsNoPast, finishesWithTheFirstOrigin
    case keepsTimeForItself, takesStaleWork, takesExecutorsForOne, losesLateChanges
    case worksAtPassedCuts  // ConcurrentReadLaws
    case worksAtEndedCuts, worksAtMarkedCuts, joinsWithoutMarkingCuts, skipsEarlierCuts  // CutModelTests
    case fusesWhatIsInReach, fusesWhatItHasNotFollowed, forgetsFusedVersions  // FusionTests
    case comparesFusedWithoutLimit, forgetsWhatIsNotPassedOn  // FusionTests
    case forgetsCutsOfAll, joinsNoScopes, keepsOwnersThatLeft
    // Law 15
    case clampsPositions, asksUnderTheLock, forgetsIrregularIDs
    case pairsTwice
    case forgetsTextsElsewhere  // SharedTextLaws
    case comparesTextsAsCharacters, ordersTextsAsCharacters  // TextIDLaws
    // Law 16
    case settlesEarly, repeatsVersions, forgetsWhoLags
    case repeatsTheLastVersion  // TakeOverTests
    case settlesWithoutRefreshing, settlesWhatIsHeldUpstream, followsFixedSourcesOnly  // DerivedVersionLaws
    case recordsWithoutRefreshing  // DerivedRecorderTests
    // Windows between two operations on what threads share; the suite that explores the window is behind each.
    case parksWithoutLookingAgain, parksWithoutLookingForCancellation  // SubscriptionInterleavings
    case claimsNewsBeforeTheCommit, commitsOverOthers  // SubscriptionInterleavings
    case leavesAfterTheTurn, queuesWithoutLookingForTheTurn  // AsyncLockInterleavings
    case queuesWithoutLookingForCancellation, keepsTheTurnOfTheCancelled  // AsyncLockInterleavings
    case settlesWithoutLookingAgain, settlesWithoutLookingForCancellation  // SettlementInterleavings
    case watchesWithoutLookingAgain, stopsWithoutLookingAgain  // DifferenceStepInterleavings
    case parksWithoutLookingForInvalidations, awaitsWorkWithoutLookingAgain  // DerivedInterleavings
    case invalidatesBeforeItTells  // DerivedInterleavings
    case stampsBeforeItTells, spinsUntilAChangeIsMade  // DerivedInterleavings
    case awaitsEventsWithoutLookingForCancellation, sleepsThroughADeadline  // TimerInterleavings
    case awaitsReceiptsWithoutLookingAgain, endsWorkersUnseen  // InboxInterleavings
    // What operators, drafts and evictions promise; the suite that holds it is behind each.
    case keepsRowsThatLostTheirMatch, showsMatchesAsTheyWere, takesAMatchTooMany  // MatchTests
    case keepsTheFormerReference  // JoinToOneTests
    case forgetsRenamedHeaders, keepsDraggedCards  // SectionedIntoTests
    case opensSectionsThatChange, opensNothing  // SortedSectionsTests
    case forgetsOtherHolders, keepsTheOldWinner  // PreferringMergeTests
    case countsFullPagesOnly  // NumberedPageTests
    case putsNilFirst  // GroupByKeysTests
    case ordersByAnyComponent  // CompoundKeyTests
    case keepsTheLastCombination  // CombinedTests
    case countsASampleAsAll  // VarianceTests
    case remembersFormerMembers  // MembershipTests
    case evictsTheIncoming  // ListSourceLimitSizeTests
    case trustsTheClock, evictsNaNAtRandom  // EvictionLaws
    case leavesTheLastWorkerAlone, promisesRerunsAfterTheEnd  // AsyncMapLaws
    // On one thread, nothing comes between the choice of what has expired and the transaction that removes it.
    case removesWhatWasPutOff  // survives; only real threads can tell
    case removesWhatItFinds  // BulkEditTests
    case swallowsFailedAssignments  // DraftReadingTests
    // What displays are promised; the suite that holds it is behind each.
    case showsObsoletePlans, takesOlderStates, mistakesDisplays, countsUnconfirmedEdits  // PresentationMachineTests
    case skipsFrames  // PresentationLaws
    case pullsForNoDisplay, leavesRefusalsAlone, handsOverTheFirstPartOnly  // PresentationTests
    case plansOnTheActor, releasesOnTheActor  // OffTheScreensActorTests
    case tellsWhatTheDisplayHasDone, forgetsUnconfirmedEdits, unlocksLate  // ReorderingLaws
    case movesWhatHasMoved  // EditingTests
    case forgetsLateSelections  // SelectionTests
    case neverStopsPrefetching, prefetchesTwice  // PrefetchMachineTests
    case tellsRowsTwice, forgetsSectionsThatMove  // RangesTests
    case neverGivesUpFrames, missesEndsWithoutDisplays, pausesForGood  // PresentationRunTests
    case movesSectionsToTheFront  // MovingSectionsTests
    case tellsStaleSelections  // SelectionTests
    // What rows, mirrors for observers, visibility and screens promise; the suite that holds it is behind each.
    case configuresWhatIsEqual, reusesWhatIsShown  // VisibleRowsTests
    case looksUpOnly  // SeparatorsTests
    case asksTheFactoryFirst  // RowFactoryTests
    case tellsListsOfUpdates, losesWhoWatches, tellsNobodyOfRemovals  // ObservedListTests
    case makesEditsTwice, keepsWhatWasRefused, blamesTheSource  // ObservedEditTests
    case ignoresInvalidations  // VisibilityTests
    case losesItemsOfHiddenSections, forgetsRowsOfNewHeaders, countsHiddenRows  // VisibilityLaws
    case dropsUnknownKeys, namesNoPaths, encodesWhatIsNotDecoded  // StaticScreenTests
    case keepsScreensOfRemovedItems  // OpenScreenTests
    // What the wire promises; the suite that holds it is behind each.
    case forgetsSentStates, resumesFromAnyState, keepsStatesForever, resumesForeignEpochs  // FeedTests
    case wakesAtEveryCommit, sendsNoHeartbeats, sendsLongSteps, keepsCancelledClients, passesOverNoChange  // FeedTests
    case encodesForEachClient, keepsOldSubscriptions  // FeedTests
    case missesTheEnd  // FeedShutDownTests
    case sharesAcrossFormats, resumesHalfStates, sendsEqualStates, passesOverSlowClients  // FeedFramesTests
    case sendsTheLastStepToAll, givesUpAfterFaults  // FeedLaws
    case sendsLargeSteps, sendsLargeParts, endsWithoutReason, asksForLargeStepsAgain  // FrameSizeLaws
    case repeatsWhatWasRefused  // ReplicaAttemptsTests
    case acceptsGaps, acceptsRepeats, acceptsForeignEpochs, acceptsAnyHeartbeat, acceptsMissingParts  // ReplicaTests
    case ignoresCounts, ignoresItemLimits, keepsStatesThatDoNotFit  // ReplicaTests
    case movesOnAfterFaults  // ReplicaAttemptsTests
    case keepsPartsOfOthers, takesAnyReset  // HelloInStreamLaws
    case showsUnfinishedStates, neverGoesStale, isLiveWhileLoading  // ReplicaTests
    case neverWaitsLonger, waitsWithoutJitter  // ReplicaTests
    case appliesRepeats, appliesWhatIsPending, givesUpLostAnswers  // CommandLaws
    case showsEditsLate, keepsRefusedEdits, dropsEditsOnNews  // CommandLaws
    case confirmsWhenAnswered, keepsConfirmedEdits  // CommandLaws
    case forgetsKeptAnswers, appliesWhatIsUndecided, remembersAllKeys  // CommandAnswersTests
    case keepsRemovedFields, neverSendsWholeItems, writesRawControls  // WireValueTests
    case sendsWholeItems  // WireSizeTests
    case takesOutFromTheFront, insertsBeforeItMoves, acceptsOverlappingRuns  // WireChangesLaws
    case losesItemsOfNewSections, movesSectionsBackwards  // WireChangesLaws
    case readsAnyLength, nestsWithoutLimit, allocatesForCounts  // HostileBytesTests
    case acceptsLongVarints, forgetsNearIntegers  // HostileBytesTests
    case writesPlainNegatives, unpacksArrays, leavesOutAnyVersion  // GoldenFrameTests
    case acceptsUnknownFlags, keepsAnyShapes  // HostileBytesTests
    case readsOtherShapes, keepsShapesOfOtherStreams, saysNestedNames  // FrameDecoderTests
    case losesCutLengths, takesAnyLength, endsWithinFrames, allocatesForLengths  // LengthPrefixedLaws
    case takesLengthsForFrames  // MisframedTests
    case refersToShapesTooEarly  // FeedFramesTests
    case sendsNoShapes  // FeedLaws
    case acceptsRunsOutside, acceptsDisorder  // FrameRulesLaws
    case countsHeadersAtTheEnd, ignoresStateSizes, takesEmptyParts, countsRunsApart  // HeldLimitsLaws
    case comparesCanonically, dropsSignsOfZeros  // ByteEqualityLaws
    case sharesWhatWasCancelled  // CancelledLeaderLaws
    case keepsFewConfirmedStates, relaysNoNames  // RelayLaws
    case mixesLives, sharesAcrossLives, believesMendedStates  // FeedRelayingTests
    case relaysPendingEdits, sendsFastClientsBack  // FeedRelayingTests
    case comparesNoDigests, computesDigestsAgain, asksWithoutEnd  // DigestLaws
    case namesCommandsEarly, missesForgottenCommands  // CommandLogTests
    case sharesKeys, answersOfOtherLives, takesAnyCommandOfAKey  // CommandBoundsLaws
    case keepsOpenEditsAtTheEnd, dropsEditsOfTheNextLife  // CommandQueueLaws
    case notesNoCommands, ignoresNamedCommands, showsEditsInDoubt, hidesAnsweredEdits  // ShownOnceLaws
    case repeatsBlindly, fencesBySubject, trimsBeforeTheState, countsMarksThatWereRead  // LogLaws
    case forgetsAnswersInStates, namesCommandsLater, answersAtTheCommit  // LogLaws
    case missesRemovals, keepsAllRemovals, keepsAbandonedStates, forgetsRemovalsEarly  // LogRemovalTests
    case forgetsRemovalsBeforeSteps  // LogRemovalTests
    case endsLaterLives, leavesFollowersWaiting  // LogRemovalTests
    case appliesWhatComesAgain  // FollowedLaws
    case saysReadyTooEarly  // FollowedListTests
    case keepsRowsThatLeavePages, forgetsChangesOfPages, letsNoPagesGo  // FollowedPagesLaws
    case showsPagesTooEarly, addsPagesElsewhere, loadsPagesTwice  // FollowedPagesLaws
    case stopsAtKnownPages  // PagedListTests
    case sharesOldRefreshes  // PageMachineTests
    case debouncesOnce  // DebouncedTests
    // No law: what it does is right, only slow. Not `.ci/mutants` but `.ci/gates` tries what has a comment behind it.
    case forgetsSharedNodes  // see .ci/gates

    /// The bug of this process.
    public static let active: Mutant? = {
        guard let name = getenv("DATASOURCES_MUTANT").map({ String(cString: $0) }), !name.isEmpty else { return nil }
        // Traps: this is in builds for `.ci/mutants` only, and an unknown bug would pass for one that no test sees.
        guard let mutation = Mutant(rawValue: name) else { fatalError("there is no mutant \(name)") }
        return mutation
    }()

    /// Whether this is the bug of this process.
    @inlinable
    public static func isActive(_ mutation: Mutant) -> Bool { active == mutation }
}
