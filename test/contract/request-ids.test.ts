import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

describe('the id of a request', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await openTestApi()
  })
  afterAll(() => api.close())

  const idOf = async (path: string, sent?: string): Promise<string | undefined> => {
    const headers = sent === undefined ? {} : { 'x-request-id': sent }
    return (await api.ask('GET', path, { headers })).headers['x-request-id']
  }

  it.each(['/api/v1/monitors', '/api/v1/nothing', '/nothing', '/healthz', '/docs'])(
    'is told by every answer: %s',
    async (path) => {
      const first = await idOf(path)
      expect(first).toMatch(/^req_[\w-]{16}$/)
      expect(await idOf(path)).not.toBe(first)
    },
  )

  it('is the one that it came with', async () => {
    const sent = '5f0c1a9b-e27d-4380-6cb8-f1d20c1a9be2'
    expect(await idOf('/api/v1/monitors', sent)).toBe(sent)
  })

  it.each(['short', 'x'.repeat(65), 'has spaces in it', '"quoted-id"', '<script>alert</script>'])(
    'is a new one where that would not do: %s',
    async (sent) => expect(await idOf('/api/v1/monitors', sent)).toMatch(/^req_/),
  )
})
