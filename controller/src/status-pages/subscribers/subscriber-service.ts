import type { ServiceContext } from '../../db/service-context.ts'
import type { SubscriberRow } from '../../db/status-page-subscribers.ts'
import {
  countSubscribers,
  deleteSubscriber,
  listSubscribers,
} from '../../db/status-page-subscribers.ts'
import { findStatusPage } from '../../db/status-pages.ts'
import { nothingWithId } from '../../input/not-found.ts'

/** What the people of a page do about those who get mails of it; each call throws AppError notFound. */
export type SubscriberService = ReturnType<typeof createSubscriberService>

export function createSubscriberService({ db }: Pick<ServiceContext, 'db'>) {
  const requirePage = async (workspaceId: number, pageId: string): Promise<number> => {
    const page = await findStatusPage(db, workspaceId, pageId)
    if (page === null) throw nothingWithId('status page', pageId)
    return page.id
  }
  return {
    /** Those who confirmed it, the latest first. */
    async list(
      workspaceId: number,
      pageId: string,
      page: { limit: number; offset: number },
    ): Promise<{ total: number; subscribers: SubscriberRow[] }> {
      const id = await requirePage(workspaceId, pageId)
      return {
        total: await countSubscribers(db, id),
        subscribers: await listSubscribers(db, id, page),
      }
    },
    async remove(workspaceId: number, pageId: string, subscriberId: string): Promise<void> {
      const id = await requirePage(workspaceId, pageId)
      const isGone = await deleteSubscriber(db, id, subscriberId)
      if (!isGone) throw nothingWithId('subscriber', subscriberId)
    },
  } as const
}
