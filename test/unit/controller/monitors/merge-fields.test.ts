import { describe, expect, it } from 'vitest'
import type { MonitorDocument } from '../../../../controller/src/monitors/merge-fields.ts'
import { initialDocument, mergeFields } from '../../../../controller/src/monitors/merge-fields.ts'
import { MONITOR_FIELDS } from '../../../../controller/src/monitors/monitor-fields.ts'

const INITIAL = initialDocument('web')
const BEFORE: MonitorDocument = {
  ...INITIAL,
  url: 'https://example.com/',
  name: 'Shop',
  intervalMinutes: 10,
  regions: ['eu-west'],
  recovery: { checks: 7 },
  confirmation: { ...INITIAL.confirmation, retries: 4, quorum: 'all' },
  tags: ['shop'],
}

describe('the fields of a monitor after a request', () => {
  it('are those before where nothing is sent', () => {
    expect(mergeFields(BEFORE, INITIAL, {})).toEqual(BEFORE)
  })

  it.each([
    ['a value', { intervalMinutes: 3 }, { intervalMinutes: 3 }],
    ['null, the default', { intervalMinutes: null }, { intervalMinutes: 5 }],
    ['null, what is chosen later', { regions: null, name: null }, { regions: null, name: null }],
    ['a list, as a whole', { tags: ['a', 'b'] }, { tags: ['a', 'b'] }],
    [
      'an object, field by field',
      { confirmation: { retries: 2 } },
      { confirmation: { ...BEFORE.confirmation, retries: 2 } },
    ],
    [
      'null in an object, the default of that field',
      { confirmation: { quorum: null } },
      { confirmation: { ...BEFORE.confirmation, quorum: 'majority' } },
    ],
    ['null for an object, all its defaults', { recovery: null }, { recovery: INITIAL.recovery }],
    ['what is only told, nothing', { alerts: { reachesNobody: true } }, {}],
  ])('take %s', (_, sent, changed) => {
    expect(mergeFields(BEFORE, INITIAL, sent)).toEqual({ ...BEFORE, ...changed })
  })

  it('are all that people decide, but for the settings', () => {
    expect([...Object.keys(INITIAL), 'settings'].sort()).toEqual(Object.keys(MONITOR_FIELDS).sort())
  })
})
