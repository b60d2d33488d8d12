import { describe, expect, it } from 'vitest'
import type { LiveChange } from '../../../../controller/src/live/live-change.ts'
import { parseLiveChange } from '../../../../controller/src/live/live-change.ts'
import { createLiveLog } from '../../../../controller/src/live/live-log.ts'

const monitors = (place: number, ...monitorIds: number[]): LiveChange => ({
  place: String(place),
  kind: 'monitors',
  monitorIds,
})

describe('a message of the channel "live"', () => {
  it.each<[string, LiveChange | null]>([
    ['monitors 7 1,2', { place: '7', kind: 'monitors', monitorIds: [1, 2] }],
    ['results 8 3', { place: '8', kind: 'results', monitorIds: [3] }],
    [
      'gone 9 4 mon_a,mon_b',
      { place: '9', kind: 'gone', workspaceId: 4, publicIds: ['mon_a', 'mon_b'] },
    ],
    ['outage 9 closed 5,6', { place: '9', kind: 'outage', change: 'closed', outageIds: [5, 6] }],
    ['alert 9 6', { place: '9', kind: 'alert', alertId: 6 }],
    [
      'maintenance 9 4 began mwn_a',
      { place: '9', kind: 'maintenance', workspaceId: 4, change: 'began', publicId: 'mwn_a' },
    ],
    ['sessions 9 7,8', { place: '9', kind: 'sessions', sessionIds: [7, 8] }],
    ['following 10 ', { place: '10', kind: 'following' }],
    ['newer 11 x', null],
    ['monitors x 1', null],
    ['', null],
  ])('%j is read', (payload, change) => {
    expect(parseLiveChange(payload)).toEqual(change)
  })
})

describe('the log of what changed', () => {
  it('gives all of the transaction at a place, and what came after it', () => {
    const log = createLiveLog()
    const changes = [monitors(1, 1), monitors(2, 2), monitors(2, 3), monitors(3, 4)]
    for (const change of changes) log.add(change, 0)
    expect(log.place()).toBe('3')
    expect(log.since('2')).toEqual(changes.slice(1))
    expect(log.since('3')).toEqual(changes.slice(3))
  })

  it('knows no place that never was, is too old, or lies before what was missed', () => {
    const log = createLiveLog({ keepMs: 1_000, things: 100 })
    log.add(monitors(1, 1), 0)
    expect(log.since('0')).toBeNull()
    log.add(monitors(2, 2), 1_001)
    expect(log.since('1')).toBeNull()
    expect(log.since('2')).toHaveLength(1)
    log.forget()
    expect([log.place(), log.since('2')]).toEqual([null, null])
  })

  it('keeps the latest place, however old, and so many things and no more', () => {
    const log = createLiveLog({ keepMs: 1_000, things: 5_000 })
    for (let place = 1; place <= 10_000; place += 1) log.add(monitors(place, 1, 2), 0)
    expect(log.since('7500')).toBeNull()
    expect(log.since('7502')).toHaveLength(2_499)
    log.add(monitors(10_001, 1), 60_000)
    log.add(monitors(10_002, 1), 120_000)
    expect(log.since('10001')).toBeNull()
    expect(log.since('10002')).toHaveLength(1)
  })
})
