/** How an issue came, grew, shrank, moved to other pages or went from one crawl to the next. */
export const ISSUE_TRENDS = ['new', 'more', 'moved', 'fewer', 'mended'] as const

type IssueTrend = (typeof ISSUE_TRENDS)[number]

/** An issue of two crawls, with how many addresses have it in both. */
export interface ComparedIssue<Issue> {
  readonly issue: Issue
  readonly countBefore: number
  readonly countAfter: number
  readonly common: number
}

/** An issue that other pages have than before. */
export interface IssueChange<Issue> {
  /** As it is now; of one that is mended, as it was. */
  readonly issue: Issue
  readonly trend: IssueTrend
  readonly countBefore: number
  readonly countAfter: number
  /** Addresses that have it now and did not before, and the other way round. */
  readonly gained: number
  readonly lost: number
}

function trendOf(before: number, after: number): IssueTrend {
  if (before === 0) return 'new'
  if (after === 0) return 'mended'
  if (after === before) return 'moved'
  return after > before ? 'more' : 'fewer'
}

/** What is wrong now and was not before, and the other way round. An issue that the same addresses have as before is
 *  left out. */
export function issueChanges<Issue>(
  compared: readonly ComparedIssue<Issue>[],
): IssueChange<Issue>[] {
  return compared.flatMap(({ issue, countBefore, countAfter, common }): IssueChange<Issue>[] => {
    const [gained, lost] = [countAfter - common, countBefore - common]
    if (gained === 0 && lost === 0) return []
    return [
      { issue, trend: trendOf(countBefore, countAfter), countBefore, countAfter, gained, lost },
    ]
  })
}
