import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
  for (const host of SILENT) {
    api.names.set(host, { ok: false, reason: 'timeout', message: 'Nothing.', ms: 300_000 })
  }
  api.names.set(GONE, { ok: false, reason: 'nxdomain', message: 'It does not exist.', ms: 1 })
})
afterAll(() => api.close())

/** Ten at a time are asked for, so that what comes after them is asked for when all of them took their time. */
const SILENT = Array.from({ length: 10 }, (_, index) => `silent${index}.example`)
const GONE = 'gone.example'

describe('name servers that say nothing for long', () => {
  it('are asked no more by a document: others wait for its place, and the checks find out', async () => {
    const monitors = [...SILENT, GONE].map((host) => ({ url: `https://${host}` }))
    const ask = (body: object) => api.ask('POST', '/api/v1/apply?dryRun=true', { body })
    const { status, body } = await ask({ monitors })
    expect([status, body.counts?.create]).toEqual([200, 11])
    const alone = await ask({ monitors: [{ url: `https://${GONE}` }] })
    expect([alone.status, alone.body.error]).toEqual([400, expect.stringContaining(GONE)])
  })

  it('are asked no more by a file', async () => {
    const file = [...SILENT, GONE].map((host) => `https://${host}`).join('\n')
    const ask = (payload: string) => api.ask('POST', '/api/v1/imports?dryRun=true', { payload })
    expect((await ask(file)).body.summary.outcomes).toMatchObject({ toMake: 11, refused: 0 })
    const { summary } = (await ask(`https://${GONE}`)).body
    expect(summary.outcomes).toMatchObject({ toMake: 0, refused: 1 })
  })
})
