import { describe, expect, it } from 'vitest'
import type { RevisedRow } from '../../../../controller/src/monitors/revision.ts'
import {
  changedSince,
  isRevision,
  revisionOf,
} from '../../../../controller/src/monitors/revision.ts'

const row: RevisedRow = {
  type: 'web',
  generation: 3,
  name: 'Shop',
  url: 'https://example.com/',
  host: 'example.com',
  port: 443,
  targetKey: 'web https://example.com/',
  settings: { auth: { kind: 'basic', username: 'me', password: 'sealed:2:a' } },
  hasSecrets: true,
  needsVersion: 1,
  intervalMinutes: 5,
  timeoutMs: 10_000,
  regions: ['eu-west'],
  checkMode: 'all',
  confirmation: { retries: 1, quorum: 'majority' },
  recovery: { checks: 1 },
  alerts: { onDown: true },
  dependsOn: [],
  tags: ['shop'],
}

describe('the revision of a monitor', () => {
  it('is the same for the same settings, whatever the order of their keys', () => {
    const same = { ...row, confirmation: { quorum: 'majority', retries: 1 } }
    expect(revisionOf(same)).toBe(revisionOf(row))
    expect(isRevision(revisionOf(row))).toBe(true)
    expect(changedSince(revisionOf(row), same)).toEqual([])
  })

  it.each<[Partial<RevisedRow>, string[]]>([
    [{ name: 'Another' }, ['name']],
    [{ tags: [], regions: ['us-east'] }, ['regions', 'tags']],
    [{ url: 'https://example.org/', generation: 4 }, ['url']],
    [{ settings: { method: 'HEAD' }, generation: 4 }, ['settings']],
    // A password that is another reads the same.
    [{ generation: 4 }, ['settings']],
    [{ generation: 4, name: 'Another' }, ['name', 'settings']],
  ])('tells what %j changed', (fields, changed) => {
    expect(changedSince(revisionOf(row), { ...row, ...fields }).toSorted()).toEqual(changed)
  })

  it('does not change when secrets are sealed anew', () => {
    const sealed = { auth: { kind: 'basic', username: 'me', password: 'sealed:2:b' } }
    expect(changedSince(revisionOf(row), { ...row, settings: sealed })).toEqual([])
  })

  it.each(['', '3', 'abc', '3-abcd', `x${revisionOf(row)}`])('is not %j', (text) => {
    expect(isRevision(text)).toBe(false)
  })
})
