import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { takeBatch } from '../../../../controller/src/crawl/take-batch.ts'
import { lockHostPace } from '../../../../controller/src/db/crawl-frontier.ts'
import { insertFixtureCrawl } from '../../../helpers/crawl-fixture.ts'
import type { TestApi } from '../../../helpers/test-api.ts'
import { openTestApi } from '../../../helpers/test-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

const TO = { controllerId: 'controller', agentId: 'agent' }

/** A crawl that checks where links lead, in this order of hosts. */
async function insertLinkCheck(...hosts: readonly string[]): Promise<number> {
  const { id } = await insertFixtureCrawl(api.db, {
    status: 'running',
    pages: [{ path: '/' }],
    urls: hosts.map((host) => ({ url: `https://${host}/`, state: 'queued' as const })),
    unfinished: hosts.length,
  })
  await api.db.query({ text: `update crawl_jobs set phase = 'external' where id = $1` }, [id])
  return id
}

async function setFree(host: string, inSeconds: number): Promise<void> {
  await api.db.query(
    {
      text: `insert into crawl_hosts (host, free_at) values ($1, now() + $2 * interval '1 s')
        on conflict (host) do update set free_at = excluded.free_at`,
    },
    [host, inSeconds],
  )
}

async function untilOneWaits(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await api.db.query<{ waits: number }>({
      text: `select count(*)::int as waits from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    })
    expect(rows[0]?.waits).toBe(1)
  })
}

test('who waits for a host holds no other, so that two crawls in other orders never wait for each other', async () => {
  const crawl = await insertLinkCheck('busy.example', 'free.example')
  await setFree('busy.example', 60)
  await setFree('free.example', 0)
  const taking = await api.db.transaction(async (other) => {
    await lockHostPace(other, 'free.example')
    const batch = takeBatch(api.db, crawl, TO)
    await untilOneWaits()
    await other.query({ text: `set local lock_timeout = '5s'` })
    await other.query({
      text: `select from crawl_hosts where host = 'busy.example' for update nowait`,
    })
    return { batch }
  })
  expect((await taking.batch)?.host).toBe('free.example')
})

test('of a host that somebody else took time of meanwhile nothing is handed out', async () => {
  const crawl = await insertLinkCheck('taken.example', 'later.example')
  await setFree('taken.example', 0)
  await setFree('later.example', 60)
  const taking = await api.db.transaction(async (other) => {
    await lockHostPace(other, 'taken.example')
    const batch = takeBatch(api.db, crawl, TO)
    await untilOneWaits()
    await other.query({
      text: `update crawl_hosts set free_at = now() + interval '60 s' where host = 'taken.example'`,
    })
    return { batch }
  })
  expect(await taking.batch).toBeNull()
})

test('a host that is busy is not written to by who passes it over', async () => {
  const crawl = await insertLinkCheck('long.example', 'short.example')
  await setFree('long.example', 60)
  await setFree('short.example', 60)
  const touched = async (): Promise<unknown> =>
    (await api.db.query({ text: 'select host, xmin::text from crawl_hosts order by host' })).rows
  const before = await touched()
  expect(await takeBatch(api.db, crawl, TO)).toBeNull()
  expect(await touched()).toEqual(before)
})
