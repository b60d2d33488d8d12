import { shownChanges } from '../accounts/audit-log/shown-changes.ts'
import type { DeedRow, NewEntryRow } from '../db/audit-log.ts'
import { insertAuditEntries } from '../db/audit-log.ts'
import type { Queryable } from '../db/pool.ts'
import type { ToldStep } from './told.ts'
import type { Applied } from './applied.ts'

/** By whom a document is applied. */
export type AppliedBy = Pick<NewEntryRow, 'workspaceId' | 'personId' | 'keyId' | 'address'>

/** Notes what was done to each thing, as if it had been done alone, and then that it was done by a document. */
export async function noteApplied(
  tx: Queryable,
  by: AppliedBy,
  { set, counts, steps }: Pick<Applied, 'set' | 'counts' | 'steps'>,
  at: Date,
): Promise<void> {
  const changes = Object.entries({ set, ...counts }).map(([field, to]) => ({ field, to }))
  const all = { action: 'workspace.applied', subjectId: null, subjectName: null, changes }
  await insertAuditEntries(tx, { ...by, at }, [...steps.flatMap(deedOf), all])
}

const VERBS: Readonly<Record<ToldStep['action'], string | null>> = {
  create: 'created',
  change: 'changed',
  remove: 'deleted',
  // Nothing about it is another.
  adopt: null,
}

function deedOf({ action, kind, id, name, fields }: ToldStep): DeedRow[] {
  const verb = VERBS[action]
  if (verb === null) return []
  const after = Object.fromEntries(fields.map((each) => [each.field, each.after]))
  const changes = shownChanges(after)
  return [{ action: `${kind}.${verb}`, subjectId: id, subjectName: name, changes }]
}
