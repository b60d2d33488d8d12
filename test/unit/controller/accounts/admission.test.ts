import { expect, it } from 'vitest'
import { createAdmissions } from '../../../../controller/src/accounts/admission.ts'
import type { AdmissionRow } from '../../../../controller/src/db/limits.ts'
import { createFrontLimits } from '../../../../controller/src/limits/front-limits.ts'

const NOBODY = {
  keyId: null,
  workspaceId: null,
  personId: null,
  personPublicId: null,
  role: null,
  tier: null,
  used: null,
}

/** Asks about one request, to which the database answers with an outcome. */
function admit(outcome: string) {
  const row: AdmissionRow = { outcome, ...NOBODY }
  const db = { query: async () => ({ rows: [row as never], rowCount: 1 }) }
  const admissions = createAdmissions(db, createFrontLimits())
  return admissions.admit({
    ip: '192.0.2.1',
    key: 'a-key',
    needsWorkspace: true,
    isWrite: false,
    endpoint: 'GET /api/v1/monitors',
    now: new Date('2026-03-10T12:00:00Z'),
  })
}

it.each(['ofALaterVersion', 'toString'])(
  'an outcome that a later version added (%s) is a 503 that says so',
  async (outcome) => {
    const { refusal } = await admit(outcome)
    expect(refusal).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '5' },
      message: expect.stringContaining('is being updated'),
    })
  },
)

it('an outcome that is known is refused for its reason', async () => {
  expect((await admit('revoked')).refusal).toMatchObject({ status: 401 })
  expect((await admit('admitted')).refusal).toBeNull()
})
