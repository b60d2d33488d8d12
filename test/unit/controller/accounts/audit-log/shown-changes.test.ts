import { describe, expect, it } from 'vitest'
import { shownChanges } from '../../../../../controller/src/accounts/audit-log/shown-changes.ts'
import { subjectOf } from '../../../../../controller/src/accounts/audit-log/subject-of.ts'

describe('what is told of the fields somebody sent', () => {
  it.each([
    ['a number', { intervalMinutes: 5 }, { field: 'intervalMinutes', to: 5 }],
    ['yes or no', { published: true }, { field: 'published', to: true }],
    ['nothing', { name: null }, { field: 'name', to: null }],
    ['a name', { name: 'Shop' }, { field: 'name', to: 'Shop' }],
    ['names', { tags: ['a', 'b'] }, { field: 'tags', to: ['a', 'b'] }],
    ['an address', { url: 'https://a:b@example.com' }, { field: 'url' }],
    ['what holds more', { settings: { body: 'x' } }, { field: 'settings' }],
    ['a list of things', { tags: [{ a: 1 }] }, { field: 'tags' }],
    ['a code', { code: 123_456 }, { field: 'code' }],
    ['a password', { newPassword: 'x' }, { field: 'newPassword' }],
  ])('%s', (_, body, change) => {
    expect(shownChanges(body)).toEqual([change])
  })

  it.each([undefined, null, 'text', ['a']])('nothing of a body that is %j', (body) => {
    expect(shownChanges(body)).toEqual([])
  })

  it('is bounded, whatever was sent', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, at]))
    expect(shownChanges(many)).toHaveLength(50)
    const ids = Array.from({ length: 100 }, (_, at) => `mon_${at}`)
    const [change] = shownChanges({ ids })
    expect(change?.to).toHaveLength(21)
    expect(change?.to).toContain('and 80 more')
    const [long] = shownChanges({ name: 'x'.repeat(10_000) })
    expect(long?.to).toHaveLength(200)
  })
})

describe('what was changed', () => {
  it.each([
    [{ id: 'mon_1' }, { monitor: { id: 'mon_1', name: 'Shop' } }, { id: 'mon_1', name: 'Shop' }],
    [{}, { monitor: { id: 'mon_2', name: 'Shop' }, usage: {} }, { id: 'mon_2', name: 'Shop' }],
    [{ id: 'mon_3' }, { deleted: true, id: 'mon_3' }, { id: 'mon_3', name: null }],
    [
      {},
      { id: 'crw_1', url: 'https://example.com/' },
      { id: 'crw_1', name: 'https://example.com/' },
    ],
    [
      {},
      { maintenance: { id: 'mw_1', description: 'Move of the database' } },
      { id: 'mw_1', name: 'Move of the database' },
    ],
    [
      { id: 'occ_1' },
      { occurrence: { id: 'occ_1', maintenanceId: 'mw_1' }, usage: {} },
      { id: 'mw_1', name: null },
    ],
    [{ id: 'out_1', noteId: 'n' }, { note: { id: 'n' } }, { id: 'out_1', name: null }],
    [{}, undefined, { id: null, name: null }],
  ])('of %j and %j', (parameters, answer, subject) => {
    expect(subjectOf(parameters, answer)).toEqual(subject)
  })
})
