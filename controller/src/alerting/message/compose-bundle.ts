import type { AlertMessage, EntryParts, Severity } from './alert-message.ts'
import { SEVERITIES } from './alert-message.ts'
import { entryText } from './entry-text.ts'
import { durationWords } from './time-words.ts'

/** Chat services take no more, and nobody reads more. */
const MAX_LISTED = 100

const MAX_CAUSES = 5

const KIND_NAMES = {
  down: 'down',
  up: 'up again',
  stillDown: 'still down',
  degraded: 'degraded',
  flapping: 'flapping',
  tlsExpiry: 'certificates',
  agentLost: 'agents',
  siteChanged: 'sites',
  installation: 'about Sightline itself',
  test: 'tests',
  bundle: 'bundles',
} as const satisfies Record<AlertMessage['kind'], string>

/** Many alerts as one message that lists them, in their order; a single one stays as it is. Pure.
 *  @param bundleId of the delivery
 *  @param messages at least one */
export function composeBundle(
  bundleId: string,
  messages: readonly [AlertMessage, ...AlertMessage[]],
  publicUrl: string,
): AlertMessage {
  const [first] = messages
  if (messages.length === 1) return first
  const counts = Map.groupBy(messages, ({ kind }) => kind)
  const counted = Array.from(counts, ([kind, { length }]) => `${length} ${KIND_NAMES[kind]}`)
  const entryParts = partsOf(messages)
  const listed = entryParts.map(entryText)
  const rest = messages.length - listed.length
  return {
    kind: 'bundle',
    severity: worstOf(messages),
    isResolved: messages.every(({ isResolved }) => isResolved),
    incidentKey: bundleId,
    title: `${messages.length} alerts: ${counted.join(', ')}`,
    summary: `So many alerts came within a minute that these ${messages.length} are one message.`,
    facts: causeFacts(messages),
    entries:
      rest === 0 ? listed : [...listed, `and ${rest} more: the history of alerts has them all`],
    entryParts,
    link: linkOf(messages, publicUrl),
    monitor: null,
    outageId: null,
    atMs: Math.max(...messages.map(({ atMs }) => atMs)),
    sinceMs: Math.min(...messages.map(({ sinceMs }) => sinceMs)),
    cause: null,
    reason: null,
    regions: [...new Set(messages.flatMap(({ regions }) => regions))].sort(),
  }
}

function worstOf(messages: readonly AlertMessage[]): Severity {
  return SEVERITIES.find((each) => messages.some(({ severity }) => severity === each)) ?? 'info'
}

function partsOf(messages: readonly AlertMessage[]): EntryParts[] {
  return messages.slice(0, MAX_LISTED).map((message) => ({
    atMs: message.atMs,
    text: [`${message.title}${lastedWords(message)}`, reasonWords(message)].flat().join('. '),
    url: message.link?.url ?? null,
  }))
}

/** Of what is well again it says why it was not. */
const reasonWords = ({ kind, reason }: AlertMessage): string[] =>
  reason === null ? [] : [kind === 'up' ? `Why it was down: ${reason}` : reason]

/** How long, where it is over or told again. */
function lastedWords({ kind, severity, atMs, sinceMs }: AlertMessage): string {
  const lasted = durationWords(atMs - sinceMs)
  if (kind === 'stillDown') return ` after ${lasted}`
  return kind === 'up' && severity === 'good' ? ` after ${lasted} of downtime` : ''
}

/** Causes that are named, and how many alerts have each: many that fail for one reason are one thing to mend. */
function causeFacts(messages: readonly AlertMessage[]): AlertMessage['facts'] {
  const unwell = messages.flatMap(({ cause, isResolved }) => (isResolved ? [] : (cause ?? [])))
  const counts = Map.groupBy(unwell, ({ title }) => title)
  const told = [...counts]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, MAX_CAUSES)
    .map(([title, { length }]) => `${title} (${length})`)
  return told.length === 0 ? [] : [{ label: 'Why', value: told.join('. ') }]
}

/** Where all of it is to be seen. */
function linkOf(messages: readonly AlertMessage[], publicUrl: string): AlertMessage['link'] {
  if (messages.length > MAX_LISTED) {
    return { label: 'See all of them', url: `${publicUrl}/alerting?tab=history` }
  }
  return messages.every(({ outageId }) => outageId !== null)
    ? { label: 'See the outages', url: `${publicUrl}/outages` }
    : { label: 'Open Sightline', url: publicUrl }
}
