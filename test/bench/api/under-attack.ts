import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { cpuMsOf } from '../../helpers/process-figures.ts'
import type { Program } from '../../helpers/program.ts'
import { startProgram } from '../../helpers/program.ts'
import type { Figure } from '../report.ts'
import { percentile } from '../report.ts'
import type { AttackReport } from './attack.ts'
import type { LoadOrder, LoadReport } from './load.ts'
import { answersOf } from './load-answers.ts'
import { startAttack } from './start-load.ts'

const REFUSING = fileURLToPath(new URL('refusing.ts', import.meta.url))
const ATTACK_PER_SECOND = 5_000
const VICTIM_PER_SECOND = 20
const TARGET_MS = 100

type Attacked = Pick<Program<{ readonly url: string }>, 'pid' | 'ready'>

/** What one host that sends 5,000 bad keys a second does to another, and what refusing one costs against a
 *  server of node:http alone that refuses everything.
 *  @param load asks for what the ten most used calls answer, after `settleMs` of rest */
export async function benchAttack(
  controller: Attacked,
  { seconds, settleMs }: { readonly seconds: number; readonly settleMs: number },
  load: (order: Partial<LoadOrder>) => Promise<LoadReport>,
): Promise<Figure[]> {
  const asVictim = { perSecond: VICTIM_PER_SECOND, atOnce: 2 }
  const calm = await load({ net: 6, ...asVictim })
  const [attacked, attack] = await Promise.all([
    load({ net: 8, ...asVictim }),
    delay(settleMs).then(() => attackOn(controller, seconds)),
  ])
  const alone = await attackOn(controller, seconds)
  const floor = await attackOnFloor(seconds)
  return [
    ...[0.5, 0.95, 0.99].flatMap((share): Figure[] => [
      {
        name: `${VICTIM_PER_SECOND} calls a second of another host, p${share * 100}, under attack`,
        value: percentile(timesOf(attacked), share),
        unit: 'ms',
        ...(share === 0.95 ? { target: `under ${TARGET_MS}` } : {}),
      },
      {
        name: `the same, p${share * 100}, without`,
        value: percentile(timesOf(calm), share),
        unit: 'ms',
      },
    ]),
    { name: 'bad keys the attacker got answered', value: attack.perSecond, unit: '/s' },
    { name: 'of those refused with 429', value: attack.refused, unit: 'x' },
    { name: 'processor time of a refusal', value: alone.cpuMs, unit: 'ms' },
    { name: 'the same, bare', value: floor.cpuMs, unit: 'ms' },
    {
      name: 'processor time of a refusal against bare',
      value: alone.cpuMs / floor.cpuMs,
      unit: 'x',
    },
  ]
}

async function attackOnFloor(seconds: number): Promise<AttackFigures> {
  const refusing = await startProgram<{ url: string }>(REFUSING, [], {})
  try {
    return await attackOn(refusing, seconds)
  } finally {
    await refusing.stop()
  }
}

interface AttackFigures {
  readonly perSecond: number
  /** Share of the answers that were 429. */
  readonly refused: number
  /** Processor time of the server for one answer. */
  readonly cpuMs: number
}

async function attackOn({ pid, ready }: Attacked, seconds: number): Promise<AttackFigures> {
  const cpuBeforeMs = cpuMsOf(pid)
  const report = await startAttack({
    url: ready.url,
    path: '/api/v1/monitors',
    localAddress: '127.7.0.1',
    connections: 50,
    perSecond: ATTACK_PER_SECOND,
    seconds,
  })
  const answered = countOf(report)
  return {
    perSecond: answered / report.seconds,
    refused: (report.statuses['429'] ?? 0) / answered,
    cpuMs: (cpuMsOf(pid) - cpuBeforeMs) / answered,
  }
}

function countOf({ statuses }: AttackReport): number {
  return Object.values(statuses).reduce((sum, count) => sum + count, 0)
}

/** @throws when the answers were not what they should be */
function timesOf(report: LoadReport): number[] {
  answersOf(report)
  return Object.values(report.times).flat()
}
