import { createLogger } from '@sightline/shared/logger'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LiveHub } from '../../../controller/src/live/live-hub.ts'
import { createLiveHub } from '../../../controller/src/live/live-hub.ts'
import type { LiveEvent } from '../../../controller/src/live/read-events.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

let database: TestDatabase
let hub: LiveHub
beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(() => hub.stop())
afterAll(() => database.close())

/** Follows a workspace. @returns what is told, and how to stop */
function follow(workspaceId: number, place: string | null = null) {
  const told: LiveEvent[] = []
  const leave = hub.follow(workspaceId, place, {
    tell: (events) => void told.push(...events),
    personId: 1,
    sessionId: null,
    over: () => undefined,
  })
  return { told, leave }
}

/** A workspace with some monitors. */
async function workspaceOf(count: number): Promise<{ id: number; monitors: number[] }> {
  const { db } = database
  const id = await insertWorkspace(db)
  return { id, monitors: await insertMonitors(db, id, { count }) }
}

function openHub(): void {
  const log = createLogger('test', 'error')
  hub = createLiveHub({ db: database.db, now: () => 1_800_000_000_000, log })
  hub.heard('following 1')
}

const ofMonitors = (told: readonly LiveEvent[]): number =>
  told.filter(({ event }) => event === 'monitor').length

describe('results of very many monitors', () => {
  it('do not hold up those of a workspace that is followed when nobody follows theirs', async () => {
    const [large, small] = [await workspaceOf(3_000), await workspaceOf(1)]
    openHub()
    const { told } = follow(small.id)
    hub.heard(`results 2 ${large.monitors.join()}`)
    hub.heard(`results 3 ${small.monitors.join()}`)
    await expect.poll(() => ofMonitors(told), { timeout: 3_000 }).toBe(1)
  })

  it('leave others their turn where theirs are followed too', async () => {
    const [large, small] = [await workspaceOf(3_000), await workspaceOf(3)]
    openHub()
    const [ofLarge, ofSmall] = [follow(large.id), follow(small.id)]
    hub.heard(`results 2 ${large.monitors.join()}`)
    hub.heard(`results 3 ${small.monitors.join()}`)
    await expect.poll(() => ofMonitors(ofSmall.told), { timeout: 3_000 }).toBe(3)
    expect(ofMonitors(ofLarge.told)).toBeGreaterThan(150)
    expect(ofMonitors(ofLarge.told)).toBeLessThan(1_000)
  })

  it('leave another status of others its turn', async () => {
    const [large, small] = [await workspaceOf(9_000), await workspaceOf(1)]
    openHub()
    const { told } = follow(small.id)
    follow(large.id)
    hub.heard(`monitors 2 ${large.monitors.join()}`)
    hub.heard(`monitors 3 ${small.monitors.join()}`)
    await expect.poll(() => ofMonitors(told), { timeout: 3_000 }).toBe(1)
  })

  it('of other workspaces are not what somebody who comes back missed', async () => {
    const [large, small] = [await workspaceOf(3_000), await workspaceOf(1)]
    openHub()
    follow(small.id)
    hub.heard(`results 7 ${large.monitors.join()}`)
    hub.heard(`results 8 ${small.monitors.join()}`)
    const { told } = follow(small.id, '7')
    // It may be told with all others too.
    await expect.poll(() => ofMonitors(told), { timeout: 3_000 }).toBeGreaterThan(0)
    expect(told.map(({ event }) => event)).not.toContain('reset')
  })
})
