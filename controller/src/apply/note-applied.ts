import type { NewEntryRow } from '../db/audit-log.ts'
import { insertAuditEntry } from '../db/audit-log.ts'
import type { Queryable } from '../db/pool.ts'
import type { Applied } from './apply-service.ts'

/** By whom a document is applied. */
export type AppliedBy = Pick<NewEntryRow, 'workspaceId' | 'personId' | 'keyId' | 'address'>

/** Notes who applied a document, with what was done in numbers. */
export async function noteApplied(
  tx: Queryable,
  by: AppliedBy,
  { set, counts }: Pick<Applied, 'set' | 'counts'>,
  at: Date,
): Promise<void> {
  await insertAuditEntry(tx, {
    ...by,
    at,
    action: 'workspace.applied',
    subjectId: null,
    subjectName: null,
    changes: Object.entries({ set, ...counts }).map(([field, to]) => ({ field, to })),
  })
}
