import { AppError } from '@sightline/shared/errors'
import { countSentAlerts } from '../db/outage-reads.ts'
import type { ScreenshotRow } from '../db/outage-screenshots.ts'
import { readScreenshot, readScreenshotImage } from '../db/outage-screenshots.ts'
import type { OutageNoteRow } from '../db/outage-notes.ts'
import { readOutageNotes } from '../db/outage-notes.ts'
import type { Queryable } from '../db/pool.ts'
import type { ServiceContext } from '../db/service-context.ts'
import { SLOT_MARGIN_MS } from '../db/slot-margin.ts'
import type {
  OutageFilter,
  OutageToldRow,
  VoteRow,
  WorkspaceOutageRow,
} from '../db/workspace-outages.ts'
import {
  findWorkspaceOutage,
  listWorkspaceOutages,
  readOutageTold,
  readRecentOutages,
  readVotes,
} from '../db/workspace-outages.ts'
import type { AnalysisView } from '../diagnosis/read-analysis.ts'
import { getAnalysis } from '../diagnosis/read-analysis.ts'
import { nothingWithId } from '../input/not-found.ts'
import type { OutageItem } from './outage-item.ts'
import { outageItem } from './outage-item.ts'

/** How long after it was certain the last of those who were asked may have answered. */
const VOTES_AFTER_MS = 10_000
const MAX_VOTES = 200
const MAX_TOLD = 500
/** Minutes are all that a browser is waited for: who was to take a picture that old ended meanwhile, or failed. */
const GIVEN_UP_MS = 600_000

/** An outage as a story. */
export interface OutageStory {
  outage: OutageItem
  /** What regions found from its first failing check until it was certain, in the order their checks ended. */
  votes: VoteRow[]
  analysis: Omit<AnalysisView, 'outageId' | 'from' | 'to'>
  /** Who was told, or was not, the first first. */
  told: OutageToldRow[]
  notes: OutageNoteRow[]
  /** null: none was asked for, or it is not kept any more. */
  screenshot: ScreenshotRow | null
}

async function withAlerts(
  db: Queryable,
  rows: readonly WorkspaceOutageRow[],
  now: Date,
): Promise<OutageItem[]> {
  const sent = await countSentAlerts(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => outageItem(row, sent.get(row.id) ?? 0, now))
}

/** One page of a workspace's outages, newest first, and how many match in all. */
export async function listOutages(
  { db, now }: ServiceContext,
  workspaceId: number,
  filter: OutageFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ total: number; outages: OutageItem[] }> {
  const nowIs = now()
  // What goes on now is no outage of a time to come.
  if (filter.from >= nowIs) return { total: 0, outages: [] }
  const { total, outages } = await listWorkspaceOutages(db, workspaceId, filter, page)
  return { total, outages: await withAlerts(db, outages, nowIs) }
}

/** The latest outages of a workspace. */
export async function recentOutages(
  db: Queryable,
  workspaceId: number,
  now: Date,
  limit: number,
): Promise<OutageItem[]> {
  return withAlerts(db, await readRecentOutages(db, workspaceId, limit), now)
}

/** @throws AppError notFound */
export async function requireOutage(
  db: Queryable,
  workspaceId: number,
  publicId: string,
): Promise<WorkspaceOutageRow & { readonly monitorNumber: number }> {
  const row = await findWorkspaceOutage(db, workspaceId, publicId)
  if (row === null) throw nothingWithId('outage', publicId)
  return row
}

/** @throws AppError notFound */
export async function getOutage(
  context: ServiceContext,
  workspaceId: number,
  publicId: string,
): Promise<OutageStory> {
  const { db, now } = context
  const row = await requireOutage(db, workspaceId, publicId)
  const span = {
    from: row.startedAt,
    to: new Date(row.confirmedAt.getTime() + VOTES_AFTER_MS),
    marginMs: SLOT_MARGIN_MS,
  }
  const [items, votes, analysed, told, notes, screenshot] = await Promise.all([
    withAlerts(db, [row], now()),
    readVotes(db, row.monitorNumber, span, MAX_VOTES),
    getAnalysis(context, workspaceId, row.monitorId, publicId),
    readOutageTold(db, publicId, MAX_TOLD),
    readOutageNotes(db, row.id),
    readScreenshot(db, row.id),
  ])
  const [outage = outageItem(row, 0, now())] = items
  const { outageId: _id, from: _from, to: _to, ...analysis } = analysed
  return { outage, votes, analysis, told, notes, screenshot: givenUp(screenshot, now()) }
}

/** One that is on its way for too long never comes. */
function givenUp(row: ScreenshotRow | null, now: Date): ScreenshotRow | null {
  if (row === null || row.takenAt !== null) return row
  const takenAt = new Date(row.askedAt.getTime() + GIVEN_UP_MS)
  return takenAt > now ? row : { ...row, takenAt, error: 'It could not be taken in time.' }
}

/** What the page showed when an outage began.
 *  @throws AppError notFound, with why there is no picture */
export async function getOutageScreenshot(
  { db, now }: ServiceContext,
  workspaceId: number,
  publicId: string,
): Promise<{ readonly image: Buffer; readonly mimeType: string }> {
  const row = await requireOutage(db, workspaceId, publicId)
  const image = await readScreenshotImage(db, row.id)
  if (image !== null) return image
  const known = givenUp(await readScreenshot(db, row.id), now())
  throw new AppError(
    'notFound',
    known === null
      ? 'There is no picture of this outage: there was no page to be seen, or it is not kept any more.'
      : (known.error ?? 'The picture is being taken.'),
  )
}
