import { createServer } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openFleet } from '../helpers/fleet.ts'
import { listen } from '../helpers/listen.ts'
import { hasPgBouncer, startPgBouncer } from '../helpers/pgbouncer.ts'

/** What a library or the server says of a session that is not there. */
const SESSION_TROUBLE = /prepared statement|unsupported startup parameter|"level":[56]0/

it.runIf(hasPgBouncer)(
  'a controller works behind PgBouncer in transaction mode, with what needs a session past it',
  async () => {
    const fleet = await openFleet()
    onTestFinished(fleet.close, 60_000)
    const pooler = await startPgBouncer(fleet.databaseUrl)
    onTestFinished(pooler.stop)
    const controller = await fleet.startController('only', undefined, {
      DATABASE_URL: pooler.url,
      SIGHTLINE_DATABASE_DIRECT_URL: fleet.databaseUrl,
    })
    await fleet.startAgent('one', ['only'])
    const target = createServer((request, response) =>
      response.writeHead(request.url?.startsWith('/broken') === true ? 500 : 200).end('page'),
    )
    const url = `http://127.0.0.1:${await listen(target)}`
    for (const path of ['well', 'broken']) {
      const made = await fleet.call('only', 'POST', '/api/v1/monitors', { url: `${url}/${path}` })
      expect(made.status).toBe(201)
    }
    // Found by an agent, judged, and told by jobs that planned the alerts and found the reason.
    await vi.waitFor(
      async () => {
        const { rows } = await fleet.db.query({
          text: `select (select array_agg(status::text order by status) from monitor_states) as statuses,
            (select count(analysed_at) from outages) as explained,
            (select count(*) > 0 from alerts) as told`,
        })
        expect(rows).toEqual([{ statuses: ['down', 'up'], explained: 1, told: true }])
      },
      { timeout: 90_000, interval: 500 },
    )
    // Many at once, each by whichever connection is free.
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => fleet.call('only', 'GET', '/api/v1/monitors?per=10')),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const oneOff = `/api/v1/uptime-check?url=${encodeURIComponent(`${url}/well`)}`
    expect((await fleet.call('only', 'GET', oneOff)).status).toBe(200)
    expect(controller.output()).not.toMatch(SESSION_TROUBLE)
  },
)
