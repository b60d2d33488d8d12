import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { createLogger } from '@sightline/shared/logger'
import { pingChecker } from '../../../agent/src/checks/ping.ts'
import type { Programs } from '../../../agent/src/trace/find-icmp.ts'
import { findIcmp, findPrograms } from '../../../agent/src/trace/find-icmp.ts'
import { createTraceWorker } from '../../../agent/src/trace/worker.ts'
import { toolsFor } from '../../helpers/run-checker.ts'

/** Pings and traces of one agent, run in a network of their own and printed as JSON:
 *  `{ pings: [{ host, settings?, timeoutMs? }], traces: [input], programs? }`. */
interface Request {
  readonly pings?: readonly { host: string; settings?: object; timeoutMs?: number }[]
  readonly traces?: readonly { input: object; timeoutMs?: number }[]
  readonly programs?: Partial<Programs>
}

const request = JSON.parse(process.argv[2] ?? '{}') as Request
const programs = { ...findPrograms(), ...request.programs }
const icmp = await findIcmp(createLogger('test', 'error'), programs)
const open = ['10.77.0.0/16', '2001:db8::/32', '127.0.0.0/8']
const tools = toolsFor({ open, icmp: icmp.engine })
const trace = createTraceWorker({ ...tools, tracer: icmp.tracer })

const pings = (request.pings ?? []).map(({ host, settings = {}, timeoutMs = 5_000 }) => {
  const url = `ping://${host.includes(':') ? `[${host}]` : host}`
  const spec = {
    type: 'ping',
    url,
    timeoutMs,
    settings: TYPE_DESCRIPTIONS.ping.settings.parse(settings),
  } as const
  return pingChecker.run(spec, { ...tools, signal: AbortSignal.timeout(timeoutMs) })
})
const traces = (request.traces ?? []).map(({ input, timeoutMs = 20_000 }) =>
  trace(input, AbortSignal.timeout(timeoutMs)).catch((error: unknown) => ({
    error: String(error),
  })),
)
const { capabilities } = icmp
console.log(
  JSON.stringify({
    capabilities,
    pings: await Promise.all(pings),
    traces: await Promise.all(traces),
  }),
)
icmp.stop()
