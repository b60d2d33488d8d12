import { expect, test } from 'vitest'
import { AUDIT_CHECK_IDS, AUDIT_GROUPS } from '../../../shared/src/analyses/audit-checks.ts'

test('no check stands in two groups', () => {
  const ids = Object.values(AUDIT_GROUPS).flatMap((group) => Object.keys(group))
  expect(ids).toEqual(AUDIT_CHECK_IDS)
})
