import type { ChildProcess } from 'node:child_process'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cpuMsOf } from '../../helpers/process-figures.ts'
import type { Targets } from '../targets/start-targets.ts'
import type { Cost } from './agent-cost.ts'
import type { Kind } from './kinds.ts'

const run = promisify(execFile)
const EXPORTER = 'prometheus-blackbox-exporter'
const READY_TIMEOUT_MS = 10_000
const CONNECTIONS = 16
const WARM_SECONDS = 1
const WINDOW_SECONDS = 3
/** wrk's pause before each request until it is known how long a probe takes. */
const FIRST_PAUSE_MS = 20

/** Prometheus blackbox_exporter, the measure for the agent's cost. */
export interface Blackbox {
  readonly version: string
  /** As often a second as the agent checks: a busy process has a lower cost per probe than one that
   *  wakes up for each. @throws when a probe did not succeed */
  readonly measure: (kind: Kind) => Promise<Cost>
  /** As often as it can. */
  readonly measureAtFullSpeed: (kind: Kind) => Promise<Cost>
  readonly stop: () => Promise<void>
}

/** The first word that looks like a version, of what a program says of itself; null where there is no
 *  such program. */
export async function versionOf(program: string): Promise<string | null> {
  try {
    const { stdout, stderr } = await run(program, ['--version'])
    return /\d+\.[\d.]+\d/.exec(`${stdout}${stderr}`)?.[0] ?? 'unknown'
  } catch (error) {
    const { code, stdout = '' } = error as { code?: unknown; stdout?: string }
    // wrk says its version and ends with 1.
    return code === 'ENOENT' ? null : (/\d+\.[\d.]+\d/.exec(stdout)?.[0] ?? 'unknown')
  }
}

function configFor(targets: Targets): string {
  const tls = `{ca_file: "${targets.authorityFile}", server_name: localhost}`
  return `modules:
  http: {prober: http, timeout: 5s, http: {preferred_ip_protocol: ip4, fail_if_ssl: true}}
  https: {prober: http, timeout: 5s, http: {preferred_ip_protocol: ip4, fail_if_not_ssl: true, tls_config: ${tls}}}
  tcp: {prober: tcp, timeout: 5s, tcp: {preferred_ip_protocol: ip4}}
  icmp: {prober: icmp, timeout: 5s, icmp: {preferred_ip_protocol: ip4}}
`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function untilReady(exporter: ChildProcess, address: string): Promise<void> {
  const deadlineMs = performance.now() + READY_TIMEOUT_MS
  for (;;) {
    const isThere = await fetch(`http://${address}/-/healthy`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
    if (exporter.exitCode !== null || performance.now() > deadlineMs) {
      throw new Error(`${EXPORTER} did not start`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** @param pauseMs of each connection before a request, on average
 *  @returns probes made */
async function drive(url: string, seconds: number, pauseMs: number): Promise<number> {
  const script = fileURLToPath(new URL('wrk-counts.lua', import.meta.url))
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script, url]
  const { stdout } = await run('wrk', [...args, '--', String(pauseMs)], {
    timeout: (seconds + 15) * 1_000,
  })
  const counts = /^\{.*\}$/m.exec(stdout)?.[0]
  const { requests, failures } = JSON.parse(counts ?? '{}') as Record<string, number | undefined>
  if (requests === undefined || requests === 0 || failures !== 0) {
    throw new Error(`${failures} of ${requests} probes of ${url} failed`)
  }
  return requests
}

/** The pause with which so many probes a second are made. */
function pauseFor(perSecond: number, warm: { probes: number; pauseMs: number }): number {
  const probeMs = (CONNECTIONS * WARM_SECONDS * 1_000) / warm.probes - warm.pauseMs
  return Math.max(0, (CONNECTIONS * 1_000) / perSecond - Math.max(0, probeMs))
}

/** @param folder takes its configuration
 *  @returns null where the exporter or wrk is not installed */
export async function startBlackbox(folder: string, targets: Targets): Promise<Blackbox | null> {
  const version = await versionOf(EXPORTER)
  if (version === null || (await versionOf('wrk')) === null) return null
  const configFile = path.join(folder, 'blackbox.yml')
  await writeFile(configFile, configFor(targets))
  const address = `127.0.0.1:${await freePort()}`
  const args = [`--config.file=${configFile}`, `--web.listen-address=${address}`]
  const exporter = spawn(EXPORTER, [...args, '--log.level=error'], { stdio: 'ignore' })
  const ended = once(exporter, 'exit')
  const kill = (): boolean => exporter.kill()
  process.once('exit', kill)

  async function stop(): Promise<void> {
    kill()
    await ended
    process.removeListener('exit', kill)
  }

  try {
    await untilReady(exporter, address)
  } catch (error) {
    await stop()
    throw error
  }

  async function costOf(url: string, pauseMs: number): Promise<Cost> {
    const cpuBeforeMs = cpuMsOf(exporter.pid ?? 0)
    const startedAtMs = performance.now()
    const probes = await drive(url, WINDOW_SECONDS, pauseMs)
    const cpuMs = cpuMsOf(exporter.pid ?? 0) - cpuBeforeMs
    const seconds = (performance.now() - startedAtMs) / 1_000
    return { cpuMs: cpuMs / probes, perSecond: probes / seconds }
  }

  function urlOf({ name, peer }: Kind): string {
    if (peer === undefined) throw new Error(`${EXPORTER} is not asked for ${name}`)
    const target = encodeURIComponent(peer.target(targets.ports))
    return `http://${address}/probe?module=${peer.module}&target=${target}`
  }

  return {
    version,
    async measure(kind) {
      const url = urlOf(kind)
      const probes = await drive(url, WARM_SECONDS, FIRST_PAUSE_MS)
      return costOf(url, pauseFor(kind.perSecond, { probes, pauseMs: FIRST_PAUSE_MS }))
    },
    measureAtFullSpeed: (kind) => costOf(urlOf(kind), 0),
    stop,
  }
}
