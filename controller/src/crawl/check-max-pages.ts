import type { CrawlSettings } from '@sightline/shared/crawl/settings'
import { AppError } from '@sightline/shared/errors'
import { counted } from '@sightline/shared/counted'
import type { Plan } from '../accounts/plans.ts'

/** @throws AppError badRequest for more pages than a plan allows */
export function checkMaxPages(
  plan: Pick<Plan, 'tier' | 'maxCrawlPages'>,
  { maxPages }: Pick<CrawlSettings, 'maxPages'>,
): void {
  if (maxPages <= plan.maxCrawlPages) return
  throw new AppError(
    'badRequest',
    `The field "maxPages" is ${maxPages}, but the plan ${plan.tier} allows at most ${counted(plan.maxCrawlPages, 'page')} a crawl.`,
  )
}
