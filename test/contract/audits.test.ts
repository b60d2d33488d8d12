import { randomBytes } from 'node:crypto'
import type { AnalysisName } from '@sightline/shared/analyses/registry'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { analysisExample } from '../../controller/src/api/description/analyses/example.ts'
import { MAX_AUDIT_BYTES, MAX_AUDITS } from '../../controller/src/audits/limits.ts'
import { AUDIT_PART_NAMES, AUDIT_PARTS } from '../../controller/src/audits/parts.ts'
import { pruneAuditsBefore } from '../../controller/src/db/audits.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'
import type { WorkAnswer } from '../helpers/worker-session.ts'

/** What an agent was asked to do. */
interface Asked {
  readonly name: AnalysisName
  readonly url: string
  readonly isBare: boolean
  readonly options: Record<string, unknown>
}

const HOSTILE = '<script>window.owned=1</script>\u0000'

const inBytes = (result: unknown): WorkAnswer => {
  return { output: {}, bytes: new TextEncoder().encode(JSON.stringify(result)) }
}
/** Of the page that was asked for, as agents answer. */
const exampleOf = ({ name, url }: Asked): WorkAnswer => inBytes({ ...analysisExample(name), url })

let api: TestApi
let asked: Asked[] = []
let answer: (input: Asked) => WorkAnswer = exampleOf

beforeAll(async () => {
  api = await openTestApi({ regions: false })
  await api.addRegion('eu-west', true, ['web', 'analysis', 'browser'])
  api.answerWork('eu-west', ['web', 'analysis', 'browser'], (_, input) => {
    asked.push(input as Asked)
    return answer(input as Asked)
  })
})
beforeEach(async () => {
  await api.hearAgents()
  api.passMinutes(2)
  asked = []
  answer = exampleOf
})
afterAll(() => api.close())

const begin = async (url = 'https://example.com/', key?: string) => {
  const options = key === undefined ? {} : { key }
  return api.ask('POST', '/api/v1/audits', { body: { url }, ...options })
}
const look = (id: string, part: string) =>
  api.ask('POST', `/api/v1/audits/${id}/parts`, { body: { part } })
const read = (path: string, options: Parameters<TestApi['ask']>[2] = {}) =>
  api.ask('GET', `/api/v1/audits${path}`, options)

test.each(['/api/v1/audits', '/api/v1/crawl'])(
  'POST %s names the field of its body',
  async (path) => {
    const { status, body } = await api.ask('POST', path, { body: { url: 'ftp://example.com/' } })
    expect([status, body.error]).toEqual([
      400,
      expect.stringContaining('The field "url" is "ftp://'),
    ])
  },
)

describe('an audit that is kept', () => {
  it('shows what was found then, without asking the site again', async () => {
    const { status, body: begun } = await begin()
    expect([status, begun]).toMatchObject([
      201,
      { url: 'https://example.com/', parts: ['audit'], region: 'eu-west', statusCode: 200 },
    ])
    const { body: added } = await look(begun.id, 'lighthouse-mobile')
    expect(added).toMatchObject({ kept: true, figures: { performanceScore: expect.any(Number) } })
    expect(asked.map(({ name, options }) => [name, options])).toEqual([
      ['audit', {}],
      ['lighthouse', { device: 'mobile' }],
    ])
    answer = () => ({ output: {}, bytes: new TextEncoder().encode('nothing') })
    const { body: audit } = await read(`/${begun.id}`)
    expect(audit.parts).toEqual(['audit', 'lighthouse-mobile'])
    expect(audit.figures).toEqual(added.figures)
    const kept = await read(`/${begun.id}/parts/lighthouse-mobile`)
    expect(kept.body.result).toEqual(added.result)
    const again = await look(begun.id, 'lighthouse-mobile')
    expect(again.body.result).toEqual(added.result)
    expect(asked).toHaveLength(2)
  })

  it('can be made of everything that the app shows', async () => {
    const { body: begun } = await begin()
    for (const part of AUDIT_PART_NAMES) {
      const { analysis } = AUDIT_PARTS[part]
      api.passMinutes(1)
      await api.hearAgents()
      const { status, body } = await look(begun.id, part)
      expect([part, status]).toEqual([part, 200])
      const { body: kept } = await read(`/${begun.id}/parts/${part}`)
      expect(kept.result).toEqual(body.result)
      expect(Object.keys(kept.result)).toContain(Object.keys(analysisExample(analysis))[0])
    }
    expect((await read(`/${begun.id}`)).body.parts).toEqual(AUDIT_PART_NAMES.toSorted())
  })

  it('asks for a bare host as a bare host each time', async () => {
    answer = (input) => exampleOf({ ...input, url: 'https://example.org/' })
    const { body } = await begin('example.org')
    await look(body.id, 'links')
    expect(asked.map(({ url, isBare }) => [url, isBare])).toEqual([
      ['https://example.org/', true],
      ['https://example.org/', true],
    ])
  })

  it('takes parts for an hour, and of what it knows alone', async () => {
    const { body } = await begin()
    expect((await look(body.id, 'raw-html')).status).toBe(400)
    expect((await read(`/${body.id}/parts/links`)).status).toBe(404)
    api.passMinutes(61)
    await api.hearAgents()
    const late = await look(body.id, 'links')
    expect([late.status, late.body.error]).toEqual([409, expect.stringContaining('is over')])
  })

  it('keeps texts of the page as they are', async () => {
    answer = (input) => inBytes({ ...analysisExample(input.name), url: input.url, title: HOSTILE })
    const { body } = await begin()
    expect((await read(`/${body.id}/parts/audit`)).body.result.title).toBe(HOSTILE)
  })

  it('answers what is too large, and does not keep it', async () => {
    const { body } = await begin()
    // Random bytes cannot be compressed.
    const title = randomBytes(MAX_AUDIT_BYTES).toString('base64')
    answer = (input) => inBytes({ ...analysisExample(input.name), url: input.url, title })
    const { status, body: added } = await look(body.id, 'content')
    expect([status, added.kept, added.result.title]).toEqual([200, false, title])
    expect((await read(`/${body.id}/parts/content`)).status).toBe(404)
    expect((await read(`/${body.id}`)).body.parts).toEqual(['audit'])
  })

  it('is the workspace’s alone, for everybody in it', async () => {
    const { body } = await begin()
    const viewer = await api.keyOf('viewer')
    const analyst = await api.keyOf('analyst')
    for (const key of [viewer, analyst]) {
      expect((await read(`/${body.id}`, { key })).status).toBe(200)
      expect((await begin('https://example.net/', key)).status).toBe(201)
    }
    const key = await api.unlinkedKey()
    const unlinked = await read('', { key })
    expect((await api.ask('POST', '/api/v1/audits', { body: {}, key })).status).toBe(403)
    expect([unlinked.status, unlinked.body.error]).toEqual([
      403,
      expect.stringContaining('linked to none'),
    ])
    await api.db.query({
      text: `with elsewhere as (insert into workspaces (public_id, name, plan, created_at)
        select 'wsp_elsewhere', 'Elsewhere', plan, created_at from workspaces limit 1 returning id)
        update audits set workspace_id = elsewhere.id from elsewhere where public_id = '${body.id}'`,
    })
    expect((await read(`/${body.id}`)).status).toBe(404)
    expect((await read(`/${body.id}/parts/audit`)).status).toBe(404)
    expect((await look(body.id, 'links')).status).toBe(404)
    expect((await api.ask('DELETE', `/api/v1/audits/${body.id}`)).status).toBe(404)
  })

  it('is listed by host and by page, deleted, and noted', async () => {
    const one = await begin('https://shop.example/')
    await begin('https://shop.example/sale')
    expect((await read('?host=shop.example')).body).toMatchObject({
      total: 2,
      audits: [{ url: 'https://shop.example/sale' }, { url: 'https://shop.example/' }],
    })
    expect((await read('?url=shop.example')).body).toMatchObject({
      total: 1,
      audits: [{ id: one.body.id }],
    })
    expect((await api.ask('DELETE', `/api/v1/audits/${one.body.id}`)).body).toEqual({
      deleted: true,
      id: one.body.id,
      url: 'https://shop.example/',
    })
    expect((await read('?url=shop.example')).body.total).toBe(0)
    const { body: log } = await api.ask('GET', '/api/v1/audit-log?kind=audit&per=1')
    expect(log.entries).toMatchObject([
      { action: 'audit.deleted', subject: { id: one.body.id, name: 'https://shop.example/' } },
    ])
  })

  it('makes room when there are many, and goes when it is old', async () => {
    const { body: first } = await begin('https://old.example/')
    const copy = `insert into audits (public_id, workspace_id, created_at, url, host, is_bare, fetched_url, status_code,
        region, score, grade, figures, bytes)
      select 'aud_copy' || n, workspace_id, created_at, url, host, is_bare, fetched_url, status_code, region, score,
        grade, figures, bytes
      from audits, generate_series(1, ${MAX_AUDITS - 1}) n where public_id = '${first.id}'`
    await api.db.query({ text: copy })
    expect((await read(`/${first.id}`)).status).toBe(200)
    const { body: last } = await begin('https://new.example/')
    expect((await read(`/${first.id}`)).status).toBe(404)
    expect((await read('')).body.total).toBe(MAX_AUDITS)
    api.passMinutes(10)
    await pruneAuditsBefore(api.db, api.clock.now)
    expect((await read('')).body.total).toBe(0)
    expect((await read(`/${last.id}`)).status).toBe(404)
    const { rows } = await api.db.query({ text: 'select part from audit_parts' })
    expect(rows).toEqual([])
  })
})
