import { expect, test } from 'vitest'
import { auditChanges } from '../../../../controller/web/src/parts/audit/audit-changes.ts'

const audit = (issues: Record<string, string | null>) => ({
  checks: Object.fromEntries(Object.entries(issues).map(([id, issue]) => [id, { issue }])),
})

test('tells what is wrong in one of two audits alone, what is wrong now first', () => {
  const before = audit({ a: 'A is missing', b: null, c: 'C is short', d: null })
  const after = audit({ a: null, b: 'B is long', c: 'C is shorter', d: null })
  expect(auditChanges(before, after)).toEqual([
    { id: 'b', text: 'B is long', isMended: false },
    { id: 'a', text: 'A is missing', isMended: true },
  ])
})
