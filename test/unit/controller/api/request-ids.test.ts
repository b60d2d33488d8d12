import { logContext } from '@sightline/shared/log-context'
import Fastify from 'fastify'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addRequestIds, requestIdOf } from '../../../../controller/src/api/hooks/request-ids.ts'

test('whatever is logged for a request names it, after its body and whatever is awaited', async () => {
  const app = Fastify({ genReqId: requestIdOf })
  addRequestIds(app)
  app.post('/', async () => {
    await nextTurn()
    return logContext()
  })
  app.setErrorHandler(async () => logContext())
  app.get('/fails', async () => {
    await nextTurn()
    throw new Error('x')
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = async (path: string, init: RequestInit): Promise<void> => {
    const answer = await fetch(url + path, init)
    expect(await answer.json()).toEqual({ request: answer.headers.get('x-request-id') })
  }
  try {
    const headers = { 'content-type': 'application/json' }
    const posts = Array.from({ length: 5 }, () => ask('/', { method: 'POST', headers, body: '{}' }))
    await Promise.all([...posts, ask('/fails', {}), ask('/fails', {})])
  } finally {
    await app.close()
  }
})

test('each request has an id of its own, however many come', () => {
  const ids = Array.from({ length: 1_000 }, () => requestIdOf({ headers: {} }))
  expect(new Set(ids).size).toBe(1_000)
  for (const id of ids) expect(id).toMatch(/^req_[\w-]{16}$/)
})
