import { AppError } from '@sightline/shared/errors'
import { lockNamedMonitors } from '../db/maintenance-monitors.ts'
import type { Queryable } from '../db/pool.ts'

/** What a request says of the monitors a window covers: all, those it names (numbers, in their order), or
 *  nothing. */
export type ChosenMonitors =
  | { readonly kind: 'all' }
  | { readonly kind: 'named'; readonly monitorIds: readonly number[] }
  | { readonly kind: 'unsaid' }

interface MonitorFields {
  readonly monitorIds?: readonly string[] | undefined
  readonly allMonitors?: boolean | undefined
}

function refuse(message: string): AppError {
  return new AppError('badRequest', message)
}

/** Reads the monitors a request chooses. The named ones stay until the transaction ends.
 *  @param coversAll whether the window covers all monitors before the request; false for a new one
 *  @throws AppError badRequest Source: contract, "PATCH or PUT /api/v1/maintenance/{id}" 3; decisions,
 *    section 7 */
export async function chooseMonitors(
  tx: Queryable,
  workspaceId: number,
  { monitorIds, allMonitors }: MonitorFields,
  coversAll: boolean,
): Promise<ChosenMonitors> {
  if (allMonitors === true) return { kind: 'all' }
  if (monitorIds === undefined) {
    if (allMonitors === undefined) return { kind: 'unsaid' }
    throw refuse(
      'The field "monitorIds" is missing: with "allMonitors": false it must list the monitors to cover.',
    )
  }
  if (coversAll && allMonitors === undefined) {
    throw refuse(
      'The field "allMonitors" is missing: the window covers all monitors, so "monitorIds" must come with "allMonitors": false.',
    )
  }
  if (monitorIds.length === 0) {
    throw refuse(
      'The field "monitorIds" is an empty list: it must name at least one monitor, or send "allMonitors": true.',
    )
  }
  const found = await lockNamedMonitors(tx, workspaceId, monitorIds)
  const numbers = new Map(found.map(({ id, publicId }) => [publicId, id]))
  const missing = monitorIds.find((id) => !numbers.has(id))
  if (missing !== undefined) {
    throw refuse(
      `The field "monitorIds" names "${missing}": there is no such monitor in the workspace.`,
    )
  }
  return { kind: 'named', monitorIds: monitorIds.flatMap((id) => numbers.get(id) ?? []) }
}

/** @throws AppError badRequest when a new window would cover nothing */
export function requireMonitors(chosen: ChosenMonitors): void {
  if (chosen.kind !== 'unsaid') return
  throw refuse(
    'The field "monitorIds" is missing: it must list the monitors to cover, or send "allMonitors": true.',
  )
}
