import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let isDraining = false
let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ isDraining: () => isDraining })
})
afterAll(() => api.close())

it('a controller that is about to be stopped is not ready, and serves whoever asks it still', async () => {
  expect((await api.ask('GET', '/readyz', { key: null })).status).toBe(200)
  isDraining = true
  const ready = await api.ask('GET', '/readyz', { key: null })
  expect(ready).toMatchObject({
    status: 503,
    body: { error: 'This controller is about to be stopped: use another.' },
  })
  const list = await api.ask('GET', '/api/v1/monitors')
  expect(list.status).toBe(200)
  // The next call comes by another connection, to another controller where somebody shares them out.
  expect(list.headers['connection']).toBe('close')
  expect((await api.ask('GET', '/healthz', { key: null })).status).toBe(200)
})
