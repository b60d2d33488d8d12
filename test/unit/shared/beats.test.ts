import { describe, expect, it } from 'vitest'
import type { Beat } from '@sightline/shared/beats'
import { packBeat, unpackBeats } from '@sightline/shared/beats'

const beats: readonly (readonly [string, Beat])[] = [
  ['u183', { status: 'up', responseMs: 183, failing: [] }],
  ['g2100', { status: 'degraded', responseMs: 2_100, failing: [] }],
  ['p140:eu-west', { status: 'partial', responseMs: 140, failing: ['eu-west'] }],
  ['d:eu-west+us-east', { status: 'down', responseMs: null, failing: ['eu-west', 'us-east'] }],
  ['x', { status: 'unknown', responseMs: null, failing: [] }],
  ['-', { status: null, responseMs: null, failing: [] }],
]

describe('packed beats', () => {
  it.each(beats)('%s', (packed, beat) => {
    expect(packBeat(beat)).toBe(packed)
    expect(unpackBeats(packed)).toEqual([beat])
  })

  it('are read together, and what only a newer version writes is nothing', () => {
    const packed = beats.map(([text]) => text).join(' ')
    expect(unpackBeats(packed)).toEqual(beats.map(([, beat]) => beat))
    expect(unpackBeats('')).toEqual([])
    expect(unpackBeats('z9')).toEqual([{ status: null, responseMs: 9, failing: [] }])
  })
})
