import type { MailEndpoint } from '@sightline/shared/monitor-types/mail/endpoint'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { Socket } from 'node:net'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import type { TlsStarted } from '../../net/start-tls.ts'
import type { CheckOutcome, PhaseTimings } from '../../outcome/check-outcome.ts'
import { failed, roundMs } from '../../outcome/check-outcome.ts'
import type { TextSearch } from '../matching/any-text-matches.ts'
import { expiringCertificate } from '../shortcomings/expiring-certificate.ts'
import { slowAnswer } from '../shortcomings/slow-answer.ts'
import type { Findings } from './converse.ts'
import { converse, farewellsOf } from './converse.ts'
import { dialogueDetails, mxDetails } from './details.ts'
import type { Dialogue } from './dialogue.ts'
import { createDialogue } from './dialogue.ts'
import type { Reached } from './reach.ts'
import { secretForms } from './sasl.ts'

/** A connection that stands, and what is to be found out over it. */
export interface Task {
  readonly socket: Socket
  /** The handshake, where TLS comes first; null without. */
  readonly secured: Extract<TlsStarted, { ok: true }> | null
  readonly endpoint: MailEndpoint
  readonly settings: SettingsOf<'mail'>
  /** Looks for what the greeting has to match; null for any. */
  readonly search: TextSearch | null
  readonly reached: Reached
  readonly ip: string
  /** Of the phases so far. */
  readonly timings: PhaseTimings
  /** When the check began, by `performance.now()`. */
  readonly startedAtMs: number
  readonly signal: AbortSignal
}

/** Why a server that does all it should is not quite good; null when it is. */
function shortcoming(
  dialogue: Dialogue,
  { endpoint, settings }: Task,
  totalMs: number,
  timings: PhaseTimings,
): CheckFailure | null {
  const expiring = expiringCertificate(dialogue.tls().details, settings.tls.minDaysLeft)
  if (expiring !== null) {
    return endpoint.security === 'starttls' ? { ...expiring, phase: 'starttls' } : expiring
  }
  const { dnsMs, connectMs, tlsMs } = timings
  // Every reply is the server's time, not only the greeting.
  const serverMs = totalMs - (dnsMs ?? 0) - (connectMs ?? 0) - (tlsMs ?? 0)
  return slowAnswer(totalMs, settings.maxResponseMs, { ...timings, firstByteMs: serverMs })
}

/** Speaks with a server and judges what it says. Closes the connection on every path. */
export async function speak(task: Task): Promise<CheckOutcome> {
  const { endpoint, settings, search, reached, secured, signal, socket } = task
  const spokenFromMs = performance.now()
  const dialogue = createDialogue({
    socket,
    host: reached.host,
    port: endpoint.port,
    verify: settings.tls.verify,
    secrets: secretForms(settings.auth),
    secured,
    signal,
  })
  const found: Findings = { banner: null, capabilities: null, authMechanism: null }
  let failure: CheckFailure | null = null
  try {
    failure = await converse(dialogue, endpoint, settings, search, found)
  } finally {
    dialogue.part(farewellsOf(endpoint, settings, failure))
  }
  const totalMs = performance.now() - task.startedAtMs
  const isAnswered = !dialogue.isBroken()
  const firstByteAtMs = dialogue.firstByteAtMs()
  const { tlsMs } = dialogue.tls()
  const timings: PhaseTimings = {
    ...task.timings,
    tlsMs: tlsMs === null ? null : roundMs(tlsMs),
    firstByteMs: firstByteAtMs === null ? null : roundMs(firstByteAtMs - spokenFromMs),
  }
  const details = { ...mxDetails(reached), ...dialogueDetails(dialogue, found, failure !== null) }
  const facts = {
    statusCode: isAnswered ? (dialogue.lastReply()?.code ?? null) : null,
    responseMs: isAnswered ? roundMs(totalMs) : null,
    ip: task.ip,
    timings,
    details: Object.keys(details).length === 0 ? null : details,
  }
  // A server that asks to come back later works: it only has not taken this sender yet.
  if (failure?.cause === 'greylisted') return { ...facts, status: 'degraded', failure }
  if (failure !== null) return failed(failure, facts)
  const lacking = shortcoming(dialogue, task, totalMs, timings)
  return { ...facts, status: lacking === null ? 'up' : 'degraded', failure: lacking }
}
