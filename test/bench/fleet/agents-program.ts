import { setTimeout as delay } from 'node:timers/promises'
import type { FleetAgent, Turn } from './fleet-agent.ts'
import { startFleetAgent } from './fleet-agent.ts'
import type { Answers, Question } from './agents.ts'
import { createWaits } from './waits.ts'
import { createWheel } from './wheel.ts'

/** Thousands of agents in a process of their own, told what to do over its channel. */

/** Agents that introduce themselves at the same time: a controller has 32 of a network wait. */
const AT_A_TIME = 16
const TICK_MS = 50
const CHECK_MS = 20
const MINUTE_MS = 60_000

const agents: FleetAgent[] = []
const lost = new Map<string, number>()
const wheel = createWheel<Turn>()
const waits = createWaits()
/** Each monitor is checked in so many regions of so many. */
let checked = { inRegions: 0, ofRegions: 1 }
let downEvery = 0
let sent = 0

const around = {
  wheel,
  waits,
  isDown: (monitorId: number) => downEvery > 0 && monitorId % downEvery === 0,
  lost(why: string) {
    lost.set(why, (lost.get(why) ?? 0) + 1)
  },
}

/** Runs what is due, as long as the process lives. */
async function tick(): Promise<never> {
  for (let fromMs = Date.now(); ;) {
    await delay(TICK_MS)
    const toMs = Date.now() - CHECK_MS
    const { inRegions, ofRegions } = checked
    wheel.due(fromMs, toMs, ({ monitorId, place, run }, atMs) => {
      if ((monitorId + place) % ofRegions >= inRegions) return
      sent += 1
      run(atMs)
    })
    fromMs = Math.max(fromMs, toMs)
  }
}

/** The monitors that are down are checked at once by one more region than check them all the time: the slot of the last
 *  minute, which that one left out, is run late. */
function checkBroken(): void {
  const { inRegions, ofRegions } = checked
  const nowMs = Date.now()
  wheel.due(nowMs - MINUTE_MS, nowMs, ({ monitorId, place, run }, atMs) => {
    if (!around.isDown(monitorId) || (monitorId + place) % ofRegions !== inRegions) return
    sent += 1
    run(atMs, nowMs)
  })
}

async function connect({ seats }: Extract<Question, { kind: 'connect' }>): Promise<void> {
  const left = [...seats]
  const one = async (): Promise<void> => {
    for (let seat = left.shift(); seat !== undefined; seat = left.shift()) {
      const agent = startFleetAgent(seat, around)
      agents.push(agent)
      await agent.welcome
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, one))
}

/** One more agent, and how long it took to have all its monitors, ms. */
async function join({ seat }: Extract<Question, { kind: 'join' }>): Promise<Answers['join']> {
  const beganAtMs = Date.now()
  const agent = startFleetAgent(seat, around)
  agents.push(agent)
  await agent.snapshot
  return { beganAtMs, tookMs: Date.now() - beganAtMs, monitors: agent.count() }
}

function look(): Answers['look'] {
  const regions: Record<string, { monitors: number; changedAtMs: number }> = {}
  for (const agent of agents) {
    const before = regions[agent.region] ?? { monitors: 0, changedAtMs: 0 }
    regions[agent.region] = {
      monitors: before.monitors + agent.count(),
      changedAtMs: Math.max(before.changedAtMs, agent.changedAtMs()),
    }
  }
  const open = agents.reduce((sum, agent) => sum + agent.open(), 0)
  return { regions, open, lost: Object.fromEntries(lost) }
}

const ANSWERS: {
  readonly [K in Question['kind']]: (
    question: Extract<Question, { kind: K }>,
  ) => Promise<Answers[K]> | Answers[K]
} = {
  async connect(question) {
    await connect(question)
    return {}
  },
  join,
  leave({ region }) {
    const at = agents.findLastIndex((agent) => agent.region === region)
    agents.splice(at, 1)[0]?.close()
    return {}
  },
  check({ inRegions, ofRegions }) {
    checked = { inRegions, ofRegions }
    return {}
  },
  break({ every }) {
    downEvery = every
    checkBroken()
    return {}
  },
  take() {
    const counts = waits.take()
    const before = sent
    sent = 0
    return { counts, sent: before }
  },
  look,
}

process.on('message', (question: Question) => {
  const answer = ANSWERS[question.kind] as (question: Question) => unknown
  void Promise.resolve(answer(question)).then((answered) => process.send?.(answered))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ type: 'ready' })
await tick()
