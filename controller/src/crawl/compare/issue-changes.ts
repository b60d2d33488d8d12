/** How an issue came, grew, shrank or went from one crawl to the next. */
export type IssueTrend = 'new' | 'more' | 'fewer' | 'mended'

/** An issue that concerns more pages than before, or fewer. */
export interface IssueChange<Issue> {
  /** As it is now; of one that is mended, as it was. */
  readonly issue: Issue
  readonly trend: IssueTrend
  readonly countBefore: number
  readonly countAfter: number
}

interface Counted {
  readonly id: string
  readonly count: number
}

function trendOf(before: number, after: number): IssueTrend {
  if (before === 0) return 'new'
  if (after === 0) return 'mended'
  return after > before ? 'more' : 'fewer'
}

/** What is wrong now and was not before, and the other way round: in the order of the issues now, then those that
 *  are mended. Issues that concern as many as before are left out. */
export function issueChanges<Issue extends Counted>(
  before: readonly Issue[],
  after: readonly Issue[],
): IssueChange<Issue>[] {
  const then = new Map(before.map((issue) => [issue.id, issue.count]))
  const now = new Map(after.map((issue) => [issue.id, issue.count]))
  const gone = before.filter(({ id }) => !now.has(id))
  return [...after, ...gone].flatMap((issue): IssueChange<Issue>[] => {
    const [countBefore, countAfter] = [then.get(issue.id) ?? 0, now.get(issue.id) ?? 0]
    if (countBefore === countAfter) return []
    return [{ issue, trend: trendOf(countBefore, countAfter), countBefore, countAfter }]
  })
}
