import { describe, expect, it } from 'vitest'
import { namesOf } from '../../../../controller/web/src/parts/alerting/names-of.ts'

const PEOPLE = [
  { id: 'psn_1', name: 'Ada' },
  { id: 'psn_2', name: 'Bob' },
]
const CONTACTS = [{ id: 'ctc_1', name: 'On call' }]

describe('who is told', () => {
  it.each([
    [[], [], []],
    [['psn_2'], ['ctc_1'], ['Bob', 'On call']],
    [['psn_2', 'psn_3'], [], ['Bob', '1 other']],
    [['psn_3'], ['ctc_2'], ['2 others']],
  ])('people %j and contacts %j are called %j', (memberIds, contactIds, names) => {
    expect(namesOf({ memberIds, contactIds }, { people: PEOPLE, contacts: CONTACTS })).toEqual(
      names,
    )
  })
})
