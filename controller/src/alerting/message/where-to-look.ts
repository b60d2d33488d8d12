import type { AlertEvent } from '../outbox/alert-event.ts'
import type { AlertMessage } from './alert-message.ts'

/** The page of the app that shows best what is told: of an outage its story with why and since when, of a site what
 *  changed in it, of all else the monitor, the agents or the overview. Pure.
 *  @param monitorId id ("mon_..."); null when it is about the installation or a site
 *  @param publicUrl without a slash at the end */
export function whereToLook(
  { kind, outageId, crawl }: AlertEvent,
  monitorId: string | null,
  publicUrl: string,
): NonNullable<AlertMessage['link']> {
  const link = (label: string, path: string) => ({ label, url: `${publicUrl}${path}` })
  if (outageId !== null) return link('Open the outage', `/outages/${encodeURIComponent(outageId)}`)
  if (crawl !== undefined) {
    const path = `/crawls/${encodeURIComponent(crawl.jobId)}?tab=compare`
    return link('See what changed', path)
  }
  if (monitorId !== null) {
    return link('Open the monitor', `/monitors/${encodeURIComponent(monitorId)}`)
  }
  return kind === 'agentLost' ? link('See the agents', '/agents') : link('Open Sightline', '/')
}
