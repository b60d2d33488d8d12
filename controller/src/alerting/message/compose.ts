import type { AlertMessage } from './alert-message.ts'
import type { MessageFacts } from './kind-words.ts'
import { causeOf, causeTitle, KIND_WORDS, NO_CHANGES, reasonOf } from './kind-words.ts'
import { oneLine } from './one-line.ts'
import { entryText } from './entry-text.ts'
import { timeFact } from './time-words.ts'
import { whereToLook } from './where-to-look.ts'

/** Says what happened, since when, why and from where. Pure. */
export function composeMessage(facts: MessageFacts): AlertMessage {
  const { event, monitor, publicUrl } = facts
  const { entries } = facts.changes ?? NO_CHANGES
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
    entries: entries.map(entryText),
    ...(entries.length === 0 ? {} : { entryParts: [...entries] }),
    link: whereToLook(event, monitor?.id ?? null, publicUrl),
    monitor: monitor === null ? null : { ...monitor },
    outageId: event.outageId,
    atMs: event.atMs,
    sinceMs: event.sinceMs,
    cause: cause === null ? null : { code: cause, title: causeTitle(cause, event) },
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
    facts: [timeFact('Sent at', nowMs)],
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

/** Asks whoever reads an address whether alerts may come there. Nothing in it was typed by people but the
 *  address: it goes to somebody who may never have heard of them. */
export function composeConfirmation(facts: {
  email: string
  link: string
  expiresAtMs: number
  nowMs: number
}): AlertMessage {
  return {
    ...composeTest('', facts.nowMs, facts.link),
    incidentKey: `confirmation:${facts.nowMs}`,
    title: 'Confirm your address for alerts',
    summary: `Somebody entered ${facts.email} to receive alerts of the monitoring at ${new URL(facts.link).host}. Open the link and press the button to agree. Otherwise ignore this mail: no alert will come.`,
    facts: [timeFact('The link works until', facts.expiresAtMs)],
    link: { label: 'Confirm the address', url: facts.link },
  }
}
