import { addJob } from '../../db/jobs.ts'
import type { Queryable } from '../../db/pool.ts'
import type { ToldPageRow } from '../../db/status-page-mailings.ts'
import {
  countMailings,
  insertMailing,
  insertNews,
  pruneNewsBefore,
  readToldNews,
  readToldPages,
} from '../../db/status-page-mailings.ts'
import type { ShownPageRow } from '../../db/status-page-reads.ts'
import { pruneUnconfirmedSubscribers } from '../../db/status-page-subscribers.ts'
import { hitTimeLimit, limitStatements } from '../../db/time-limit.ts'
import { inSteps } from '../../jobs/in-steps.ts'
import { newPublicId } from '../../secrets/random-id.ts'
import { readHappenings } from '../shown/read-happenings.ts'
import { composeNews } from './compose-news.ts'
import { mailsJobOf } from './mail-subscribers-job.ts'
import type { MailingParts } from './mailing-parts.ts'
import type { News } from './news.ts'
import { keysToLookUp, newsOf, untold } from './news.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Mails to each subscriber of a page within an hour. What happens beyond that comes with the next, as far as it is
 *  still so then. */
const MAX_MAILINGS_PER_HOUR = 12

/** How long it is known what was told, and for as long as it goes on: outages are shown for 30 days after their end. */
const NEWS_KEPT_MS = 180 * DAY_MS
/** A mail that did not go out by then is not sent any more. */
const MAILINGS_KEPT_MS = DAY_MS

/** A page that the database looks at for longer waits until the others had their turn. Not side by side with them: jobs have
 *  two connections, and alerts are waited for more. */
const HURRIED_MS = 2_000

/** Looks every minute what of the published pages their subscribers were not told yet, and has that mailed: all that
 *  happened since the last look in one mail. */
export async function tellSubscribers(parts: MailingParts): Promise<void> {
  const { db } = parts
  const now = new Date(parts.now())
  await inSteps(
    () => (parts.smtpUrl === null ? Promise.resolve() : tellOfPages(parts, now)),
    () => pruneUnconfirmedSubscribers(db, now),
    () =>
      pruneNewsBefore(db, {
        newsBefore: new Date(now.getTime() - NEWS_KEPT_MS),
        mailingsBefore: new Date(now.getTime() - MAILINGS_KEPT_MS),
      }),
  )
}

/** @throws at the end why the first that could not be told of could not */
async function tellOfPages(parts: MailingParts, now: Date): Promise<void> {
  const failures: unknown[] = []
  const slow: ToldPageRow[] = []
  // One page's trouble is not that of the others.
  for (const page of await readToldPages(parts.db)) {
    await tellOfPage(parts, page, now, HURRIED_MS).catch((error: unknown) => {
      if (hitTimeLimit(error)) slow.push(page)
      else failures.push(error)
    })
  }
  for (const page of slow) {
    await tellOfPage(parts, page, now, null).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

/** @param limitMs of each statement that looks for news; null: as long as any may take */
async function tellOfPage(
  { db }: MailingParts,
  page: ToldPageRow,
  now: Date,
  limitMs: number | null,
): Promise<void> {
  const found = await db.transaction(async (tx) => {
    if (limitMs !== null) await limitStatements(tx, limitMs)
    return findNews(tx, page.id, now)
  })
  if (found === null) return
  const { news, of } = found
  await db.transaction(async (tx) => {
    const own = await insertNews(tx, page.id, news.map(keyOf), now)
    const isOwn = ({ kind, subject }: News): boolean =>
      own.some((key) => key.kind === kind && key.subject === subject)
    const told = news.filter(isOwn)
    if (told.length === 0) return
    const message = composeNews(of, told)
    await insertMailing(tx, page.id, { publicId: newPublicId('sub'), message, createdAt: now })
    await addJob(tx, mailsJobOf(page.id, page.workspaceId))
  })
}

/** @returns null when there is nothing to be told now */
async function findNews(
  tx: Queryable,
  pageId: number,
  now: Date,
): Promise<{ readonly news: readonly News[]; readonly of: ShownPageRow } | null> {
  const shown = await readHappenings(tx, pageId, now)
  if (shown === null) return null
  const found = newsOf(shown, now.getTime())
  const news = untold(found, await readToldNews(tx, pageId, keysToLookUp(found)))
  if (news.length === 0) return null
  const since = new Date(now.getTime() - HOUR_MS)
  const isEnough = (await countMailings(tx, pageId, since)) >= MAX_MAILINGS_PER_HOUR
  return isEnough ? null : { news, of: shown.page }
}

function keyOf({ kind, subject }: News): Pick<News, 'kind' | 'subject'> {
  return { kind, subject }
}
