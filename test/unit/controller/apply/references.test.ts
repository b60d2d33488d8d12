import { describe, expect, it } from 'vitest'
import type { Entry } from '../../../../controller/src/apply/entry.ts'
import type { Thing } from '../../../../controller/src/apply/plan/plan-entries.ts'
import { createReferences } from '../../../../controller/src/apply/references.ts'
import { resolveReferences } from '../../../../controller/src/apply/resolve-references.ts'

const entry = (at: string, key: string, name: string, id: string | null = null): Entry => ({
  kind: 'monitor',
  at,
  key,
  name,
  id,
  body: {},
})

const thing = (id: string, name: string, kind: Thing['kind'] = 'monitor'): Thing => ({
  kind,
  id,
  name,
  sign: null,
  open: {},
  shown: {},
})

const references = createReferences({
  entries: [
    entry('m[0]', 'shop', 'Front'),
    entry('m[1]', 'new', 'Back'),
    entry('m[2]', 'mon_far', 'Elsewhere', 'mon_far'),
    entry('m[3]', 'x', 'Same'),
    entry('m[4]', 'y', 'Same'),
  ],
  things: [
    thing('mon_1', 'Old front'),
    thing('mon_2', 'Beside'),
    thing('mon_3', 'Beside two'),
    thing('mon_4', 'Twice'),
    thing('mon_5', 'twice'),
    thing('ctc_1', 'On call', 'contact'),
    thing('team_1', 'Shop', 'team'),
  ],
  members: [
    { id: 'psn_1', email: 'ann@example.com' },
    { id: 'psn_2', email: null },
  ],
  ids: new Map([['m[0]', 'mon_1']]),
  placeholder: (at) => `new ${at}`,
})

describe('a reference', () => {
  it.each([
    ['shop', 'mon_1'],
    ['Front', 'mon_1'],
    ['front', 'mon_1'],
    ['mon_1', 'mon_1'],
    ['new', 'new m[1]'],
    ['Back', 'new m[1]'],
    ['mon_far', 'new m[2]'],
    ['beside', 'mon_2'],
    ['mon_4', 'mon_4'],
    ['x', 'new m[3]'],
  ])('%s leads to %s', (ref, id) => {
    expect(references.thing('monitor', ref, 'dependsOn[0]')).toBe(id)
  })

  it.each([
    ['Same', '2 of the monitors are called so'],
    ['Twice', '2 of the monitors are called so'],
    ['Nobody', 'there is no such monitor'],
    ['On call', 'there is no such monitor'],
  ])('%s is refused', (ref, why) => {
    expect(() => references.thing('monitor', ref, 'dependsOn[0]')).toThrow(why)
  })

  it('of people is their id or mail address; ids from elsewhere are nobody', () => {
    const ids = ['psn_1', 'Ann@example.com', 'psn_2', 'psn_far'].map((ref) =>
      references.member(ref, 'members[0]'),
    )
    expect(ids).toEqual(['psn_1', 'psn_1', 'psn_2', null])
    expect(() => references.member('bob@example.com', 'members[0]')).toThrow('nobody')
  })

  it('may be written short, and what has another form is left to the rules', () => {
    const resolve = (body: object) => resolveReferences('team', { ...body }, references)
    expect(
      resolve({
        members: ['ann@example.com'],
        contacts: ['On call', 'ctc_1'],
        escalation: [{ afterMinutes: 5, contactIds: ['on call'] }, 7],
      }),
    ).toEqual({
      memberIds: ['psn_1'],
      contactIds: ['ctc_1'],
      escalation: [{ afterMinutes: 5, contactIds: ['ctc_1'] }, 7],
    })
    const wrong = { contacts: 'On call', members: [1], contactIds: null, escalation: {} }
    expect(resolve(wrong)).toEqual(wrong)
    expect(resolve({ contacts: ['On call'], contactIds: ['ctc_1'] })).toEqual({
      contacts: ['On call'],
      contactIds: ['ctc_1'],
    })
    expect(
      resolveReferences(
        'statusPage',
        { components: [{ monitor: 'shop', name: 'A' }, { monitorId: 'mon_2' }, 1] },
        references,
      ),
    ).toEqual({ components: [{ monitorId: 'mon_1', name: 'A' }, { monitorId: 'mon_2' }, 1] })
  })
})
