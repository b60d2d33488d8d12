import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MonitorSetDeleted } from '../../controller/src/api/schemas/monitor-sets.ts'
import {
  createForeignMonitor,
  createMonitor,
  createMonitors,
  notThere,
} from '../helpers/monitor-sets.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
  await api.addRegion('us-east', true)
})
afterAll(() => api.close())
beforeEach(async () => {
  api.passMinutes(3)
  await api.db.query({ text: 'delete from monitors' })
})

const patch = (body: unknown) => api.ask('PATCH', '/api/v1/monitors', { body })
const remove = (query: string) => api.ask('DELETE', `/api/v1/monitors?${query}`)
const read = async (id: string) => (await api.ask('GET', `/api/v1/monitors/${id}`)).body.monitor

describe('deleting a monitor', () => {
  it('answers once with what was deleted, then 404', async () => {
    const id = await createMonitor(api)
    const { status, body } = await api.ask('DELETE', `/api/v1/monitors/${id}`, {
      headers: { 'content-type': 'application/json' },
    })
    expect([status, body]).toEqual([
      200,
      { deleted: true, id, usage: expect.objectContaining({ tier: 'unlimited' }) },
    ])
    for (const [method, suffix] of [
      ['DELETE', ''],
      ['GET', ''],
      ['POST', '/pause'],
      ['GET', '/results'],
    ] as const) {
      expect((await api.ask(method, `/api/v1/monitors/${id}${suffix}`)).status).toBe(404)
    }
    const changed = await api.ask('PATCH', `/api/v1/monitors/${id}`, { body: { name: 'x' } })
    expect(changed.status).toBe(404)
  })
})

describe('deleting many monitors', () => {
  it('deletes those named and tells of each', async () => {
    const [a = '', b = '', c = ''] = await createMonitors(api, 3)
    const foreign = await createForeignMonitor(api)
    const { status, body } = await remove(`ids=${b},mon_x,%20${a}%20,,${b},${foreign},`)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['deleted', 'results', 'usage'])
    expect(MonitorSetDeleted.strict().safeParse(body).success).toBe(true)
    expect(body.deleted).toBe(2)
    expect(body.results).toEqual([
      { id: b, ok: true },
      notThere('mon_x'),
      { id: a, ok: true },
      notThere(foreign),
    ])
    const { rows } = await api.db.query<{ id: string }>({
      text: 'select m.public_id as id from monitors m order by m.id',
    })
    expect(rows.map(({ id }) => id)).toEqual([c, foreign])
    expect((await remove(`ids=${a}`)).body).toMatchObject({ deleted: 0, results: [notThere(a)] })
  })

  it('takes them out of those that depend on them, which keep their others in order', async () => {
    const [a = '', b = '', c = ''] = await createMonitors(api, 3)
    const child = await createMonitor(api, { dependsOn: [c, a, b] })
    await remove(`ids=${a}`)
    expect((await read(child)).dependsOn).toEqual([c, b])
    await remove(`ids=${b},${c}`)
    expect((await read(child)).dependsOn).toEqual([])
  })

  it.each([
    ['', 'The query parameter "ids" is missing: it must hold 1 to 100 ids separated by commas.'],
    [
      'ids=',
      'The query parameter "ids" is "": it must hold 1 to 100 ids separated by commas, there are none.',
    ],
    ['ids=,%20,', 'there are none'],
    [`ids=${Array.from({ length: 101 }, (_, n) => n).join()}`, 'there are 101'],
    ['ids=a&ids=b', 'The query parameter "ids" is given 2 times: it must be given once.'],
    ['ids=%00', 'NUL'],
  ])('refuses %j and deletes nothing', async (query, sentence) => {
    await createMonitors(api, 1)
    const { status, body } = await remove(query)
    expect([status, body.error]).toEqual([400, expect.stringContaining(sentence)])
    const { rows } = await api.db.query({ text: 'select from monitors' })
    expect(rows).toHaveLength(1)
  })

  it('leaves one order or the other when two delete and one pauses the same', async () => {
    const ids = await createMonitors(api, 10)
    await Promise.all(ids.slice(1).map((id) => patch({ ids: [id], action: 'pause' })))
    api.passMinutes(1)
    const [one, two, three] = await Promise.all([
      remove(`ids=${ids.join()}`),
      remove(`ids=${ids.toReversed().join()}`),
      patch({ ids, action: 'resume' }),
    ])
    expect(one.body.deleted + two.body.deleted).toBe(10)
    expect([0, 10]).toContain(one.body.deleted)
    expect([0, 10]).toContain(three.body.updated)
  })
})
