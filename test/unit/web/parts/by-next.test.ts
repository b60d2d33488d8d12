import { expect, it } from 'vitest'
import { byNext } from '../../../../controller/web/src/parts/maintenance/by-next.ts'

const window = (
  name: string,
  status: 'active' | 'scheduled' | 'finished',
  from: string | null,
) => ({
  name,
  status,
  nextOccurrence: from === null ? null : { from },
})

it('lists what is under way first, then what comes next, and last what is over', () => {
  const windows = [
    window('over', 'finished', null),
    window('in a month', 'scheduled', '2026-12-28T07:00:00.000Z'),
    window('over before', 'finished', null),
    window('tomorrow', 'scheduled', '2026-11-29T07:00:00.000Z'),
    window('now', 'active', null),
  ]
  expect(byNext(windows).map(({ name }) => name)).toEqual([
    'now',
    'tomorrow',
    'in a month',
    'over',
    'over before',
  ])
})
