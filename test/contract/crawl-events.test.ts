import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { InsertedCrawl } from '../helpers/crawl-fixture.ts'
import { insertFixtureCrawl } from '../helpers/crawl-fixture.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
let base: string
beforeAll(async () => {
  api = await openTestApi()
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

interface SentEvent {
  readonly event: string
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any
}

interface Following {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The next event; null at the end. */
  readonly next: () => Promise<SentEvent | null>
  readonly leave: () => void
}

const crawlOf = (status: 'running' | 'done'): Promise<InsertedCrawl> =>
  insertFixtureCrawl(api.db, { pages: [{ path: '/' }], status, unfinished: 3 })

/** A connection of its own, which is gone when it is left. */
async function follow({ jobId }: { jobId: string }, key = api.key): Promise<Following> {
  const request = get(`${base}/api/v1/crawl/${jobId}/events`, {
    agent: false,
    headers: { 'x-api-key': key },
  })
  onTestFinished(() => void request.destroy())
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const pieces = answer.setEncoding('utf8')[Symbol.asyncIterator]()
  let text = ''
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    leave: () => void request.destroy(),
    async next() {
      for (;;) {
        const end = text.indexOf('\n\n')
        const lines = text.slice(0, Math.max(end, 0)).split('\n')
        if (end !== -1) text = text.slice(end + 2)
        const field = (name: string) =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
        const event = field('event')
        if (event !== undefined) return { event, data: JSON.parse(field('data') ?? '') }
        if (end !== -1) continue
        const piece = await pieces.next()
        if (piece.done === true) return null
        text += piece.value
      }
    },
  }
}

const change = (jobId: number, what: string) =>
  api.db.query({ text: `update crawl_jobs set ${what} where id = ${jobId}` })

describe('GET /crawl/{jobId}/events', () => {
  it('tells how a crawl is, every change, and its end', async () => {
    const crawl = await crawlOf('running')
    const { status, headers, next } = await follow(crawl)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(await next()).toEqual({
      event: 'progress',
      data: {
        jobId: crawl.jobId,
        startUrl: 'https://www.example.com/',
        host: 'www.example.com',
        status: 'running',
        maxPages: 100_000,
        createdAt: '2026-03-10T11:00:00.000Z',
        finishedAt: null,
        pagesCrawled: 1,
        pagesQueued: 3,
        complete: false,
        error: null,
      },
    })
    await change(crawl.id, 'pages = 2, unfinished = 2')
    expect(await next()).toMatchObject({
      event: 'progress',
      data: { pagesCrawled: 2, pagesQueued: 2 },
    })
    await change(
      crawl.id,
      `pages = 4, unfinished = 0, status = 'done', complete = true, finished_at = now()`,
    )
    expect(await next()).toMatchObject({
      event: 'done',
      data: { status: 'done', pagesCrawled: 4, complete: true },
    })
    expect(await next()).toBeNull()
  })

  it('tells all who follow', async () => {
    const crawl = await crawlOf('running')
    const both = [await follow(crawl), await follow(crawl, await api.keyOf('analyst'))]
    for (const { next } of both) expect((await next())?.event).toBe('progress')
    await change(crawl.id, 'pages = 9')
    for (const { next } of both) expect((await next())?.data.pagesCrawled).toBe(9)
    both[0]?.leave()
    await change(crawl.id, `status = 'cancelled'`)
    expect(await both[1]?.next()).toMatchObject({ event: 'done', data: { status: 'cancelled' } })
  })

  it('ends at once when the crawl is over already', async () => {
    const { next } = await follow(await crawlOf('done'))
    expect((await next())?.event).toBe('done')
    expect(await next()).toBeNull()
  })

  it('ends when the crawl is removed', async () => {
    const crawl = await crawlOf('running')
    const { next } = await follow(crawl)
    expect((await next())?.event).toBe('progress')
    await api.db.query({ text: `delete from crawl_jobs where id = ${crawl.id}` })
    expect(await next()).toBeNull()
  })

  it('is for nobody else, and not for HEAD', async () => {
    const { jobId } = await crawlOf('running')
    expect((await follow({ jobId }, await api.unlinkedKey())).status).toBe(404)
    expect((await follow({ jobId: 'crw_no' })).status).toBe(404)
    const head = await api.ask('HEAD', `/api/v1/crawl/${jobId}/events`)
    expect([head.status, head.headers['allow']]).toEqual([405, 'GET'])
  })

  it('is followed by so many of a workspace, and by more when one leaves', async () => {
    const crawl = await crawlOf('running')
    const all: Following[] = []
    for (let count = 0; count < 20; count += 1) {
      api.passMinutes(1)
      all.push(await follow(crawl))
    }
    api.passMinutes(1)
    const refused = await follow(crawl)
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('30')
    const own = await api.unlinkedKey()
    const { rows } = await api.db.query<{ id: number }>({
      text: 'select max(id) as id from api_keys',
    })
    const ofKey = await insertFixtureCrawl(api.db, {
      pages: [],
      status: 'running',
      workspaceId: null,
      keyId: rows[0]?.id ?? 0,
    })
    expect((await follow(ofKey, own)).status).toBe(200)
    all[0]?.leave()
    await expect
      .poll(async () => {
        api.passMinutes(1)
        return (await follow(crawl)).status
      })
      .toBe(200)
  })

  /** What a follower at an API of its own is told until somebody ends it. */
  async function toldUntil(
    end: (other: TestApi) => Promise<unknown>,
    afterwards: (other: TestApi) => Promise<unknown> = async () => undefined,
  ): Promise<string> {
    const other = await openTestApi({ listens: true })
    await other.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = other.app.server.address() as AddressInfo
    const { jobId } = await insertFixtureCrawl(other.db, { pages: [], status: 'running' })
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/crawl/${jobId}/events`, {
      headers: { 'x-api-key': other.key },
    })
    const body = answer.text()
    await end(other)
    const told = await body
    await afterwards(other)
    return told
  }

  it('ends when keys change, so that a revoked one reads nothing more', async () => {
    const revoked = await toldUntil(
      (other) => other.keyOf('viewer'),
      (other) => other.close(),
    )
    expect(revoked).toContain('event: progress')
  })

  it('lets everybody go when the program stops', async () => {
    expect(await toldUntil((other) => other.close())).toContain('event: progress')
  })
})
