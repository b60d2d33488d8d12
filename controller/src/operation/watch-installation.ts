import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { announce } from '../alerting/outbox/announce.ts'
import type { AlertEvent } from '../alerting/outbox/alert-event.ts'
import {
  endInstallationTroubles,
  noteSilences,
  readInstallationTroubles,
} from '../db/alert-watches.ts'
import { readControllerDisks } from '../db/controllers.ts'
import { readMailFailure } from '../db/failing-destinations.ts'
import { readNearestClockMs } from '../db/health-figures.ts'
import type { Database } from '../db/pool.ts'
import { readRollupLagSeconds } from '../db/rollup-reads.ts'
import type { UpkeepParts } from '../jobs/task.ts'
import type { InstallationFigures, InstallationSubject } from './installation-troubles.ts'
import { goneDisks, installationSubjects, MAIL_SUBJECT } from './installation-troubles.ts'

/** What mail fails for less long is tried again, and mostly works. */
const MAIL_FAILS_MS = 600_000

/** What the operator is told by. */
export interface InstallationParts extends UpkeepParts {
  /** Where mail is handed in; null: there is no mail. */
  readonly smtpUrl: string | null
}

/** Looks at the disks of the controllers, at how far reports are behind, at clocks and at whether mail goes out, and tells the
 *  owners of the installation of what is new and of what is over, in one alert each. As with agents, a trouble is told
 *  when a second look finds it too. */
export async function watchInstallation({ db, smtpUrl, now }: InstallationParts): Promise<void> {
  const nowMs = now()
  const hasMail = smtpUrl !== null
  const figures = {
    hasMail,
    disks: await readControllerDisks(db),
    rollupLagSeconds: await readRollupLagSeconds(db),
    nearestClockMs: await readNearestClockMs(db, AGENT_LOST_AFTER_MS),
    mailError: hasMail ? await readMailFailure(db, new Date(nowMs - MAIL_FAILS_MS)) : null,
  }
  await tellTroubles(db, figures, nowMs)
}

/** The same for figures that are known. */
export async function tellTroubles(
  db: Database,
  figures: InstallationFigures,
  atMs: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const all = [
      ...installationSubjects(figures),
      ...goneDisks(await readInstallationTroubles(tx), figures),
    ]
    const troubled = all.filter(({ trouble }) => trouble !== null)
    const well = all.filter(({ trouble }) => trouble === null)
    const told = new Set(await noteSilences(tx, subjectsOf(troubled), new Date(atMs)))
    const ended = new Set(await endInstallationTroubles(tx, subjectsOf(well)))
    const news = troubled.filter(({ subject }) => told.has(subject))
    const over = well.filter(({ subject }) => ended.has(subject))
    await announce(tx, [...eventOf(news, atMs, false), ...eventOf(over, atMs, true)])
  })
}

const subjectsOf = (subjects: readonly InstallationSubject[]): string[] =>
  subjects.map(({ subject }) => subject)

/** One event about all of them, none without any. */
function eventOf(
  subjects: readonly InstallationSubject[],
  atMs: number,
  isOver: boolean,
): AlertEvent[] {
  if (subjects.length === 0) return []
  return [
    {
      kind: 'installation',
      monitorId: null,
      outageId: null,
      atMs,
      sinceMs: atMs,
      cause: null,
      reason: subjects.map(({ trouble, over }) => (isOver ? over : (trouble ?? ''))).join(' '),
      regions: [],
      isDigested: false,
      isOver,
      isAboutMail: subjects.some(({ subject }) => subject === MAIL_SUBJECT),
    },
  ]
}
