import { addJob } from '../../db/jobs.ts'
import {
  countMailings,
  insertMailing,
  insertNews,
  pruneNewsBefore,
  readToldNews,
  readToldPages,
} from '../../db/status-page-mailings.ts'
import { pruneUnconfirmedSubscribers } from '../../db/status-page-subscribers.ts'
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

/** How long it is known what was told: outages are shown for 30 days after their end, and few last for months. */
const NEWS_KEPT_MS = 180 * DAY_MS
/** A mail that did not go out by then is not sent any more. */
const MAILINGS_KEPT_MS = DAY_MS

/** Pages that are looked at side by side: one that takes long, as its history is, keeps none of the others. */
const AT_ONCE = 3

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
  // Whoever is done with one takes the next.
  const waiting = (await readToldPages(parts.db)).values()
  const take = async (): Promise<void> => {
    for (const page of waiting) {
      // One page's trouble is not that of the others.
      await tellOfPage(parts, page, now).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, take))
  if (failures.length > 0) throw failures[0]
}

async function tellOfPage(
  { db }: MailingParts,
  page: { readonly id: number; readonly workspaceId: number },
  now: Date,
): Promise<void> {
  const shown = await readHappenings(db, page.id, now)
  if (shown === null) return
  const found = newsOf(shown, now.getTime())
  const news = untold(found, await readToldNews(db, page.id, keysToLookUp(found)))
  if (news.length === 0) return
  const since = new Date(now.getTime() - HOUR_MS)
  if ((await countMailings(db, page.id, since)) >= MAX_MAILINGS_PER_HOUR) return
  await db.transaction(async (tx) => {
    const own = await insertNews(tx, page.id, news.map(keyOf), now)
    const isOwn = ({ kind, subject }: News): boolean =>
      own.some((key) => key.kind === kind && key.subject === subject)
    const told = news.filter(isOwn)
    if (told.length === 0) return
    const message = composeNews(shown.page, told)
    await insertMailing(tx, page.id, { publicId: newPublicId('sub'), message, createdAt: now })
    await addJob(tx, mailsJobOf(page.id, page.workspaceId))
  })
}

function keyOf({ kind, subject }: News): Pick<News, 'kind' | 'subject'> {
  return { kind, subject }
}
