import type { NameResolver } from '@sightline/shared/name-resolution'
import type { Logger } from '@sightline/shared/logger'
import type { Database } from '../db/pool.ts'
import type { OpenWork } from '../on-demand/open-work.ts'
import { createPreferRegions } from '../on-demand/prefer-regions.ts'
import { once } from '../process/once.ts'
import type { Sessions } from '../sessions/agent-session.ts'
import { startCrawlKeeper } from './keeper.ts'
import { startCrawlRunner } from './runner.ts'
import { createSiteAnalyst } from './site/site-analyst.ts'

/** Crawls of this controller: batches go to agents, and what is read through gets its figures.
 *  @param parts.databaseUrl what figures are made through, in a thread of its own
 *  @returns look: there may be something to hand out */
export function startCrawls(parts: {
  readonly db: Database
  readonly databaseUrl: string
  readonly controllerId: string
  readonly sessions: Sessions
  readonly work: OpenWork
  readonly resolver: NameResolver
  readonly now: () => number
  readonly log: Logger
}): { readonly look: () => void; readonly stop: () => Promise<void> } {
  const { db, resolver } = parts
  const analyst = createSiteAnalyst(parts.databaseUrl)
  const runner = startCrawlRunner({ ...parts, allRead: () => keeper.look() })
  const keeper = startCrawlKeeper({
    ...parts,
    preferRegions: createPreferRegions({ db, resolveName: resolver.resolve }),
    makeFigures: analyst.analyse,
    isFollowed: runner.isFollowed,
    look: runner.look,
  })
  const stop = once(async () => {
    await Promise.all([runner.stop(), keeper.stop()])
    await analyst.stop()
  })
  return { look: runner.look, stop }
}
