import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { announce } from '../alerting/outbox/announce.ts'
import type { AlertEvent } from '../alerting/outbox/alert-event.ts'
import { endInstallationTroubles, noteSilences } from '../db/alert-watches.ts'
import type { Database } from '../db/pool.ts'
import { readRollupLagSeconds } from '../db/rollup-reads.ts'
import type { InstallationFigures } from './installation-troubles.ts'
import { installationSubjects } from './installation-troubles.ts'

/** What the operator is told by. */
export interface InstallationParts {
  readonly db: Database
  /** Where the built-in database, or what agents of this machine keep, lies. */
  readonly dataFolder: string
  readonly now: () => number
}

/** Looks at the disk of this controller and at how far reports are behind, and tells the owners of the installation
 *  of what is new and of what is over, in one alert each. As with agents, a trouble is told when a second look finds it
 *  too. Each controller judges its own disk: jobs run on whichever comes first. */
export async function watchInstallation({ db, dataFolder, now }: InstallationParts): Promise<void> {
  await tellTroubles(db, await figuresOf(db, dataFolder), now())
}

async function figuresOf(db: Database, dataFolder: string): Promise<InstallationFigures> {
  const { bavail, blocks, bsize } = await statfs(dataFolder)
  return {
    host: hostname(),
    disk: { freeBytes: bavail * bsize, bytes: blocks * bsize },
    rollupLagSeconds: await readRollupLagSeconds(db),
  }
}

/** The same for figures that are known. */
export async function tellTroubles(
  db: Database,
  figures: InstallationFigures,
  atMs: number,
): Promise<void> {
  const all = installationSubjects(figures)
  const troubled = all.filter(({ trouble }) => trouble !== null)
  const well = all.filter(({ trouble }) => trouble === null)
  await db.transaction(async (tx) => {
    const subjects = troubled.map(({ subject }) => subject)
    const told = new Set(await noteSilences(tx, subjects, new Date(atMs)))
    const ended = new Set(
      await endInstallationTroubles(
        tx,
        well.map(({ subject }) => subject),
      ),
    )
    const news = troubled.filter(({ subject }) => told.has(subject))
    const over = well.filter(({ subject }) => ended.has(subject))
    await announce(tx, [
      ...eventOf(
        news.map(({ trouble }) => trouble ?? ''),
        atMs,
        false,
      ),
      ...eventOf(
        over.map((one) => one.over),
        atMs,
        true,
      ),
    ])
  })
}

/** One event about all of them, none without any. */
function eventOf(sentences: readonly string[], atMs: number, isOver: boolean): AlertEvent[] {
  if (sentences.length === 0) return []
  return [
    {
      kind: 'installation',
      monitorId: null,
      outageId: null,
      atMs,
      sinceMs: atMs,
      cause: null,
      reason: sentences.join(' '),
      regions: [],
      isDigested: false,
      isOver,
    },
  ]
}
