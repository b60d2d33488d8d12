import { describe, expect, it } from 'vitest'
import { planOf } from '../../../../controller/src/accounts/plans.ts'
import { fitMonitor } from '../../../../controller/src/imports/fit-monitor.ts'

function fit(
  body: Record<string, unknown>,
  intervalSeconds: number | null = null,
  tier = 'starter',
) {
  const read = {
    ref: '1',
    name: 'One',
    at: null,
    body,
    intervalSeconds,
    isActive: true,
    warnings: [],
  }
  return fitMonitor(read, planOf(tier))
}

describe('what a monitor of another program is brought to', () => {
  it.each<[number, string, number, boolean]>([
    [60, 'starter', 1, false],
    [20, 'starter', 1, true],
    [90, 'starter', 2, true],
    [420, 'starter', 10, true],
    [60, 'free', 5, true],
    [300, 'free', 5, false],
    [10_000_000, 'free', 1_440, true],
    [0, 'starter', 1, true],
    [-5, 'starter', 1, true],
  ])('every %d s on the plan %s is every %d minutes', (seconds, tier, minutes, isWarned) => {
    const { body, warnings } = fit({}, seconds, tier)
    expect(body['intervalMinutes']).toBe(minutes)
    expect(warnings).toHaveLength(isWarned ? 1 : 0)
  })

  it('raises an interval in minutes to that of the plan, and leaves a wrong one to the rules', () => {
    expect(fit({ intervalMinutes: 1 }, null, 'free')).toMatchObject({
      body: { intervalMinutes: 5 },
      warnings: [expect.stringContaining('plan "free"')],
    })
    expect(fit({ intervalMinutes: 7 }).body['intervalMinutes']).toBe(7)
    expect(fit({ intervalMinutes: 'often' }).body['intervalMinutes']).toBe('often')
  })

  it.each<[number, number, number]>([
    [48_000, 60, 48_000],
    [100, 60, 500],
    [60_000, 60, 48_000],
    [600_000, 3_600, 120_000],
  ])('a time limit of %d ms at %d s is one of %d ms', (sent, seconds, timeoutMs) => {
    const { body, warnings } = fit({ timeoutMs: sent }, seconds)
    expect(body['timeoutMs']).toBe(timeoutMs)
    expect(warnings).toHaveLength(sent === timeoutMs ? 0 : 1)
  })

  it('keeps names and tags on one line and within their lengths', () => {
    const { body, warnings } = fit({
      name: `a\n${'b'.repeat(300)}`,
      tags: [...Array.from({ length: 25 }, (_, index) => `t${index}`), 'x'.repeat(80), '', 't1'],
    })
    expect(body['name']).toHaveLength(200)
    expect(body['tags']).toHaveLength(20)
    expect(warnings).toHaveLength(3)
    expect(fit({ name: '\u0000' }).body).toEqual({})
  })
})
