import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAdmissions } from '../../controller/src/accounts/admission.ts'
import { newApiKey, hashSecret } from '../../controller/src/secrets/secret-tokens.ts'
import { insertKey } from '../../controller/src/db/keys.ts'
import { listenForNotifications } from '../../controller/src/db/notifications.ts'
import type { Database } from '../../controller/src/db/pool.ts'
import { openDatabase } from '../../controller/src/db/pool.ts'
import { createFrontLimits } from '../../controller/src/limits/front-limits.ts'
import { eventually } from '../helpers/eventually.ts'
import type { Answer, TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const frontLimits = createFrontLimits()
let api: TestApi
let blocker: Database
beforeAll(async () => {
  api = await openTestApi({ frontLimits })
  blocker = openDatabase(api.db.url, createLogger('test', 'fatal'), { max: 1 })
})
afterAll(async () => {
  await blocker.close()
  await api.close()
})
beforeEach(() => api.passMinutes(2))

const repeat = (times: number, call: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, call))
const ask = (ip: string, key: string | null) => api.ask('GET', '/api/v1/monitors', { ip, key })

/** While it runs, whoever asks the database about limits waits. */
async function withLimitsHeld<T>(work: () => Promise<T>): Promise<T> {
  return blocker.transaction(async (tx) => {
    await tx.query({ text: 'lock table request_bursts in access exclusive mode' })
    return work()
  })
}

async function hitsOf(ip: string): Promise<number> {
  const { rows } = await api.db.query<{ hits: number }>(
    { text: 'select cardinality(hits) as hits from request_bursts where bucket = $1' },
    [`ip:${ip}`],
  )
  return rows[0]?.hits ?? 0
}

describe('what is refused before the database is asked', () => {
  it('is an address whose window this controller filled itself, until the window has passed', async () => {
    const ip = '198.51.100.1'
    const first = await repeat(200, () => ask(ip, null))
    expect(first.filter(({ status }) => status === 401)).toHaveLength(60)
    const refused = await withLimitsHeld(() => repeat(50, () => ask(ip, api.key)))
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 429))
    expect(refused[0]?.headers).toMatchObject({
      'retry-after': '10',
      'access-control-expose-headers': expect.stringContaining('Retry-After'),
    })
    expect(refused[0]?.body.error).toMatch(/60 requests in 10 seconds/)
    expect((await ask('198.51.100.2', api.key)).status).toBe(200)
    api.clock.now = new Date(api.clock.now.getTime() + 10_000)
    expect((await ask(ip, api.key)).status).toBe(200)
  })

  it('is a key that was refused a moment ago, and its requests count against the address all the same', async () => {
    const key = newApiKey()
    expect((await ask('198.51.100.3', key)).status).toBe(401)
    const again = await withLimitsHeld(() => repeat(61, () => ask('198.51.100.4', key)))
    expect(again.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 60 }, () => 401),
      429,
    ])
    await expect.poll(() => hitsOf('198.51.100.4'), { timeout: 10_000 }).toBe(60)
    expect(await statusElsewhere('198.51.100.4')).toBe(429)
  })

  it('is all addresses of an IPv6 network when they ask for more than many clients may', async () => {
    const answers: Answer[] = []
    while (answers.length < 1_300) {
      const some = Array.from({ length: 50 }, (_, n) =>
        ask(`2001:db8:0:1::${(answers.length + n).toString(16)}`, null),
      )
      answers.push(...(await Promise.all(some)))
    }
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(1_200)
    expect((await ask('2001:db8:0:1::ffff', api.key)).status).toBe(429)
    expect((await ask('2001:db8:0:2::1', api.key)).status).toBe(200)
  })

  it('is an open page that an address asks for without end, with or without a database', async () => {
    const open = () => api.ask('GET', '/api/v1/plans', { ip: '198.51.100.5', key: null })
    const answers = await repeat(1_250, open)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1_200)
    expect(answers.at(-1)).toMatchObject({ status: 429, headers: { 'retry-after': '10' } })
    api.clock.now = new Date(api.clock.now.getTime() + 1_000)
    expect((await open()).status).toBe(200)
  })
})

it('takes a key at once that was refused before it was made, also when another controller made it', async () => {
  const listener = await listenForNotifications(
    api.db.url,
    {
      monitorsChanged: () => undefined,
      agentsChanged: () => undefined,
      workAdded: () => undefined,
      workDone: () => undefined,
      keysChanged: frontLimits.refusedKeys.forget,
      liveChanged: () => undefined,
      resumed: () => undefined,
      moved: () => undefined,
    },
    createLogger('test', 'fatal'),
  )
  try {
    const key = newApiKey()
    expect((await ask('198.51.100.6', key)).status).toBe(401)
    await insertKey(blocker, {
      publicId: 'key_late',
      name: 'late',
      keyHash: hashSecret(key),
      lastFour: key.slice(-4),
      workspaceId: null,
      personId: null,
      createdAt: api.clock.now,
      expiresAt: null,
    })
    await eventually(() => frontLimits.refusedKeys.size() === 0)
    expect((await ask('198.51.100.6', key)).status).toBe(403)
  } finally {
    await listener.stop()
  }
})

it('counts what a key asks for over all controllers', async () => {
  const answers: number[] = []
  for (let n = 1; n <= 20; n += 1) {
    answers.push((await ask(`203.0.113.${2 * n}`, api.key)).status)
    answers.push(await statusElsewhere(`203.0.113.${2 * n + 1}`))
  }
  expect(answers).toEqual(Array.from({ length: 40 }, (_, index) => (index < 30 ? 200 : 429)))
})

/** What an address is answered by another controller on the same database. */
async function statusElsewhere(ip: string): Promise<number> {
  const { refusal } = await createAdmissions(api.limitsDb, createFrontLimits()).admit({
    ip,
    key: api.key,
    needsWorkspace: true,
    isWrite: false,
    endpoint: 'GET /api/v1/monitors',
    now: api.clock.now,
  })
  return refusal?.status ?? 200
}
