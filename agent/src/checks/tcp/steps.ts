import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { PatternError } from '@sightline/shared/pattern'
import type { Socket } from 'node:net'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import type { Conversation } from '../../net/conversation.ts'
import { createConversation } from '../../net/conversation.ts'
import { failureOf, timeLimitFailure } from '../../net/failures.ts'
import { printable } from '../../outcome/printable.ts'
import type { Expectation } from './expectation.ts'
import { SearchError, expectationOf } from './expectation.ts'
import type { Ending, FindEnd } from '../../net/conversation/reading.ts'

type StepSettings = SettingsOf<'tcp'>['steps'][number]

/** One turn of a conversation: what is sent, then what is waited for. */
export interface Step {
  /** Empty when nothing is sent. */
  readonly send: Buffer
  readonly expectation: Expectation | null
  /** Whether an earlier step expects something: the end of its line may be left over. */
  readonly isLater: boolean
  /** Whether what follows the match is a later step's. */
  readonly isFollowed: boolean
}

/** Steps ready to play, or why the settings hold none that can be played. */
export type Script = { readonly steps: readonly Step[] } | { readonly problem: string }

/** How a conversation went. Times in ms from its beginning; null for what did not take place. */
export interface Played {
  readonly failure: CheckFailure | null
  /** What was received and matched nothing, for people; null when all went well or nothing came. */
  readonly received: string | null
  readonly firstByteMs: number | null
  readonly downloadMs: number | null
}

/** Most that is kept of what comes without a match in one step. */
const MAX_STEP_BYTES = 64 * 1024
const MAX_DETAIL = 200
const MAX_IN_MESSAGE = 100

/** Equal settings are one object for every check of a monitor. */
const scripts = new WeakMap<readonly StepSettings[], Script>()

function readScript(settings: readonly StepSettings[]): Script {
  const steps: Step[] = []
  for (const [index, step] of settings.entries()) {
    try {
      const send = Buffer.concat([
        Buffer.from(step.send ?? ''),
        Buffer.from(step.sendHex ?? '', 'hex'),
      ])
      const isFollowed = index < settings.length - 1
      const isLater = steps.some(({ expectation }) => expectation !== null)
      steps.push({ send, expectation: expectationOf(step), isLater, isFollowed })
    } catch (error) {
      if (!(error instanceof PatternError)) throw error
      const why = printable(error.message, 200)
      return { problem: `The expectRegex of step ${index + 1} is no usable expression: ${why}.` }
    }
  }
  return { steps }
}

export function scriptOf(settings: readonly StepSettings[]): Script {
  const known = scripts.get(settings)
  if (known !== undefined) return known
  const script = readScript(settings)
  scripts.set(settings, script)
  return script
}

function mismatch(
  ending: Exclude<Ending, { kind: 'error' }>,
  { shown: expected, instead }: Expectation,
  received: Buffer,
  peer: string,
): CheckFailure {
  const shown = instead(received, MAX_IN_MESSAGE).quote
  const message = {
    closed: `${peer} sent ${shown} and closed the connection where ${expected} was expected.`,
    limit: `${peer} sent ${shown} within the time limit where ${expected} was expected.`,
    tooLong: `${peer} sent more than ${MAX_STEP_BYTES / 1024} KiB in which ${expected} was expected and is not.`,
  }[ending.kind]
  return { source: 'target', phase: 'content', cause: 'unexpectedReply', message }
}

/** Whether nothing is there but what ends a line. */
function isLineEnd(bytes: Buffer): boolean {
  return bytes.length <= 2 && /^[\r\n]*$/.test(bytes.toString('latin1'))
}

/** Why a step did not end as expected. A wrong reply is told apart from none at all. */
function failureOfStep(
  ending: Ending,
  expectation: Expectation,
  isLater: boolean,
  conversation: Conversation,
  peer: string,
): CheckFailure {
  const phase = conversation.firstByteAtMs() === null ? 'firstByte' : 'content'
  if (ending.kind === 'error') return failureOf(ending.error, phase, peer)
  const unread = conversation.unread()
  const isRest = isLater && ending.kind !== 'tooLong' && isLineEnd(unread)
  if (unread.length > 0 && !isRest) return mismatch(ending, expectation, unread, peer)
  const expected = expectation.shown
  const nothing = isLater ? 'nothing more' : 'nothing'
  if (ending.kind === 'limit') {
    const message = `${peer} sent ${nothing} within the time limit where ${expected} was expected.`
    return { ...timeLimitFailure(phase, peer), message }
  }
  const message = `${peer} closed the connection and sent ${nothing} where ${expected} was expected.`
  return { source: 'target', phase, cause: 'protocolError', message }
}

/** Where a match ends does not matter when nothing follows it: then it takes no bytes. */
function endFinder(
  { isIn, findEnd }: Expectation,
  isFollowed: boolean,
  signal: AbortSignal,
): FindEnd {
  if (isFollowed) return (received) => findEnd(received, signal)
  const end = (isFound: boolean): number | null => (isFound ? 0 : null)
  return (received) => {
    const found = isIn(received, signal)
    return typeof found === 'boolean' ? end(found) : found.then(end)
  }
}

async function expectReply(
  expectation: Expectation,
  { isLater, isFollowed }: Step,
  conversation: Conversation,
  peer: string,
  signal: AbortSignal,
): Promise<CheckFailure | null> {
  try {
    const find = endFinder(expectation, isFollowed, signal)
    const reading = await conversation.readUntil(find, MAX_STEP_BYTES)
    if (reading.kind === 'data') return null
    return failureOfStep(reading, expectation, isLater, conversation, peer)
  } catch (error) {
    if (error instanceof SearchError) return error.failure
    throw error
  }
}

async function playStep(
  step: Step,
  conversation: Conversation,
  peer: string,
  signal: AbortSignal,
): Promise<CheckFailure | null> {
  const { send, expectation } = step
  if (send.length > 0) conversation.send(send)
  if (expectation !== null) return expectReply(expectation, step, conversation, peer, signal)
  const ending = await conversation.flushed()
  // A peer that has heard enough may close: nothing more was expected of it.
  if (ending === null || ending.kind === 'closed') return null
  if (ending.kind === 'error') return failureOf(ending.error, 'content', peer)
  const message = `${peer} did not take what was sent within the time limit.`
  return { ...timeLimitFailure('content', peer), message }
}

/** What came in a step that failed, as details show it; null when nothing did. */
function receivedIn({ expectation }: Step, conversation: Conversation): string | null {
  const unread = conversation.unread()
  if (unread.toString('utf8', 0, 1024).trim() === '') return null
  return expectation === null
    ? printable(unread.toString('utf8', 0, 1024), MAX_DETAIL)
    : expectation.instead(unread, MAX_DETAIL).detail
}

/** Plays the steps in order over a connection and closes it. */
export async function playSteps(
  socket: Socket,
  steps: readonly Step[],
  peer: string,
  signal: AbortSignal,
): Promise<Played> {
  const startedAtMs = performance.now()
  const conversation = createConversation(socket, signal)
  try {
    let failure: CheckFailure | null = null
    let received: string | null = null
    for (const step of steps) {
      failure = await playStep(step, conversation, peer, signal)
      if (failure === null) continue
      received = receivedIn(step, conversation)
      break
    }
    const firstByteAtMs = conversation.firstByteAtMs()
    return {
      failure,
      received,
      firstByteMs: firstByteAtMs === null ? null : Math.max(0, firstByteAtMs - startedAtMs),
      downloadMs: firstByteAtMs === null ? null : performance.now() - firstByteAtMs,
    }
  } finally {
    conversation.close()
  }
}
