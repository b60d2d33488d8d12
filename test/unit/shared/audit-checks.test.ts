import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AUDIT_CHECK_IDS, AUDIT_GROUPS } from '../../../shared/src/analyses/audit-checks.ts'
import { addLines, copyOfSources, typeCheck } from '../../helpers/copied-sources.ts'

const DEFINITION = `  bellMissing: {
    title: 'Pages without a bell',
    severity: 'info',
    category: 'content',
    weight: 1,
    message: 'A bell tells that somebody is there.',
  },
`
const JUDGE = `  bellMissing: ({ title }) => judged(title === 'Bell', title, 'No bell'),
`
const OBJECT = 'export const TITLE_CHECKS = {\n'

test('no check stands in two groups', () => {
  const ids = Object.values(AUDIT_GROUPS).flatMap((group) => Object.keys(group))
  expect(ids).toEqual(AUDIT_CHECK_IDS)
})

test('a check of the audit is its definition and its judge, and each asks for the other', async () => {
  const folder = copyOfSources()
  addLines(join(folder, 'shared/src/analyses/audit-checks/title.ts'), { [OBJECT]: DEFINITION })
  const judges = join(folder, 'agent/src/analyses/audit/checks/title.ts')
  expect(await typeCheck(folder)).toEqual([
    expect.stringMatching(
      /^agent\/src\/analyses\/audit\/checks\/title\.ts.*'bellMissing' is missing/,
    ),
    expect.stringMatching(/^agent\/src\/analyses\/audit\/checks\/index\.ts.*TITLE/),
  ])
  addLines(judges, { [OBJECT]: JUDGE })
  expect(await typeCheck(folder)).toEqual([])
  addLines(judges, { [OBJECT]: JUDGE.replace('bellMissing', 'whistleMissing') })
  expect(await typeCheck(folder)).toEqual([
    expect.stringMatching(/^agent\/src\/analyses\/audit\/checks\/title\.ts.*'whistleMissing'/),
  ])
})

test('a group of checks has its name on both sides', async () => {
  const folder = copyOfSources()
  addLines(join(folder, 'shared/src/analyses/audit-checks.ts'), {
    '  title: TITLE_CHECKS,\n': '  bells: {},\n',
  })
  expect(await typeCheck(folder)).toEqual([
    expect.stringMatching(/^agent\/src\/analyses\/audit\/checks\/index\.ts.*'bells' is missing/),
  ])
})
