import { createLogger } from '@sightline/shared/logger'
import { expect, test } from 'vitest'
import type { Session } from '../../../../controller/src/sessions/agent-session.ts'
import type { Database } from '../../../../controller/src/db/pool.ts'
import { createHandedRechecks } from '../../../../controller/src/sessions/handed-rechecks.ts'
import { createSession } from '../../../../controller/src/sessions/agent-session.ts'
import { createOnDemandDesk } from '../../../../controller/src/on-demand/desk.ts'
import { createOpenWork } from '../../../../controller/src/on-demand/open-work.ts'
import { workerSession } from '../../../helpers/worker-session.ts'

/** A desk with one agent, of eu-west, that never answers; the database may not be asked. */
function deskWithSilentAgent() {
  const work = createOpenWork()
  const session = workerSession(work, {
    region: 'eu-west',
    capabilities: ['web', 'traceroute'],
    answer: () => 'silence',
  })
  const db = {
    query: () => Promise.reject(new Error('the database was asked')),
  } as unknown as Database
  const sessions = new Map<string, Session>([[session.agentId, session]])
  const log = createLogger('test', 'silent')
  return { desk: createOnDemandDesk({ db, sessions, work, now: Date.now, log }), work, session }
}

function ask(
  { desk }: ReturnType<typeof deskWithSilentAgent>,
  kind: 'traceroute' | 'uptimeCheck',
  options: { region?: string; signal?: AbortSignal } = {},
) {
  const { region = 'eu-west', signal = new AbortController().signal } = options
  const common = { region, isOperators: false, timeoutMs: 1_000, sharer: 'workspace 1', signal }
  return kind === 'traceroute'
    ? desk.request(kind, { ...common, capability: kind, input: { host: 'example.com' } })
    : desk.request(kind, {
        ...common,
        capability: 'web',
        input: { type: 'web', url: 'https://example.com/', timeoutMs: 1_000 },
      })
}

test('traceroutes of one caller leave room for other work', async () => {
  const parts = deskWithSilentAgent()
  const gone = new AbortController()
  const traces = Array.from({ length: 8 }, () =>
    ask(parts, 'traceroute', { signal: gone.signal }).catch(() => 'gone'),
  )
  await expect(ask(parts, 'traceroute')).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'Retry-After': '5' },
  })
  const check = ask(parts, 'uptimeCheck', { signal: gone.signal }).catch(() => 'gone')
  expect(parts.work.room(parts.session, 'uptimeCheck')).toBe(49)
  gone.abort()
  expect(await Promise.all([...traces, check])).toEqual(Array(9).fill('gone'))
  expect(parts.work.room(parts.session, 'traceroute')).toBe(8)
})

test.for(['eu-west', 'far-away'])(
  'nothing is asked in %s for somebody who is gone already',
  async (region) => {
    const parts = deskWithSilentAgent()
    const signal = AbortSignal.abort()
    await expect(ask(parts, 'uptimeCheck', { region, signal })).rejects.toMatchObject({
      message: 'Nobody waits for this any more.',
    })
    expect(parts.work.room(parts.session, 'uptimeCheck')).toBe(50)
  },
)

test.each([
  { afterMs: 400, limits: [1_000, 600] },
  { afterMs: 900, limits: [1_000] },
])(
  'an agent that leaves after $afterMs of 1,000 ms leaves $limits as limits of the tries',
  async ({ afterMs, limits }) => {
    const work = createOpenWork()
    const given: number[] = []
    let nowMs = 0
    const sessions = new Map<string, Session>()
    const session = createSession({
      agentId: 'agt_a',
      tokenId: 1,
      certificateSerial: null,
      region: 'eu-west',
      capabilities: ['traceroute'],
      settingsVersion: 1,
      quarantinedAtMs: null,
      handed: createHandedRechecks([]),
      refuse: () => undefined,
      write({ message }, sent) {
        sent()
        if (message.case !== 'work') return
        given.push(message.value.timeoutMs)
        nowMs += afterMs
        setImmediate(() => work.sessionEnded(session))
      },
    })
    sessions.set(session.agentId, session)
    const log = createLogger('test', 'silent')
    const db = {} as unknown as Database
    const desk = createOnDemandDesk({ db, sessions, work, now: () => nowMs, log })
    await expect(ask({ desk, work, session }, 'traceroute')).rejects.toMatchObject({
      code: 'upstreamFailed',
      message: 'The agent in eu-west was disconnected before it was done.',
    })
    expect(given).toEqual(limits)
  },
)
