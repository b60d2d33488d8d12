import type { AlertMessage } from './alert-message.ts'
import type { MessageFacts } from './kind-words.ts'
import { causeOf, causeTitle, KIND_WORDS, reasonOf } from './kind-words.ts'
import { oneLine } from './one-line.ts'
import { utcWords } from './time-words.ts'

/** Says what happened, since when, why and from where. Pure. */
export function composeMessage(facts: MessageFacts): AlertMessage {
  const { event, monitor, publicUrl } = facts
  const { entries = [] } = facts
  const words = KIND_WORDS[event.kind](facts, monitor === null ? '' : oneLine(monitor.name))
  const cause = causeOf(facts)
  return {
    kind: event.kind,
    severity: words.severity,
    isResolved: words.isResolved ?? false,
    incidentKey: words.incidentKey,
    title: words.title,
    summary: words.summary,
    facts: [...words.facts],
    entries: [...entries],
    link:
      monitor === null ? null : { label: 'Open the monitor', url: linkTo(publicUrl, monitor.id) },
    monitor: monitor === null ? null : { ...monitor },
    outageId: event.outageId,
    atMs: event.atMs,
    sinceMs: event.sinceMs,
    cause: cause === null ? null : { code: cause, title: causeTitle(cause) },
    reason: reasonOf(facts),
    regions: [...event.regions],
  }
}

/** A message that only shows that a contact can be reached. */
export function composeTest(contactName: string, nowMs: number, publicUrl: string): AlertMessage {
  return {
    kind: 'test',
    severity: 'info',
    isResolved: false,
    incidentKey: `test:${nowMs}`,
    title: 'Test alert',
    summary: `This is a test of the alert contact "${oneLine(contactName)}". Alerts will look like this one.`,
    facts: [{ label: 'Sent at', value: utcWords(nowMs) }],
    entries: [],
    link: { label: 'Open Sightline', url: publicUrl },
    monitor: null,
    outageId: null,
    atMs: nowMs,
    sinceMs: nowMs,
    cause: null,
    reason: null,
    regions: [],
  }
}

function linkTo(publicUrl: string, monitorId: string): string {
  return `${publicUrl}/monitors/${encodeURIComponent(monitorId)}`
}
