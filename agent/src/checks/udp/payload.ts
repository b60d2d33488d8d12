import type { Expectation } from '../tcp/expectation.ts'
import type { Probe, Verdict } from './exchange.ts'

const MAX_DETAIL = 200
const MAX_IN_MESSAGE = 100
/** A service may send more than one datagram; the fitting one follows soon or never. */
const GRACE_MS = 1_000

/** Judges by whether a reply has what its monitor expects, at once where that is known at once. */
export function whenExpected(
  reply: Buffer,
  expectation: Expectation,
  signal: AbortSignal,
  judge: (isIn: boolean) => Verdict,
): Verdict | Promise<Verdict> {
  const isIn = expectation.isIn(reply, signal)
  return typeof isIn === 'boolean' ? judge(isIn) : isIn.then(judge)
}

/** A reply without what its monitor expects.
 *  @param peer "host:port" as people read it */
export function withoutExpected(
  reply: Buffer,
  expectation: Expectation,
  peer: string,
): Pick<Extract<Verdict, { message: string }>, 'message' | 'details'> {
  const { quote } = expectation.instead(reply, MAX_IN_MESSAGE)
  return {
    message: `${peer} replied ${quote} where ${expectation.shown} was expected.`,
    details: { received: expectation.instead(reply, MAX_DETAIL).detail },
  }
}

/** The monitor's own bytes, the same each time.
 *  @param expectation null: any reply will do */
export function payloadProbe(
  payload: Uint8Array,
  expectation: Expectation | null,
  peer: string,
): Probe {
  const right = { kind: 'right', attempt: null, details: null } as const
  return {
    packet: () => payload,
    judge(reply, signal) {
      if (expectation === null) return right
      return whenExpected(reply, expectation, signal, (isIn) =>
        isIn ? right : { kind: 'other', ...withoutExpected(reply, expectation, peer) },
      )
    },
    graceMs: GRACE_MS,
  }
}
