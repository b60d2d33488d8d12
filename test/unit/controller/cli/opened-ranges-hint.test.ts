import { expect, it } from 'vitest'
import { openedRangesHint } from '../../../../controller/src/cli/opened-ranges-hint.ts'

const REFUSED =
  'The field "url" cannot be used: "127.0.0.1" is a loopback address. The operator of this installation can allow it.'

it.each([
  [false, 'is not set'],
  [true, 'does not name them'],
])(
  'says what to do where a command refused private addresses (some are opened: %s)',
  (has, words) => {
    const hint = openedRangesHint(REFUSED, 'import a.csv', has)
    expect(hint).toContain(`SIGHTLINE_ALLOW_PRIVATE_TARGETS, which ${words}.`)
    expect(hint).toMatch(/SIGHTLINE_ALLOW_PRIVATE_TARGETS=\S+ npm run cli -- import a\.csv$/)
  },
)

it('says nothing of other refusals', () => {
  expect(openedRangesHint('The field "url" is missing.', 'import a.csv', false)).toBeNull()
})
