import AppAssociation

/// All rules, in the order of their findings about one spot.
enum RuleList {
  static let apple: [any AppleRule.Type] = [
    NoServices.self, FileSize.self, SignedFile.self, DuplicateKey.self, UnknownKey.self,
    PatternAsKey.self, ExcludeInEntry.self, NestedService.self, ServiceWithoutApps.self,
    ServiceDetails.self, WrongType.self, QueryValueType.self, NoDetails.self,
    AppsNotEmpty.self, AppsMissing.self, DetailsDictionary.self, MissingIdentifier.self,
    AppIDWhiteSpace.self, AppIDFormat.self, AppIDStoreNumber.self, Placeholder.self,
    DuplicateIdentifier.self, AppInSeveralEntries.self, AppIDBesideAppIDs.self,
    AppIDContradictsAppIDs.self, MixedPathsComponents.self, NoRules.self, OnlyExclusions.self,
    AccidentalCatchAll.self, ExcludesEverything.self, QueryAcceptsAbsence.self,
    ContradictoryRule.self, DuplicateRule.self, UnreachableRule.self, LateExclude.self,
    LegacyEntryDiffers.self,
    NotInComponent.self, NotWithoutSpace.self, FragmentInPath.self, HashInPattern.self,
    QueryInPath.self,
    URLInPath.self, HostInPath.self, PathWithoutSlash.self, EmptyPath.self, ForeignParameter.self,
    RegularExpression.self, LiteralNonASCII.self, PercentEscapeCase.self, StrayPercent.self,
    EscapeNeverMatches.self, ManyEscapes.self, DoubledStar.self, UnclearPattern.self,
    VariableName.self, VariableNested.self, VariableEmpty.self, VariableEmptyValue.self,
    VariableShadows.self,
    VariableUndefined.self, VariableUnused.self, VariableInPaths.self, DefaultsPattern.self,
  ]

  static let android: [any AndroidRule.Type] = [
    EmptyList.self, StatementType.self, RelationMissing.self, RelationFormat.self,
    RelationUnknown.self, TargetMissing.self, TargetNamespace.self, PackageName.self,
    FingerprintMissing.self, FingerprintFormat.self, FingerprintCase.self,
    FingerprintDuplicate.self, DebugCertificate.self, TargetSite.self, IncludeFields.self,
    IncludeURL.self, IncludeNotFollowed.self, DynamicRules.self, DynamicUnknownKey.self,
    DynamicOnlyExcludes.self, DynamicUnreachable.self, DynamicAbsence.self, DynamicEscape.self,
    DynamicDoubledStar.self, DynamicMarkAfterStar.self, DynamicDot.self, DynamicInnerStar.self,
    DynamicQuerySeparator.self,
    DynamicSeveralLists.self, DynamicWithoutRelation.self, DuplicateStatement.self,
    StatementDuplicateKey.self, StatementKey.self,
  ]
}
