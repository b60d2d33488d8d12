import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { MeasuredAgent } from './checks/agent-cost.ts'
import { startMeasuredAgent } from './checks/agent-cost.ts'
import { bareRequestMs } from './checks/bare-request.ts'
import type { Blackbox } from './checks/blackbox.ts'
import { startBlackbox, versionOf } from './checks/blackbox.ts'
import type { Kind } from './checks/kinds.ts'
import { KINDS } from './checks/kinds.ts'
import type { Figure, Report } from './report.ts'
import { median } from './report.ts'
import type { Targets } from './targets/start-targets.ts'
import { startTargets, TLS_USED } from './targets/start-targets.ts'

/** Of what is compared, and of what is only told beside it. */
const ROUNDS = 4
const ROUNDS_BESIDE = 2
/** Both sides cost less per check the more they do; blackbox_exporter at full speed does 1,000 to 1,500
 *  a second here. */
const BUSY_FACTOR = 2.5

/** What was measured of one kind, a number a round. */
interface Costs {
  readonly agent: number[]
  readonly agentBusy: number[]
  readonly peer: number[]
  readonly peerAtFullSpeed: number[]
  readonly bare: number[]
}

/** One kind, each side once. */
async function takeRound(
  round: number,
  kind: Kind,
  costs: Costs,
  sides: { agent: MeasuredAgent; blackbox: Blackbox | null; targets: Targets },
): Promise<void> {
  const { agent, blackbox, targets } = sides
  const isTold = round < ROUNDS_BESIDE
  if (kind.peer === undefined && !isTold) return
  costs.agent.push((await agent.measure(kind)).cpuMs)
  if (kind.peer !== undefined && blackbox !== null) {
    costs.peer.push((await blackbox.measure(kind)).cpuMs)
    if (isTold) {
      const perSecond = kind.perSecond * BUSY_FACTOR
      costs.agentBusy.push((await agent.measure({ ...kind, perSecond })).cpuMs)
      costs.peerAtFullSpeed.push((await blackbox.measureAtFullSpeed(kind)).cpuMs)
    }
  }
  if (kind.bareUrl !== undefined && isTold) {
    costs.bare.push(await bareRequestMs(kind.bareUrl(targets.ports), targets))
  }
}

function figuresOf(kind: Kind, costs: Costs): Figure[] {
  const { agent, agentBusy, peer, peerAtFullSpeed, bare } = costs
  const cost = (name: string, runs: number[]): Figure[] =>
    runs.length === 0
      ? []
      : [{ name: `${kind.name}: ${name}`, value: median(runs), unit: 'ms CPU', runs }]
  const ratiosTo = (ours: readonly number[], theirs: readonly number[]): number[] =>
    theirs.map((each, round) => (ours[round] ?? Number.NaN) / each)
  const ratios = ratiosTo(agent, peer)
  const busyRatios = ratiosTo(agentBusy, peerAtFullSpeed)
  return [
    ...cost('agent, per check', agent),
    ...cost(`agent at ${kind.perSecond * BUSY_FACTOR} a second, per check`, agentBusy),
    ...cost('blackbox_exporter, per probe', peer),
    ...cost('blackbox_exporter at full speed, per probe', peerAtFullSpeed),
    ...cost('bare request of Node at full speed', bare),
    ...(ratios.length === 0
      ? []
      : [
          {
            name: `${kind.name}: agent against blackbox_exporter`,
            value: median(ratios),
            unit: 'x',
            target: `at most ${kind.peer?.atMost}`,
            runs: ratios,
          },
          {
            name: `${kind.name}: agent at ${kind.perSecond * BUSY_FACTOR} a second against blackbox_exporter at full speed`,
            value: median(busyRatios),
            unit: 'x',
            target: `at most ${kind.peer?.atMost}`,
            runs: busyRatios,
          },
        ]),
  ]
}

/** @param capabilities of the agent */
function chosenKinds(capabilities: readonly string[], notes: string[]): readonly Kind[] {
  // For trying: SIGHTLINE_BENCH_KINDS=http,tcp measures these only.
  const asked = process.env['SIGHTLINE_BENCH_KINDS']?.split(',')
  const canPing = capabilities.includes('ping')
  if (!canPing) notes.push('This agent has no way to ping (mtr-packet): ping was left out.')
  if (asked !== undefined) notes.push(`Only ${asked.join(', ')} was asked for.`)
  return KINDS.filter(({ name }) => {
    const [word = ''] = name.split(/[ ,]/)
    return (canPing || word !== 'ping') && (asked === undefined || asked.includes(word))
  })
}

async function measureKinds(
  agent: MeasuredAgent,
  blackbox: Blackbox | null,
  targets: Targets,
): Promise<Report> {
  const notes = [
    'The CPU of an agent is that of its process and its children: spool, stream and idle work included.',
    'Agent and blackbox_exporter do the same number a second, 400 (https and mail: 200).',
    `https on either side: ${TLS_USED}, a whole handshake each time.`,
  ]
  if (blackbox === null) {
    notes.push('blackbox_exporter or wrk is not installed: no ratios, only the floor of bare Node.')
  }
  const kinds = chosenKinds(agent.capabilities, notes)
  const costs = new Map<Kind, Costs>(
    kinds.map((kind) => [
      kind,
      { agent: [], agentBusy: [], peer: [], peerAtFullSpeed: [], bare: [] },
    ]),
  )
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [kind, costsOfKind] of costs) {
      await takeRound(round, kind, costsOfKind, { agent, blackbox, targets })
    }
  }
  const idle = await agent.idle()
  const mtr = await versionOf('mtr')
  return {
    figures: [
      { name: 'agent without monitors', value: idle, unit: 'ms CPU a second' },
      ...[...costs].flatMap(([kind, costsOfKind]) => figuresOf(kind, costsOfKind)),
    ],
    versions: {
      blackbox_exporter: blackbox?.version ?? 'not installed',
      mtr: mtr ?? 'not installed',
      openssl: process.versions.openssl,
    },
    notes,
  }
}

/** CPU of one agent per check of each kind against local servers, and of blackbox_exporter doing the
 *  same in the same run. */
export async function benchChecks(): Promise<Report> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-bench-'))
  const open: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const targets = await startTargets(folder)
    open.unshift(targets.stop)
    const agent = await startMeasuredAgent(path.join(folder, 'agent'), targets)
    open.unshift(agent.stop)
    const blackbox = await startBlackbox(folder, targets)
    if (blackbox !== null) open.unshift(blackbox.stop)
    return await measureKinds(agent, blackbox, targets)
  } finally {
    for (const close of open) await close()
  }
}
