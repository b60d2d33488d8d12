import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Figure } from '../report.ts'
import { median } from '../report.ts'
import type { CleanUp } from './clean-up.ts'
import { createCleanUp } from './clean-up.ts'
import type { FaultMeasure } from './course.ts'
import { figuresOf, readCourses } from './course.ts'
import type { Fault } from './faults/index.ts'
import { FAULT_NAMES } from './faults/index.ts'
import type { Installation } from './installation.ts'
import { startInstallation } from './installation.ts'
import { handInMail, isAbout } from './mail-box.ts'
import type { Part } from './part.ts'
import { REGIONS } from './part.ts'
import { watchStatuses } from './status-watch.ts'
import type { TargetId } from './targets.ts'
import { startTargets } from './targets.ts'
import { createMonitors, isSoon, TIMEOUT_MS, untilAllUp } from './watched-monitors.ts'

const HOST = '127.0.0.1'
const RUNS = 12
const FLOOR_RUNS = 25
const LOOK_EVERY_MS = 100

/** Within a minute every region looks, a blackhole takes two time limits, and mail has its time. */
const DOWN_LIMIT_MS = 60_000 + 2 * TIMEOUT_MS + 30_000
/** Within a minute a region looks, the second look follows 15 s later. */
const UP_LIMIT_MS = 60_000 + 15_000 + 30_000
/** A mail too many would have come by then. */
const SETTLE_MS = 5_000

/** Source: monitoring design, section 3, "Expected" */
const MEASURES = {
  refused: { since: 'failedAtMs', limitMs: 3_000 },
  httpError: { since: 'failedAtMs', limitMs: 3_000 },
  blackhole: { since: 'failedFromMs', limitMs: TIMEOUT_MS + 10_000 },
  silent: { since: 'failedFromMs', limitMs: TIMEOUT_MS + 10_000 },
} as const satisfies Record<Fault, FaultMeasure>

const TARGET_IDS: readonly TargetId[] = Array.from({ length: RUNS }, (_, index) =>
  FAULT_NAMES.map((fault) => ({ fault, index })),
).flat()

async function bareRequest(url: string): Promise<number> {
  const startedAt = performance.now()
  const call = request(url, { agent: false }).end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return performance.now() - startedAt
}

/** What no service could be faster than: one request, one mail. */
async function measureFloor(url: string, mailUrl: string): Promise<Figure[]> {
  const requests: number[] = []
  const mails: number[] = []
  for (let run = 0; run < FLOOR_RUNS; run += 1) {
    requests.push(await bareRequest(url))
    mails.push(await handInMail(mailUrl))
  }
  return [
    { name: 'floor: one bare request', value: median(requests), unit: 'ms' },
    { name: 'floor: one bare mail handed in', value: median(mails), unit: 'ms' },
  ]
}

const nameOf = ({ fault, index }: TargetId): string =>
  `${fault}-${String(index + 1).padStart(2, '0')}`

async function measureCourses(
  installation: Installation,
  cleanUp: CleanUp,
  signal: AbortSignal,
): Promise<Figure[]> {
  const { api, mailBox } = installation
  const targets = await startTargets({ host: HOST, count: RUNS })
  cleanUp.add(targets.stop)
  for (const region of REGIONS) await installation.startAgent(region)
  const wanted = TARGET_IDS.map((target) => ({
    name: nameOf(target),
    url: `http://${HOST}:${targets.ports.broken[target.fault][target.index]}/`,
  }))
  const monitors = await createMonitors(installation, REGIONS, wanted)
  await untilAllUp(installation, REGIONS, signal)
  const floor = await measureFloor(`http://${HOST}:${targets.ports.healthy}/`, mailBox.url)
  const before = mailBox.mails.length
  const hasMailedAll = (sinceMs: number): boolean => {
    const mails = mailBox.mails.slice(before).filter(({ atMs }) => atMs >= sinceMs)
    return monitors.every((monitor) => mails.some((mail) => isAbout(mail, monitor)))
  }

  const watch = watchStatuses(api, LOOK_EVERY_MS)
  cleanUp.add(watch.stop)
  await targets.order('break', TARGET_IDS)
  await isSoon(
    () => watch.downAtMs.size === monitors.length && hasMailedAll(0),
    DOWN_LIMIT_MS,
    signal,
  )
  const repairedAtMs = Date.now()
  await targets.order('repair', TARGET_IDS)
  await isSoon(
    () => watch.overAtMs.size === monitors.length && hasMailedAll(repairedAtMs),
    UP_LIMIT_MS,
    signal,
  )
  await watch.stop()
  await delay(SETTLE_MS, undefined, { signal })

  const courses = await readCourses(installation, watch, monitors, repairedAtMs)
  const mails = mailBox.mails.slice(before)
  return [
    ...floor,
    ...FAULT_NAMES.flatMap((fault) =>
      figuresOf(
        fault,
        courses.filter((_, index) => TARGET_IDS[index]?.fault === fault),
        MEASURES[fault],
      ),
    ),
    {
      name: `mails about ${monitors.length} outages and recoveries`,
      value: mails.length,
      unit: 'mails',
      target: `${2 * monitors.length}`,
    },
  ]
}

/** How long it takes from a failing check to `down` and to the mail, and back, for every kind of
 *  fault, with three regions. */
export async function measureFaults(signal: AbortSignal): Promise<Part> {
  const cleanUp = createCleanUp()
  try {
    const installation = await startInstallation(`${HOST}/32`)
    cleanUp.add(installation.stop)
    const figures = await measureCourses(installation, cleanUp, signal)
    return {
      figures,
      notes: [
        'A check that fails by its time limit is asked of from its beginning: the first one and the rechecks by other regions, which follow it, each take the whole limit.',
        `Each fault ${RUNS} times, each on a monitor of its own (every minute, time limit ${TIMEOUT_MS / 1_000} s, default confirmation), all broken at once and found as the slots of three regions come.`,
        `The API is asked every ${LOOK_EVERY_MS} ms, so what is seen there is up to that much older.`,
      ],
      postgresVersion: installation.postgresVersion,
    }
  } finally {
    await cleanUp.run()
  }
}
