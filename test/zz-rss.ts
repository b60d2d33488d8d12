import { startFakeController } from './helpers/fake-controller.ts'
import { SETTINGS } from '@sightline/shared/monitor-settings'
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
const server = createServer((_, r) => r.end('hello')); server.listen(0, '127.0.0.1')
await new Promise((r) => server.on('listening', r))
const tport = (server.address() as any).port
const c = await startFakeController()
const child = spawn(process.execPath, ['agent/src/main.ts', '--controller', c.address, '--region', 'eu', '--data-dir', `/tmp/rss/${Date.now()}`], { env: { ...(process.env.AGENT_ENV ? JSON.parse(process.env.AGENT_ENV) : {}), LOG_LEVEL: 'warn', SIGHTLINE_AGENT_TOKEN: 't', SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' }, stdio: ['ignore', 'inherit', 'inherit'] })
const status = (k: string) => /\d+/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8').split('\n').find((l) => l.startsWith(k))!)![0]
const cpu = () => { const f = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' '); return (Number(f[13]) + Number(f[14])) / 100 }
const call = await c.call(0)
setTimeout(() => console.log('empty', status('VmRSS')), 900)
await new Promise((r) => setTimeout(r, 1000))
const period = Number(process.argv[2] ?? 60000)
const N = Number(process.argv[3] ?? 10000)
const now = Date.now()
for (let i = 0; i < N; i += 500) {
  const upserts = Array.from({ length: 500 }, (_, j) => {
    const id = i + j + 1
    return { monitorId: id, periodMs: period, phaseMs: Math.floor((id * 7919) % period), runAtMs: BigInt(process.argv[4] === 'first' ? now : 0), coverFromMs: 0n, check: { type: 1, url: `http://127.0.${id % 200}.${(id % 250) + 1}:${tport}/page/${id}?some=query`, timeoutMs: 10000, settingsJson: JSON.stringify(SETTINGS.web.parse({ headers: { 'x-id': String(id) } })) } }
  })
  call.say({ case: 'assignments', value: { snapshot: true, last: i + 500 >= N, upserts } })
}
let acked = 0, total = 0
setInterval(() => {
  const batches = call.said('results')
  for (const b of batches.slice(acked)) { total += b.results.length; call.say({ case: 'resultAck', value: { lane: b.lane, upToSequence: b.results.at(-1)!.sequence } }) }
  acked = batches.length
}, 100)
let n = 0
setInterval(() => {
  const h = call.said('heartbeat').at(-1)!
  console.log(`rss ${status('VmRSS')} hwm ${status('VmHWM')} cpu ${cpu()} total ${total} spool ${h.counters?.spoolResults} inflight ${h.counters?.checksInFlight} missed ${h.counters?.ticksMissed} p99 ${h.counters?.tickLatenessP99Ms} self ${h.selfTestPassed} ${h.selfTestError} covered -${Date.now() - Number(h.coveredThroughMs)}`)
  if (++n >= Number(process.env.ROUNDS ?? 8)) { child.kill('SIGKILL'); process.exit() }
}, 10000)
