import type { CheckFailure } from '../../outcome/check-failure.ts'
import { openDatagrams } from '../../net/datagram.ts'
import { SearchError } from '../tcp/expectation.ts'

/** What a reply is to what was sent: `right`, `wrong` for certain, or something `other`, after which
 *  the right one may still come. */
export type Verdict =
  | {
      readonly kind: 'right'
      /** Which sending it answers, from 0; null when the reply does not say. */
      readonly attempt: number | null
      readonly details: Readonly<Record<string, unknown>> | null
    }
  | {
      readonly kind: 'wrong' | 'other'
      /** One sentence for people. */
      readonly message: string
      readonly details: Readonly<Record<string, unknown>> | null
    }

/** One kind of question over UDP. Made anew for each check. */
export interface Probe {
  /** What to send the n-th time, from 0. */
  readonly packet: (attempt: number) => Uint8Array
  /** Rejects with a SearchError what could not be searched. */
  readonly judge: (reply: Buffer, signal: AbortSignal) => Verdict | Promise<Verdict>
  /** How long the right reply is waited for after another one, in ms; null: as long as there is time. */
  readonly graceMs: number | null
}

/** How an exchange ended. */
export type Exchanged =
  | {
      readonly kind: 'reply'
      readonly verdict: Verdict
      /** null where what came is no reply to the request. */
      readonly roundTripMs: number | null
    }
  | { readonly kind: 'silence' }
  | { readonly kind: 'error'; readonly error: NodeJS.ErrnoException }
  /** A reply came and could not be searched for what is expected. */
  | { readonly kind: 'unjudged'; readonly failure: CheckFailure }
  /** The settings make no packet. */
  | { readonly kind: 'unsendable'; readonly message: string }

/** When to send. */
export interface Sending {
  readonly attempts: number
  /** Time between two sendings, in ms. */
  readonly intervalMs: number
}

/** Replies looked at before a peer that floods is left. */
const MAX_REPLIES = 16
const MAX_REPLIES_WITHOUT_GRACE = 1_000

/** Sends until the right reply has come, a wrong one for certain, an error, or the signal. */
export function exchange(
  target: { address: string; port: number },
  probe: Probe,
  sending: Sending,
  signal: AbortSignal,
): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const sentAtMs: number[] = []
    let replies = 0
    let other: Extract<Exchanged, { kind: 'reply' }> | null = null
    let timer: NodeJS.Timeout | null = null
    let grace: NodeJS.Timeout | null = null
    let isSettled = false
    let isOver = false
    /** Replies that wait while one is judged, which may take its time. */
    const unread: { bytes: Buffer; atMs: number }[] = []
    let isJudging = false

    function stop(): void {
      isSettled = true
      signal.removeEventListener('abort', giveUp)
      if (timer !== null) clearTimeout(timer)
      if (grace !== null) clearTimeout(grace)
      datagrams.close()
    }

    function settle(end: Exchanged): void {
      stop()
      resolve(end)
    }

    /** Something else than the right reply is more telling than none. One that is being judged tells
     *  most; it is judged by the same signal. */
    function giveUp(): void {
      isOver = true
      if (!isJudging) settle(other ?? { kind: 'silence' })
    }

    function sendNext(): void {
      timer = null
      const packet = probe.packet(sentAtMs.length)
      sentAtMs.push(performance.now())
      datagrams.send(packet)
      if (sentAtMs.length < sending.attempts) timer = setTimeout(sendNext, sending.intervalMs)
    }

    function take(verdict: Verdict, atMs: number): void {
      const attempt = verdict.kind === 'right' ? verdict.attempt : null
      const last = sentAtMs.findLast((sentAt) => sentAt <= atMs)
      const sentAt = (attempt === null ? last : sentAtMs[attempt]) ?? 0
      const reply = { kind: 'reply', verdict, roundTripMs: atMs - sentAt } as const
      if (verdict.kind !== 'other') {
        settle(reply)
        return
      }
      other ??= reply
      replies += 1
      if (replies >= (probe.graceMs === null ? MAX_REPLIES_WITHOUT_GRACE : MAX_REPLIES)) giveUp()
      else if (probe.graceMs !== null) grace ??= setTimeout(giveUp, probe.graceMs)
    }

    function fail(error: unknown): void {
      if (isSettled) return
      if (error instanceof SearchError) settle({ kind: 'unjudged', failure: error.failure })
      else {
        stop()
        reject(error)
      }
    }

    function judge(bytes: Buffer, atMs: number): void {
      try {
        const verdict = probe.judge(bytes, signal)
        if (verdict instanceof Promise) void judgeOn(verdict, atMs)
        else take(verdict, atMs)
      } catch (bug) {
        fail(bug)
      }
    }

    async function judgeOn(judging: Promise<Verdict>, atMs: number): Promise<void> {
      isJudging = true
      try {
        const verdict = await judging
        isJudging = false
        if (!isSettled) take(verdict, atMs)
      } catch (error) {
        isJudging = false
        fail(error)
      }
      if (isSettled) return
      const next = unread.shift()
      if (next !== undefined) judge(next.bytes, next.atMs)
      else if (isOver) giveUp()
    }

    const datagrams = openDatagrams(
      target,
      {
        onDatagram(bytes) {
          const atMs = performance.now()
          if (!isJudging) judge(bytes, atMs)
          else if (unread.length < MAX_REPLIES) unread.push({ bytes, atMs })
        },
        onError: (error) => settle({ kind: 'error', error }),
      },
      sendNext,
    )
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
  })
}
