import { create } from '@bufbuild/protobuf'
import type { WorkUpdate } from '@sightline/shared/gen/probe/v1/work_pb'
import { WorkItemSchema } from '@sightline/shared/gen/probe/v1/work_pb'
import { createLogger } from '@sightline/shared/logger'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createFetch } from '../../../../agent/src/http/fetch.ts'
import { connectTo } from '../../../../agent/src/net/dial.ts'
import type { JsonWorker } from '../../../../agent/src/outcome/work.ts'
import { WorkRefusal } from '../../../../agent/src/outcome/work.ts'
import { createWorkDesk } from '../../../../agent/src/work/desk.ts'
import { eventually } from '../../../helpers/eventually.ts'

const fetch = createFetch({
  dial: async ({ host, port }, signal) => {
    const attempt = await connectTo([host], { host, port }, signal)
    return 'socket' in attempt
      ? { ...attempt, ok: true, dnsMs: null }
      : { ...attempt, ok: false, isBlocked: false, dnsMs: null }
  },
})

/** A server that takes connections and never answers. */
async function silentServer() {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket
      .on('error', () => {})
      .once('close', () => open.delete(socket))
      .resume()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  await once(server, 'listening')
  return { open, url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`) }
}

function deskWith(worker: JsonWorker) {
  const told: WorkUpdate[] = []
  const desk = createWorkDesk({
    workers: new Map([['analysis', worker]]),
    dispatcher: { submit: () => Promise.resolve(false) },
    send: (update) => told.push(update),
    log: createLogger('test', 'silent'),
  })
  const work = { kind: 'analysis', inputJson: '{}' }
  const item = { id: 'one', timeoutMs: 60_000, work: { case: 'json', value: work } } as const
  desk.start(create(WorkItemSchema, item))
  return told
}

test('what work still has under way ends with it: one of several things came to nothing', async () => {
  const server = await silentServer()
  const told = deskWith(async (_, signal) => {
    const asking = fetch({ url: server.url, maxBodyBytes: 1_000 }, signal)
    await eventually(() => server.open.size === 1)
    const page = Promise.reject(new WorkRefusal('upstreamFailed', 'There is no page.'))
    await Promise.all([asking, page])
    return {}
  })
  await eventually(() => told.length > 0)
  expect(told.map(({ update }) => update.case)).toEqual(['error'])
  await eventually(() => server.open.size === 0, 3_000)
})

test('also where the work was done', async () => {
  const server = await silentServer()
  const told = deskWith(async (_, signal) => {
    void fetch({ url: server.url, maxBodyBytes: 1_000 }, signal)
    await eventually(() => server.open.size === 1)
    return {}
  })
  await eventually(() => told.length > 0)
  expect(told.map(({ update }) => update.case)).toEqual(['outputJson'])
  await eventually(() => server.open.size === 0, 3_000)
})
