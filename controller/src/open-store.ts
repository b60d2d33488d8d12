import type { Logger } from '@sightline/shared/logger'
import { makeFolder } from '@sightline/shared/make-folder'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { ensureInstallation } from './accounts/installation.ts'
import type { ControllerConfig } from './config.ts'
import { retentionOf } from './config.ts'
import { readExcessRights } from './db/excess-rights.ts'
import { migrate } from './db/migrate.ts'
import { openResultDays } from './db/partitions.ts'
import { openPools } from './db/pools.ts'
import { refuseOtherDatabase } from './db/same-database.ts'
import { openClock } from './process/clock.ts'
import { untilReached } from './process/until-reached.ts'
import { createSecretBox } from './secrets/secret-box.ts'
import { openSecretKeys } from './secrets/open-secret-keys.ts'

/** What a controller works on, from the first start on: a database that is up to date, with the days that
 *  results go to and an installation in it, its clock, and the keys of what is secret there. */
export type Store = Awaited<ReturnType<typeof openStore>>

/** Opens the database and what lies in the data folder.
 *  @throws Error when one of them cannot be used */
export async function openStore(config: ControllerConfig, log: Logger) {
  const { DATABASE_URL: url, SIGHTLINE_POOLER_URL: pooler } = config
  const database = { variable: 'DATABASE_URL', name: 'database' } as const
  await untilReached(database, () => migrate(url, log), log)
  makeFolder(config.SIGHTLINE_DATA_DIR, 0o700)
  const pools = openPools({ url, pooler }, log)
  const asked =
    pooler === undefined
      ? database
      : ({ variable: 'SIGHTLINE_POOLER_URL', name: 'pooler' } as const)
  // Of the agents' pool, as it is measured in their rounds.
  const clock = await untilReached(asked, () => openClock(pools.agents), log)
  if (pooler !== undefined) await refuseOtherDatabase(url, pools.requests, log)
  const startedAt = new Date(clock.now())
  const secretKeys = await openSecretKeys(
    pools.requests,
    config.SIGHTLINE_SECRET_KEY,
    config.SIGHTLINE_DATA_DIR,
  )
  const excessRights = await readExcessRights(pools.requests)
  if (excessRights !== null) log.warn(excessRights)
  const retention = retentionOf(config)
  const resultDays = await openResultDays(pools.results, log, retention.results)
  await resultDays.makeAhead(clock.now())
  const installation = await ensureInstallation(pools.requests, {
    plan: config.SIGHTLINE_OWNER_PLAN,
    now: new Date(clock.now()),
  })
  return {
    pools,
    clock,
    controller: { id: randomUUID(), hostname: hostname(), startedAt },
    /** What the database's user could do and need not; null: nothing. */
    excessRights,
    retention,
    resultDays,
    installation,
    secretKeys,
    secretBox: createSecretBox(secretKeys),
  }
}
