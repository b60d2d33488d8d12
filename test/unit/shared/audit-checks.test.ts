import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AUDIT_CHECK_IDS, AUDIT_GROUPS } from '../../../shared/src/analyses/audit-checks.ts'
import { addLines, copyOfSources, typeCheck } from '../../helpers/copied-sources.ts'

const definitionOf = (id: string): string => `  ${id}: {
    title: 'Pages without a bell',
    severity: 'info',
    category: 'content',
    weight: 1,
    message: 'A bell tells that somebody is there.',
  },
`
const judgeOf = (id: string): string => `  ${id}: () => judged(false, 0, 'It is silent'),
`

test('no check stands in two groups', () => {
  const ids = Object.values(AUDIT_GROUPS).flatMap((group) => Object.keys(group))
  expect(ids).toEqual(AUDIT_CHECK_IDS)
})

test('a check of the audit is its definition and its judge, and each asks for the other', async () => {
  const folder = copyOfSources()
  const shared = join(folder, 'shared/src/analyses')
  const judges = join(folder, 'agent/src/analyses/audit/checks')
  const add = (file: string, group: string, line: string): void =>
    addLines(file, { [`export const ${group}_CHECKS = {\n`]: line })
  // Whole.
  add(join(shared, 'audit-checks/title.ts'), 'TITLE', definitionOf('bellMissing'))
  add(join(judges, 'title.ts'), 'TITLE', judgeOf('bellMissing'))
  // Half: a definition, and a judge.
  add(join(shared, 'audit-checks/viewport.ts'), 'VIEWPORT', definitionOf('hornMissing'))
  add(join(judges, 'icon.ts'), 'ICON', judgeOf('whistleMissing'))
  expect((await typeCheck(folder)).sort()).toEqual([
    expect.stringMatching(/checks\/icon\.ts.* 'whistleMissing' does not exist/),
    expect.stringMatching(/checks\/index\.ts.* 'hornMissing' is missing/),
    expect.stringMatching(/checks\/viewport\.ts.* 'hornMissing' is missing/),
  ])
})
