import type {
  PublicStatus,
  ShownMaintenance,
  ShownOutage,
} from '../../../status-pages/shown/public-status.ts'
import { html, each } from '../page.ts'
import { pageTimes, spanWords } from './words.ts'

interface FeedItem {
  readonly id: string
  readonly title: string
  readonly at: Date
  readonly text: string
}

/** Outages and maintenance as RSS 2.0. An item's id changes with what happened, so that readers show what is new.
 *  @param url of the page, whole */
export function statusFeed(status: PublicStatus, url: string): string {
  const items = [
    ...status.outages.map((outage) => outageItem(outage, status)),
    ...status.maintenance.map((one) => maintenanceItem(one, status)),
  ].toSorted((one, other) => other.at.getTime() - one.at.getTime())
  return html`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${xml(status.title)}</title>
<link>${url}</link>
<atom:link href="${url}/feed.xml" rel="self" type="application/rss+xml"/>
<description>${xml(status.description || `Outages and maintenance of ${status.title}`)}</description>
<language>en</language>
<ttl>5</ttl>
${each(
  items,
  (item) =>
    html`<item><title>${xml(item.title)}</title><link>${url}#${item.id.split('/')[0] ?? ''}</link>
<guid isPermaLink="false">${item.id}</guid><pubDate>${item.at.toUTCString()}</pubDate>
<description>${xml(item.text)}</description></item>
`,
)}</channel></rss>
`.html
}

function outageItem(
  { id, component, startedAt, endedAt, notes }: ShownOutage,
  status: PublicStatus,
): FeedItem {
  const times = pageTimes(status.timezone)
  const [latest] = notes
  const ended = endedAt === null ? '' : `, over since ${times.moment(endedAt)}`
  const seconds = ((endedAt ?? status.at).getTime() - startedAt.getTime()) / 1_000
  const lasted = endedAt === null ? '' : ` It lasted ${spanWords(seconds)}.`
  const told = [
    `Not available since ${times.moment(startedAt)}${ended}.${lasted}`,
    ...notes.map((note) => `${times.moment(note.at)}: ${note.text}`),
  ]
  return {
    id: [id, latest?.id, endedAt === null ? undefined : 'over'].filter(Boolean).join('/'),
    title: endedAt === null ? `${component} is down` : `${component} was down`,
    at: new Date(Math.max(startedAt.getTime(), endedAt?.getTime() ?? 0, latest?.at.getTime() ?? 0)),
    text: told.join('\n'),
  }
}

function maintenanceItem(one: ShownMaintenance, status: PublicStatus): FeedItem {
  const times = pageTimes(status.timezone)
  return {
    id: `${one.id}/${one.from.getTime().toString(36)}`,
    title: `Maintenance: ${one.description || one.components.join(', ')}`,
    at: one.isUnderWay ? one.from : one.toldSince,
    text: `${times.moment(one.from)} to ${times.moment(one.to)}: ${one.components.join(', ')}`,
  }
}

/** Characters that XML 1.0 cannot hold are left out; the others are escaped when they are put in. */
function xml(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed()
}
