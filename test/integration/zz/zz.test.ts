import { expect, it } from 'vitest'
import { openTestApi } from '../../helpers/test-api.ts'

it('measures', { timeout: 500_000 }, async () => {
  const api = await openTestApi()
  const monitors = Array.from({ length: 10_000 }, (_, n) => ({ url: `tcp://192.0.66.1:${n + 1}`, name: `M${n}` }))
  const t0 = performance.now()
  const made = await api.ask('POST', '/api/v1/apply', { body: { set: 's', monitors } })
  console.log('made', made.status, Math.round(performance.now() - t0), JSON.stringify(made.body).slice(0, 200))
  await api.db.query({ text: `insert into region_states (monitor_id, region, scheduled_at, checked_at, status) select id, r, now(), now(), 'up' from monitors, unnest(array['a','b','c']) r` })
  await api.db.query({ text: `insert into state_changes (monitor_id, at, status) select id, now() - n * interval '1 hour', 'up' from monitors, generate_series(1,20) n` })
  await api.db.query({ text: `analyze` })
  for (const query of ['?prune=true&dryRun=true', '?prune=true']) {
    api.passMinutes(2)
    let held = 0
    let isOver = false
    const watch = (async () => {
      let since = 0
      while (!isOver) {
        const { rows } = await api.limitsDb.query<{ n: number }>({ text: `select count(*)::int as n from (select from region_states order by monitor_id limit 1 for update skip locked) x` })
        const there = await api.limitsDb.query<{ n: number }>({ text: `select count(*)::int as n from (select from region_states limit 1) x` })
        if (rows[0]?.n === 0 && there.rows[0]?.n === 1) { if (since === 0) since = performance.now(); held = performance.now() - since }
        await new Promise((r) => setTimeout(r, 20))
      }
    })()
    const t = performance.now()
    const gone = await api.ask('POST', `/api/v1/apply${query}`, { body: { set: 's', monitors: [] } })
    isOver = true
    await watch
    console.log(query, gone.status, JSON.stringify(gone.body.counts ?? gone.body).slice(0, 200), 'took', Math.round(performance.now() - t), 'states held', Math.round(held))
  }
  expect(1).toBe(1)
  await api.close()
})
