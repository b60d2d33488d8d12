import type { Tracer } from '@sightline/shared/tracing/trace'
import { traceWith } from '@sightline/shared/tracing/trace'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { addTraces } from '../../../../../controller/src/api/hooks/traces.ts'

/** Asks an application again and again. @returns the traces that its spans continued, with null for those of their own */
async function parentsOf(
  calls: readonly (string | null)[],
  now: () => number,
): Promise<(string | null)[]> {
  const parents: (string | null)[] = []
  const tracer: Tracer = {
    checkShare: 0,
    start(_, { parent }) {
      parents.push(parent)
      return { traceparent: '', add: () => {}, fail: () => {}, end: () => {} }
    },
    stop: async () => {},
  }
  traceWith(tracer)
  onTestFinished(() => traceWith(null))
  const app = fastify()
  addTraces(app, now)
  app.get('/', () => 'ok')
  for (const traceparent of calls) {
    await app.inject({ url: '/', headers: traceparent === null ? {} : { traceparent } })
  }
  return parents
}

const OF_CALLER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0'
const many = (each: string | null, count: number) => Array.from({ length: count }, () => each)

test('callers have so many of their traces recorded, and no more', async () => {
  const parents = await parentsOf(many(`${OF_CALLER}1`, 150), () => 0)
  expect(parents).toEqual([...many(`${OF_CALLER}1`, 100), ...many(null, 50)])
})

test('they have more after a while, and traces that are not recorded cost nothing', async () => {
  let nowMs = 0
  const calls = [...many(`${OF_CALLER}1`, 100), ...many(`${OF_CALLER}0`, 5), `${OF_CALLER}1`]
  const parents = await parentsOf([...calls, null], () => nowMs)
  expect(parents.slice(100)).toEqual([...many(`${OF_CALLER}0`, 5), null, null])
  // Its clock goes on with each call.
  const later = await parentsOf(many(`${OF_CALLER}1`, 120), () => (nowMs += 100))
  expect(later).toEqual(many(`${OF_CALLER}1`, 120))
})
