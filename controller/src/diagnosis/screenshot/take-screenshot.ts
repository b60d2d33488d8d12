import { ScreenshotResult } from '@sightline/shared/analyses/screenshot'
import { AppError } from '@sightline/shared/errors'
import type { Logger } from '@sightline/shared/logger'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { z } from 'zod'
import { isOperatorsWorkspace } from '../../db/installation.ts'
import type { DiagnosedOutageRow } from '../../db/outage-analyses.ts'
import { readDiagnosedOutage } from '../../db/outage-analyses.ts'
import type { TakenScreenshot } from '../../db/outage-screenshots.ts'
import { claimScreenshot, storeScreenshot } from '../../db/outage-screenshots.ts'
import type { NewJob } from '../../db/jobs.ts'
import { addJob } from '../../db/jobs.ts'
import type { Database, Queryable } from '../../db/pool.ts'
import { readRegions } from '../../db/regions.ts'
import { sharerOfWorkspace } from '../../limits/sharer.ts'
import type { OnDemandDesk } from '../../on-demand/desk.ts'
import { readPageUrl } from '../../on-demand/page-url.ts'
import type { DiagnosisFacts } from '../facts.ts'
import { whoseView } from './whose-view.ts'

/** What screenshots are taken with. */
export interface ScreenshotParts {
  readonly db: Database
  readonly desk: OnDemandDesk
  readonly log: Logger
  readonly now: () => number
}

/** When ten thousand pages fail at once, a picture of each would tell no more, and browsers are few: two pages at
 *  once in each agent, some seconds each. */
const LIMIT = { count: 20, windowMs: 60_000 } as const
/** As the analysis that anybody may ask for. */
const RENDERED_LIMIT_MS = 60_000
/** A picture from later shows something else. */
const TOO_LATE_MS = 3 * 60_000
/** Of pages of photographs too, at this quality; what is larger is not kept. */
const MAX_IMAGE_BYTES = 500_000
const OPTIONS = { device: 'desktop', fullPage: 'false', format: 'webp', quality: '60' } as const
const MAX_ATTEMPTS = 2
/** Until a browser that had no room is asked again. */
const BUSY_WAIT_MS = 10_000
const MAX_ERROR_CHARACTERS = 300

const Payload = z.object({
  outageId: z.string().min(1).max(100),
  regions: z.array(z.string().max(100)).min(1).max(20),
})

/** Has a picture taken of what the page shows, where there is a page. In the transaction of the diagnosis. */
export async function askForScreenshot(
  tx: Queryable,
  row: DiagnosedOutageRow,
  facts: DiagnosisFacts,
  nowMs: number,
): Promise<void> {
  const regions = whoseView(facts, row.settings)
  if (regions.length === 0 || !(await claimScreenshot(tx, row.outageId, nowMs, LIMIT))) return
  await addJob(tx, jobOf(row, regions, nowMs))
}

const jobOf = (
  { outageId, workspaceId }: DiagnosedOutageRow,
  regions: readonly string[],
  runAtMs: number,
): NewJob => ({
  name: 'takeScreenshot',
  payload: { outageId, regions },
  runAtMs,
  maxAttempts: MAX_ATTEMPTS,
  sharer: { workspaceId },
})

/** The job "takeScreenshot": keeps what the page of an outage shows to a browser in a region that saw it fail. */
export async function takeScreenshot(parts: ScreenshotParts, payload: unknown): Promise<void> {
  const parsed = Payload.safeParse(payload)
  if (!parsed.success) {
    parts.log.warn({ payload }, 'a screenshot without an outage was passed over')
    return
  }
  const { outageId, regions } = parsed.data
  const row = await readDiagnosedOutage(parts.db, outageId)
  if (row === null) return
  const taken = await take(parts, row, regions)
  if (taken !== 'busy') return storeScreenshot(parts.db, outageId, parts.now(), taken)
  await addJob(parts.db, jobOf(row, regions, parts.now() + BUSY_WAIT_MS))
}

async function take(
  parts: ScreenshotParts,
  row: DiagnosedOutageRow,
  regions: readonly string[],
): Promise<TakenScreenshot | 'busy'> {
  if (row.endedAtMs !== null) return { error: 'It worked again before a picture could be taken.' }
  if (parts.now() - row.confirmedAtMs > TOO_LATE_MS) {
    return { error: 'No browser had time for it while it was new.' }
  }
  const region = await regionWithBrowser(parts.db, regions)
  if (region === null) return { error: 'No location that saw it fail has a browser.' }
  try {
    return await render(parts, row, region)
  } catch (error: unknown) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'unavailable') return 'busy'
    return { error: error.message.slice(0, MAX_ERROR_CHARACTERS).toWellFormed() }
  }
}

async function regionWithBrowser(
  db: Queryable,
  regions: readonly string[],
): Promise<string | null> {
  const known = await readRegions(db, AGENT_LOST_AFTER_MS)
  const able = new Set(
    known
      .filter(({ available, capabilities }) => available && capabilities.includes('browser'))
      .map(({ code }) => code),
  )
  return regions.find((region) => able.has(region)) ?? null
}

async function render(
  { db, desk }: ScreenshotParts,
  row: DiagnosedOutageRow,
  region: string,
): Promise<TakenScreenshot> {
  const { host: _host, ...target } = readPageUrl(row.url)
  const { bytes } = await desk.request('rendering', {
    region,
    input: { name: 'screenshot', ...target, options: OPTIONS },
    isOperators: await isOperatorsWorkspace(db, row.workspaceId),
    capability: 'browser',
    timeoutMs: RENDERED_LIMIT_MS,
    sharer: sharerOfWorkspace(row.workspaceId),
    signal: AbortSignal.timeout(RENDERED_LIMIT_MS),
  })
  const result = ScreenshotResult.safeParse(parsedJson(bytes))
  if (!result.success)
    return { error: 'The agent gave a picture that is none: it may need an update.' }
  const { width, height, mimeType, data, fetchedUrl, statusCode } = result.data
  const image = Buffer.from(data, 'base64')
  if (image.length > MAX_IMAGE_BYTES) return { error: 'The picture is too large to be kept.' }
  return { region, shownUrl: fetchedUrl, statusCode, width, height, mimeType, image, error: null }
}

function parsedJson(bytes: Buffer | null): unknown {
  try {
    return JSON.parse(bytes?.toString('utf8') ?? '')
  } catch {
    return undefined
  }
}
