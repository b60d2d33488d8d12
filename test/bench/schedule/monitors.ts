import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { CheckStatus } from '@sightline/shared/gen/probe/v1/result_pb'
import type { BenchMonitor } from '../checks/bench-agent.ts'
import type { TargetPorts } from '../targets/start-targets.ts'
import { REFUSED_PORT } from '../targets/start-targets.ts'

/** What a check of a monitor must find. */
interface Expectation {
  readonly status: CheckStatus
  /** Empty when it is up. */
  readonly cause: string
}

/** One part of a large installation's monitors. */
export interface Part {
  readonly name: string
  readonly percent: number
  readonly monitor: (ports: TargetPorts, host: string) => BenchMonitor
  readonly expected: Expectation
}

const TIMEOUT_MS = 5_000
const UP: Expectation = { status: CheckStatus.UP, cause: '' }
const REFUSED: Expectation = { status: CheckStatus.DOWN, cause: 'connectionRefused' }
const STALLED: Expectation = { status: CheckStatus.DOWN, cause: 'timeout' }

function part(
  name: string,
  percent: number,
  type: BenchMonitor['type'],
  urlOf: (ports: TargetPorts, host: string) => string,
  options: { settings?: BenchMonitor['settings']; expected?: Expectation } = {},
): Part {
  const { settings = {}, expected = UP } = options
  return {
    name,
    percent,
    monitor: (ports, host) => ({ type, url: urlOf(ports, host), settings, timeoutMs: TIMEOUT_MS }),
    expected,
  }
}

/** Together 100 %. Every monitor has a host name of its own, which the name server says is here. */
export const PARTS: readonly Part[] = [
  part('http', 51, 'web', ({ http }, host) => `http://${host}:${http}/`),
  part('http, refused', 2, 'web', (_, host) => `http://${host}:${REFUSED_PORT}/`, {
    expected: REFUSED,
  }),
  part('http, stalled', 2, 'web', ({ silent }, host) => `http://${host}:${silent}/`, {
    expected: STALLED,
  }),
  part('https', 10, 'web', ({ https }, host) => `https://${host}:${https}/`),
  part('tcp', 14, 'tcp', ({ silent }, host) => `tcp://${host}:${silent}`),
  part('tcp, refused', 1, 'tcp', (_, host) => `tcp://${host}:${REFUSED_PORT}`, {
    expected: REFUSED,
  }),
  part('ping', 10, 'ping', (_, host) => `ping://${host}`),
  part('dns', 5, 'dns', (_, host) => `dns://${host}`),
  part('udp', 3, 'udp', ({ udp }, host) => `udp://${host}:${udp}`, {
    settings: { payload: 'hello', anyReply: true },
  }),
  part('mail', 2, 'mail', ({ mail }, host) => `smtp://${host}:${mail}`),
]

/** Which part a monitor belongs to; the parts are spread over the numbers. */
export function partOf(monitorId: number): Part {
  // A number that shares no factor with 100 visits every percent once.
  let percent = (monitorId * 37) % 100
  for (const each of PARTS) {
    percent -= each.percent
    if (percent < 0) return each
  }
  throw new Error('the parts are not 100 % together')
}

export function isExpected(result: CheckResult, { expected }: Part): boolean {
  return result.status === expected.status && (result.failure?.cause ?? '') === expected.cause
}
