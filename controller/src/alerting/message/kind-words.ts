import { CAUSES, isCause } from '@sightline/shared/causes'
import { regionFacts } from '@sightline/shared/region-facts'
import type { AlertEvent, AlertKind } from '../outbox/alert-event.ts'
import type { AlertMessage, EntryParts, Severity } from './alert-message.ts'
import { oneLine } from './one-line.ts'
import { durationWords, timeFact, utcWords } from './time-words.ts'

/** What a message is made of. */
export interface MessageFacts {
  readonly event: AlertEvent
  /** null: it is about the installation. */
  readonly monitor: { readonly id: string; readonly name: string; readonly url: string } | null
  /** The outage it belongs to, as it is called by now. */
  readonly outage: { readonly cause: string; readonly summary: string } | null
  /** Nobody had it in hand when the next people of a team were due: those are told now. */
  readonly isEscalated?: boolean
  /** What a digest tells. */
  readonly changes?: Changes
  readonly nowMs: number
  /** Without a slash at the end. */
  readonly publicUrl: string
}

/** What happened since a message before. */
export interface Changes {
  /** Also those that are not listed. */
  readonly count: number
  /** How often it went down, and how long the outages that ended were together, ms. */
  readonly downs: number
  readonly downMs: number
  /** The latest, oldest first. */
  readonly entries: readonly EntryParts[]
}

export const NO_CHANGES: Changes = { count: 0, downs: 0, downMs: 0, entries: [] }

type Fact = AlertMessage['facts'][number]

/** What of a message depends on what happened. */
interface Words {
  readonly severity: Severity
  readonly isResolved?: boolean
  readonly incidentKey: string
  readonly title: string
  readonly summary: string
  readonly facts: readonly Fact[]
}

/** Confirming takes a moment: "for 0 seconds" tells nobody anything. */
const JUST_NOW_MS = 5_000

/** What is said of each kind.
 *  @param name the monitor's, on one line; empty when it is about the installation */
export const KIND_WORDS = {
  down: (facts, name) => downWords(facts, name, `${name} is down`),
  stillDown: (facts, name) => downWords(facts, name, `${name} is still down`),
  up: upWords,
  degraded: degradedWords,
  flapping: flappingWords,
  tlsExpiry: expiryWords,
  agentLost: agentWords,
  siteChanged: siteWords,
  installation: installationWords,
} as const satisfies Record<AlertKind, (facts: MessageFacts, name: string) => Words>

function downWords(facts: MessageFacts, name: string, title: string): Words {
  const { event, nowMs } = facts
  const downMs = nowMs - event.sinceMs
  return {
    severity: 'critical',
    incidentKey: event.outageId ?? `down:${event.monitorId}`,
    title,
    summary:
      downMs < JUST_NOW_MS
        ? `${name} went down just now.`
        : `${name} has been down for ${durationWords(downMs)}.`,
    facts: [
      what(facts),
      since('Down since', facts),
      ...why(facts),
      ...from(facts),
      ...whyNow(facts),
    ],
  }
}

/** Why somebody is told who was not at first, or was before. */
function whyNow({ event, isEscalated = false }: MessageFacts): Fact[] {
  if (event.kind === 'stillDown') {
    const value = 'Until somebody takes the outage in hand, or it is over.'
    return [{ label: 'Told again', value }]
  }
  if (!isEscalated) return []
  const value = 'Nobody has taken the outage in hand yet, so the next people of the team are told.'
  return [{ label: 'Told now', value }]
}

function upWords(facts: MessageFacts, name: string): Words {
  const { event } = facts
  const incidentKey = event.outageId ?? `down:${event.monitorId}`
  if (event.isQuiet === true) {
    return {
      severity: 'info',
      isResolved: true,
      incidentKey,
      title: `The outage of ${name} is closed`,
      summary: `${reasonOf(facts)} Whether ${name} is up again is not known.`,
      facts: [what(facts), timeFact('Down since', event.sinceMs)],
    }
  }
  const downFor = durationWords(event.atMs - event.sinceMs)
  return {
    severity: 'good',
    isResolved: true,
    incidentKey,
    title: `${name} is up again`,
    summary: `${name} is up again after ${downFor} of downtime.`,
    facts: [
      what(facts),
      timeFact('Down since', event.sinceMs),
      timeFact('Up since', event.atMs),
      { label: 'Downtime', value: downFor },
      ...why(facts, 'Why it was down'),
      ...from(facts),
    ],
  }
}

function degradedWords(facts: MessageFacts, name: string): Words {
  const { event, nowMs } = facts
  return {
    severity: 'warning',
    incidentKey: `degraded:${event.monitorId}`,
    title: `${name} is degraded`,
    summary: `${name} can be reached, but has not been well for ${durationWords(nowMs - event.sinceMs)}.`,
    facts: [what(facts), since('Degraded since', facts), ...why(facts), ...from(facts)],
  }
}

function flappingWords(facts: MessageFacts, name: string): Words {
  const { event, changes = NO_CHANGES } = facts
  const incidentKey = `flapping:${event.monitorId}`
  if (event.isOver === true) {
    return {
      severity: 'good',
      isResolved: true,
      incidentKey,
      title: `${name} is stable again`,
      summary: `${name} no longer goes up and down: alerts are sent one by one again.${changes.count === 0 ? '' : ` Before that, ${changedWords(changes)}`}`,
      facts: [what(facts), ...from(facts)],
    }
  }
  if (changes.count > 0) {
    return {
      severity: 'warning',
      incidentKey,
      title: `${name} is still flapping`,
      summary: `${name} goes up and down: ${changedWords(changes)} The next message comes in an hour, or once it is stable.`,
      facts: [what(facts), ...from(facts)],
    }
  }
  return {
    severity: 'warning',
    incidentKey,
    title: `${name} is flapping`,
    summary: `${name} goes up and down again and again. Further changes are collected and sent once an hour until it is stable.`,
    facts: [what(facts), since('Flapping since', facts), ...why(facts), ...from(facts)],
  }
}

function changedWords({ count, downs, downMs, entries }: Changes): string {
  const times = (many: number): string => (many === 1 ? 'once' : `${many} times`)
  const told =
    downs === 0
      ? `it changed ${times(count)} since the last message`
      : `it went down ${times(downs)} since the last message${downMs === 0 ? '' : `, for ${durationWords(downMs)} in all`}`
  const isCut = entries.length < count
  return `${told}.${isCut ? ` The last ${entries.length} of ${count} changes follow.` : ''}`
}

function expiryWords(facts: MessageFacts, name: string): Words {
  const { event, nowMs } = facts
  const expiresAtMs = event.expiresAtMs ?? event.sinceMs
  const isExpired = expiresAtMs <= nowMs
  const left = durationWords(Math.abs(expiresAtMs - nowMs))
  const title = isExpired ? 'has expired' : `expires in ${left}`
  return {
    severity: isExpired ? 'critical' : 'warning',
    incidentKey: `tlsExpiry:${event.monitorId}:${expiresAtMs}`,
    title: `The certificate of ${name} ${title}`,
    summary: isExpired
      ? `The certificate of ${name} expired ${left} ago: visitors are warned away. Renew it now.`
      : `The certificate of ${name} expires in ${left}. Renew it before that.`,
    facts: [
      what(facts),
      timeFact(isExpired ? 'Expired at' : 'Expires at', expiresAtMs),
      ...from(facts),
    ],
  }
}

function agentWords(facts: MessageFacts, name: string): Words {
  const { event, monitor } = facts
  const reason = reasonOf(facts) ?? ''
  const places = event.regions.join(', ')
  if (monitor !== null) {
    return {
      severity: 'warning',
      incidentKey: `agentLost:monitor:${event.monitorId}`,
      title: `${name} cannot be judged`,
      summary: `${reason} The agents have to be looked at, not the target; other monitors may be affected.`,
      facts: [what(facts), since('Since', facts), ...from(facts)],
    }
  }
  const isOver = event.isOver === true
  return {
    severity: isOver ? 'good' : 'critical',
    isResolved: isOver,
    incidentKey: `agentLost:${places}`,
    title: isOver ? `Agents are back: ${places}` : `Agents are lost: ${places}`,
    summary: reason,
    facts: [since(isOver ? 'Back since' : 'Silent since', facts), ...from(facts)],
  }
}

function installationWords(facts: MessageFacts): Words {
  const isOver = facts.event.isOver === true
  return {
    severity: isOver ? 'good' : 'warning',
    isResolved: isOver,
    incidentKey: 'installation',
    title: isOver ? 'Sightline itself is well again' : 'Sightline itself needs somebody',
    summary: reasonOf(facts) ?? '',
    facts: [since(isOver ? 'Well since' : 'Noticed', facts)],
  }
}

function siteWords(facts: MessageFacts): Words {
  const { crawl } = facts.event
  const host = oneLine(crawl?.host ?? '')
  return {
    severity: 'warning',
    incidentKey: `siteChanged:${crawl?.jobId}`,
    title: `${host} has changed`,
    summary: reasonOf(facts) ?? '',
    facts: [
      { label: 'Site', value: host },
      { label: 'Crawl', value: crawl?.jobId ?? '' },
    ],
  }
}

function what({ monitor }: MessageFacts): Fact {
  return {
    label: 'Monitor',
    value: monitor === null ? '' : oneLine(`${monitor.name} (${monitor.url})`),
  }
}

function since(label: string, { event, nowMs }: MessageFacts): Fact {
  const ago = durationWords(nowMs - event.sinceMs)
  return { label, value: `${utcWords(event.sinceMs)} (${ago} ago)`, atMs: event.sinceMs }
}

function why(facts: MessageFacts, label = 'Why'): Fact[] {
  const cause = causeOf(facts)
  const reason = reasonOf(facts)
  const title = cause === null ? '' : `${causeTitle(cause, facts.event)}.`
  // Many reasons begin with what the cause is called, or are just that.
  const value = reason?.startsWith(title) === true ? reason : `${title} ${reason ?? ''}`.trim()
  return value === '' ? [] : [{ label, value }]
}

function from({ event }: MessageFacts): Fact[] {
  if (event.regions.length === 0) return []
  const places = event.regions.map((code) => {
    const { name } = regionFacts(code)
    return name === code ? code : `${name} (${code})`
  })
  return [{ label: 'Seen from', value: places.join(', ') }]
}

/** What people call the cause of an event. */
export function causeTitle(
  cause: string,
  { kind, outageId }: Pick<AlertEvent, 'kind' | 'outageId'>,
): string {
  // That too few days are left of it degrades a monitor without an outage.
  if (kind === 'degraded' && outageId === null && cause === 'certExpired') {
    return 'The certificate has expired, or is about to'
  }
  return isCause(cause) ? CAUSES[cause].title : cause
}

/** Why it is not well; null when nothing is wrong. What the outage is called by now comes before what it
 *  was called when it was confirmed: agents may have found out more since. */
export function causeOf({ event, outage }: MessageFacts): string | null {
  return outage?.cause ?? event.cause
}

/** The same in a sentence, on one line. */
export function reasonOf({ event, outage }: MessageFacts): string | null {
  const reason = outage?.summary ?? event.reason
  return reason === null ? null : oneLine(reason)
}
