import { describe, expect, it } from 'vitest'
import { readMonitors } from '../../../controller/src/db/monitor-reads.ts'
import type { IncomingResult } from '../../../controller/src/db/results.ts'
import { readMonthOfStatuses } from '../../../controller/src/db/status-courses.ts'
import { commitResults } from '../../../controller/src/ingest/commit.ts'
import { DAY_SECONDS, secondsWithin } from '../../../controller/src/reports/uptime.ts'
import { NOW, useCommitDatabase } from '../../helpers/commit-database.ts'

const database = useCommitDatabase()
const {
  aRow,
  aFailure,
  commit,
  confirm,
  select,
  readStatus,
  countResults,
  askForFirstCheck,
  ensure,
} = database

describe('the verdict of committed results', () => {
  it('takes a new monitor up with its first passing result', async () => {
    await askForFirstCheck(NOW)
    await commit([aRow({ attempt: 1 })])
    expect(await readStatus()).toEqual({ status: 'up', status_reason: null, steady: true })
    expect(await select('select at, status from state_changes where monitor_id = $1')).toEqual([
      { at: new Date(NOW + 5), status: 'up' },
    ])
  })

  it('asks another region before it believes a failure, then opens one outage', async () => {
    await commit([aRow({ scheduledAtMs: NOW - 60_000 })])
    await commit([aFailure()])
    expect(await readStatus()).toMatchObject({ status: 'up', steady: false })
    const work = await select<{
      region: string
      capability: string
      due_at: Date
      payload: unknown
    }>(
      `select region, capability, due_at, payload from work_items where (payload ->> 'monitorId')::integer = $1`,
    )
    expect(work).toEqual([
      {
        region: 'us-east',
        capability: 'web',
        due_at: new Date(NOW + 35),
        payload: { monitorId: database.monitorId, attempt: 1 },
      },
    ])
    await confirm()
    expect(await readStatus()).toMatchObject({ status: 'down' })
    await commit([aFailure({ scheduledAtMs: NOW + 60_000 })])
    const outages = await select<Record<string, unknown>>(
      'select started_at, ended_at, scope, cause, regions from outages where monitor_id = $1',
    )
    expect(outages).toEqual([
      {
        started_at: new Date(NOW + 5),
        ended_at: null,
        scope: 'global',
        cause: 'serverError',
        regions: ['eu-west', 'us-east'],
      },
    ])
    const jobs = await select<{ name: string; payload: Record<string, unknown> }>(
      `select t.identifier as name, j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       join outages o on o.public_id = coalesce(j.payload ->> 'outageId', j.payload #>> '{event,outageId}')
       where o.monitor_id = $1 order by name`,
    )
    expect(
      jobs.map((job) => [job.name, (job.payload['event'] as { kind?: string } | undefined)?.kind]),
    ).toEqual([
      ['diagnose', undefined],
      ['planAlerts', 'down'],
    ])
  })

  it.for([
    ['own', false, []],
    ['all', true, ['us-east']],
    [null, true, []],
    [null, false, ['us-east']],
  ] as const)(
    'asks other regions as the monitor lets it: regions %s, secrets %s',
    async ([regions, secrets, asked]) => {
      await select(
        `update monitors set has_secrets = ${secrets},
          confirmation = confirmation || '${JSON.stringify({ regions })}' where id = $1`,
      )
      await commit([aRow({ scheduledAtMs: NOW - 60_000 })])
      await commit([aFailure()])
      const work = await select<{ region: string }>(
        `select region from work_items where (payload ->> 'monitorId')::integer = $1`,
      )
      // Alone, the region the failure was met in is asked again (rule 4).
      expect(work.map(({ region }) => region)).toEqual(asked.length > 0 ? asked : ['eu-west'])
    },
  )

  it('keeps what a region that only confirms found, and not as its latest state', async () => {
    await commit([aFailure()])
    await confirm()
    expect(await countResults()).toBe(2)
    expect(await select('select region from region_states where monitor_id = $1')).toEqual([
      { region: 'eu-west' },
    ])
  })

  it('believes no region that was not asked', async () => {
    await commit([aRow({ scheduledAtMs: NOW - 60_000 })])
    await confirm()
    await commit([
      aFailure({ region: 'ap-south', scheduledAtMs: NOW + 20, attempt: 1, confirmation: true }),
    ])
    expect(await readStatus()).toMatchObject({ status: 'up', steady: true })
  })

  it('hears a failure however much another region says at once', async () => {
    await database.db.query(
      { text: `update monitors set regions = '{eu-west,us-east}' where id = $1` },
      [database.monitorId],
    )
    await commit([aRow({ scheduledAtMs: NOW - 60_000 })])
    const noise = Array.from({ length: 30 }, (_, index) =>
      aFailure({ region: 'us-east', scheduledAtMs: NOW + 1 + index, failureSource: 'agent' }),
    )
    await commit([aFailure(), ...noise])
    expect(await readStatus()).toMatchObject({ status: 'up', steady: false })
  })

  it('ends the outage at the first good check', async () => {
    await commit([aFailure()])
    await confirm()
    await commit([aRow({ scheduledAtMs: NOW + 60_000 })])
    expect(await readStatus()).toMatchObject({ status: 'down' })
    await commit([
      aRow({ region: 'us-east', scheduledAtMs: NOW + 75_000, attempt: 2, confirmation: true }),
    ])
    expect(await readStatus()).toMatchObject({ status: 'up', status_reason: null })
    const [outage] = await select<{ ended_at: Date }>(
      'select ended_at from outages where monitor_id = $1',
    )
    expect(outage?.ended_at).toEqual(new Date(NOW + 60_005))
    const timeline = await select<{ status: string }>(
      'select status from state_changes where monitor_id = $1 order by at',
    )
    expect(timeline.map((entry) => entry.status)).toEqual(['down', 'up'])
  })

  it('does not count a result twice that two controllers received', async () => {
    await commit([aRow({ scheduledAtMs: NOW - 60_000 })])
    await Promise.all([commit([aFailure()]), commit([aFailure()]), commit([aFailure()])])
    expect(await readStatus()).toMatchObject({ status: 'up' })
  })

  it('judges what is late when it is committed, also where the database kept it waiting', async () => {
    await commit([aRow({ scheduledAtMs: NOW - 60_000 })])
    const failureAt = (scheduledAtMs: number) =>
      aFailure({ scheduledAtMs, lateFromMs: scheduledAtMs + 30_035 })
    // Before its turn came.
    await commitResults(database.db, [failureAt(NOW)], () => NOW + 40_000, ensure)
    expect(await readStatus()).toMatchObject({ status: 'up', steady: true })
    // While it was stored: its turn came in time, its end did not.
    const instants = [NOW + 80_000, NOW + 100_000]
    const clock = () => instants.shift() ?? NOW + 100_000
    await commitResults(database.db, [failureAt(NOW + 60_000)], clock, ensure)
    expect(await readStatus()).toMatchObject({ status: 'up', steady: true })
    const stored = await select(
      `select late from check_results where monitor_id = $1 and status = 'down'`,
    )
    expect(stored).toEqual([{ late: true }, { late: true }])
  })

  it('lets neither late results, nor faults of the agent, nor one without a say change a status', async () => {
    await commit([aRow({ scheduledAtMs: NOW - 120_000 })])
    await commit([aFailure({ scheduledAtMs: NOW - 60_000, late: true }), aFailure({ late: true })])
    await commit([
      aFailure({ scheduledAtMs: NOW + 60_000, failureSource: 'agent' }),
      aFailure({ scheduledAtMs: NOW + 120_000, failureSource: 'resolver' }),
      aFailure({ scheduledAtMs: NOW + 180_000, counted: false }),
    ])
    expect(await readStatus()).toMatchObject({ status: 'up', steady: true })
    expect(await countResults()).toBe(6)
  })

  describe('of which nothing is known', () => {
    const MINUTE = 60_000
    const aNothing = (fields: Partial<IncomingResult>) =>
      aFailure({
        status: 'unknown',
        statusCode: null,
        failureSource: 'agent',
        cause: 'agentFault',
        error: 'This agent cannot ping.',
        ...fields,
      })
    const began = () =>
      database.db.query(
        { text: `update monitor_states set status_since = $2 where monitor_id = $1` },
        [database.monitorId, new Date(NOW)],
      )

    it('is unknown, and why, once its checks came to nothing for long enough', async () => {
      await began()
      await commit([aNothing({ scheduledAtMs: NOW + 4 * MINUTE })])
      expect(await readStatus()).toMatchObject({ status: 'pending', status_reason: null })
      await commit([aNothing({ scheduledAtMs: NOW + 5 * MINUTE })])
      expect(await readStatus()).toMatchObject({
        status: 'unknown',
        status_reason: 'This agent cannot ping.',
      })
      const [monitor] = await readMonitors(database.db, database.workspaceId, [
        (await select<{ id: string }>('select public_id as id from monitors where id = $1'))[0]
          ?.id ?? '',
      ])
      expect(monitor).toMatchObject({
        statusSince: new Date(NOW + 5 * MINUTE),
        lastError: 'This agent cannot ping.',
      })
      await commit([aRow({ scheduledAtMs: NOW + 6 * MINUTE })])
      expect(await readStatus()).toEqual({ status: 'up', status_reason: null, steady: true })
    })

    it('keeps what it had while any region finds something', async () => {
      await database.db.query(
        { text: `update monitors set regions = '{eu-west,us-east}' where id = $1` },
        [database.monitorId],
      )
      await began()
      for (let minute = 0; minute < 12; minute += 3) {
        const scheduledAtMs = NOW + minute * MINUTE
        await commit([aRow({ scheduledAtMs, region: 'us-east' }), aNothing({ scheduledAtMs })])
      }
      expect(await readStatus()).toEqual({ status: 'up', status_reason: null, steady: true })
    })

    it('counts neither up nor down for that time, and ends the outage', async () => {
      await began()
      await commit([aRow({ scheduledAtMs: NOW })])
      await commit([aFailure({ scheduledAtMs: NOW + MINUTE })])
      await confirm({ scheduledAtMs: NOW + MINUTE + 10 })
      await commit([aFailure({ scheduledAtMs: NOW + 2 * MINUTE })])
      await commit([aNothing({ scheduledAtMs: NOW + 3 * MINUTE })])
      expect(await readStatus()).toMatchObject({ status: 'down' })
      await commit([aNothing({ scheduledAtMs: NOW + 6 * MINUTE })])
      expect(await readStatus()).toMatchObject({ status: 'down' })
      await commit([aNothing({ scheduledAtMs: NOW + 7 * MINUTE })])
      expect(await readStatus()).toMatchObject({ status: 'unknown' })
      expect(await select('select ended_at from outages where monitor_id = $1')).toEqual([
        { ended_at: new Date(NOW + 7 * MINUTE + 5) },
      ])
      const now = new Date(NOW + 60 * MINUTE)
      const course = (await readMonthOfStatuses(database.db, [database.monitorId], now)).get(
        database.monitorId,
      )
      const none = { sinceSeconds: [], statuses: [] }
      expect(secondsWithin(course ?? none, now.getTime() / 1_000, DAY_SECONDS)).toEqual({
        goodSeconds: 60,
        countedSeconds: 7 * 60,
      })
    })
  })

  it('leaves a paused monitor paused', async () => {
    await database.db.query({ text: 'update monitors set active = false where id = $1' }, [
      database.monitorId,
    ])
    await commit([aRow()])
    expect(await readStatus()).toMatchObject({ status: 'pending' })
  })
})
