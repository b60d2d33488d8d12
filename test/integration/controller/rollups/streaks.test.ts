import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rollUp } from '../../../../controller/src/reports/rollups/roll-up.ts'
import { readStreaks } from '../../../../controller/src/reports/streaks.ts'
import { aResult, forgetRollups } from '../../../helpers/report-rows.ts'
import { DAY, NOW, PATIENT, REGIONS, useRollupDatabase } from '../../../helpers/rollup-database.ts'
import { instant } from '../../../helpers/rollup-histories.ts'

const database = useRollupDatabase()
const { newMonitors, store } = database

describe('streaks of failures', () => {
  it('are what looking at every result gives, however much is rolled up', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            checkedAtMs: instant,
            region: fc.constantFrom(...REGIONS),
            status: fc.constantFrom('up', 'down', 'down', 'down', 'down', 'unknown', 'degraded'),
            confirmation: fc.boolean(),
          }),
          { minLength: 1, maxLength: 60 },
        ),
        fc.integer({ min: NOW - 5 * DAY, max: NOW }),
        async (generated, rolledMs) => {
          await database.db.query({ text: 'delete from monitors' })
          await forgetRollups(database.db)
          const [id = 0] = await newMonitors()
          const all = generated.map((fields, attempt) =>
            aResult({ monitorId: id, ...fields, attempt: attempt + 2 }),
          )
          await store(all)
          await rollUp(database.db, rolledMs, PATIENT)
          const streaks = await readStreaks(
            database.db,
            { id, createdAt: new Date(NOW - 5 * DAY) },
            new Map(REGIONS.map((region) => [region, 'down'])),
            new Date(NOW),
          )
          for (const region of REGIONS) {
            const own = all.filter((result) => result.region === region)
            const good = Math.max(
              ...own
                .filter(({ status }) => status === 'up' || status === 'degraded')
                .map(({ checkedAtMs }) => checkedAtMs),
            )
            const failing = own.filter(
              ({ status, checkedAtMs }) => status === 'down' && checkedAtMs > good,
            )
            const scheduled = failing.filter(({ confirmation }) => !confirmation)
            const since = Math.min(...scheduled.map(({ checkedAtMs }) => checkedAtMs))
            expect(streaks.get(region) ?? null).toEqual({
              isFailing: failing.length > 0,
              failures: scheduled.length,
              since: scheduled.length === 0 ? null : new Date(since),
            })
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})
