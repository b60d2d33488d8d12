import type { CrawlAlerts, SiteChangeRow } from '../../db/crawl-schedules.ts'

/** Issues that are named; the rest is counted. */
const MAX_NAMED = 5

const pages = (count: number): string => (count === 1 ? '1 page' : `${count} pages`)

/** What people want to be told of how a site changed, as sentences; none where there is nothing to tell. Pure.
 *  @param titleOf what an issue is called */
export function changeSentences(
  change: SiteChangeRow,
  alerts: Pick<CrawlAlerts, 'scoreDrop' | 'newErrors' | 'indexability'>,
  titleOf: (issueId: string) => string,
): string[] {
  const { scoreBefore, scoreNow, hidden, shown } = change
  const sentences: string[] = []
  const drop = scoreBefore === null || scoreNow === null ? 0 : scoreBefore - scoreNow
  if (alerts.scoreDrop !== null && scoreNow !== null && drop >= alerts.scoreDrop) {
    const from = Math.round(scoreBefore ?? 0)
    sentences.push(`The average score of its pages fell from ${from} to ${Math.round(scoreNow)}.`)
  }
  if (alerts.newErrors) sentences.push(...errorSentences(change.newErrors, titleOf))
  if (alerts.indexability && hidden > 0) {
    sentences.push(`Search engines may not show ${pages(hidden)} any more.`)
  }
  if (alerts.indexability && shown > 0) {
    sentences.push(`Search engines may show ${pages(shown)} that they could not before.`)
  }
  return sentences
}

function errorSentences(
  newErrors: SiteChangeRow['newErrors'],
  titleOf: (issueId: string) => string,
): string[] {
  const sorted = Object.entries(newErrors).toSorted(
    ([oneId, one], [otherId, other]) => other - one || (oneId < otherId ? -1 : 1),
  )
  if (sorted.length === 0) return []
  const named = sorted.slice(0, MAX_NAMED).map(([id, count]) => `${titleOf(id)}: ${count}`)
  const more = sorted.length - named.length
  return [`New errors: ${named.join('; ')}${more === 0 ? '' : `; and ${more} more`}.`]
}
