import { durationWords } from '../../alerting/message/time-words.ts'
import { oneLine } from '../../alerting/message/one-line.ts'
import type { Severity } from '../../alerting/message/alert-message.ts'
import type { News } from './news.ts'

/** News as they are kept until everybody has them. Every text is one line and not escaped. */
export interface NewsMessage {
  /** Of the page. */
  readonly page: string
  readonly severity: Severity
  /** The first of the news in a few words. */
  readonly title: string
  /** A sentence each. */
  readonly entries: readonly string[]
}

/** News in one mail: beginnings of outages come first, ends after what was written on them.
 *  @param news at least one */
export function composeNews(
  page: { readonly title: string; readonly timezone: string },
  news: readonly News[],
): NewsMessage {
  const timeOf = timeWords(page.timezone)
  const ordered = news.toSorted((one, other) => ORDER[one.kind] - ORDER[other.kind])
  const [first] = ordered
  if (first === undefined) throw new Error('there are no news')
  const others = ordered.length - 1
  const more = others === 0 ? '' : `, and ${others} more`
  return {
    page: oneLine(page.title),
    severity: SEVERITIES[first.kind],
    title: oneLine(`${headlineOf(first)}${more}`),
    entries: ordered.map((one) => oneLine(sentenceOf(one, timeOf))),
  }
}

const ORDER = { opened: 0, note: 1, closed: 2, planned: 3 } as const satisfies Record<
  News['kind'],
  number
>
const SEVERITIES = {
  opened: 'critical',
  note: 'info',
  closed: 'good',
  planned: 'info',
} as const satisfies Record<News['kind'], Severity>

function headlineOf(news: News): string {
  if (news.kind === 'planned') {
    return `Maintenance is planned: ${listOf(news.maintenance.components)}`
  }
  const { component } = news.outage
  const words = {
    opened: `${component} is down`,
    note: `News about ${component}`,
    closed: `${component}: the outage is over`,
  }
  return words[news.kind]
}

function sentenceOf(news: News, timeOf: (at: Date) => string): string {
  if (news.kind === 'planned') {
    const { from, to, description, components, repeats } = news.maintenance
    const what = description === '' ? 'Maintenance' : description
    const again = repeats ? ' It repeats.' : ''
    return `${what}, from ${timeOf(from)} to ${timeOf(to)}: ${listOf(components)}.${again}`
  }
  const { component, startedAt, endedAt } = news.outage
  if (news.kind === 'note') return `${component}: ${news.note.text}`
  if (news.kind === 'opened') return `${component} has been down since ${timeOf(startedAt)}.`
  const end = endedAt ?? startedAt
  const lasted = durationWords(end.getTime() - startedAt.getTime())
  return `${component} was down from ${timeOf(startedAt)} to ${timeOf(end)}, for ${lasted}.`
}

const NAMED = 5

function listOf(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  return `${names.slice(0, NAMED).join(', ')}${more}`
}

function timeWords(timezone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return (at) => format.format(at)
}
