import { create } from '@bufbuild/protobuf'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { Assignment } from '@sightline/shared/gen/probe/v1/assignment_pb'
import { AssignmentSchema } from '@sightline/shared/gen/probe/v1/assignment_pb'
import type { CheckSpec } from '@sightline/shared/gen/probe/v1/check_pb'
import { CheckSpecSchema } from '@sightline/shared/gen/probe/v1/check_pb'
import type { AssignableMonitor } from '../db/assignments.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { sharerOfWorkspace } from '../limits/sharer.ts'
import { gridOf } from '../schedule/grid.ts'

/** Opens the sealed secrets of a monitor's settings.
 *  @throws Error when they were sealed with another key, or for another monitor */
export type UnsealSettings = SecretBox['unseal']

const SEALED =
  "The monitor's passwords were stored with another SIGHTLINE_SECRET_KEY, so it cannot be checked: the operator has to restore that key, or the monitor has to be made anew."

/** What an agent needs to check a monitor once. One whose secrets cannot be opened names that as its
 *  obstacle: it is an unknown of its own and holds up no other. */
export function checkSpecOf(monitor: AssignableMonitor, unseal: UnsealSettings): CheckSpec {
  const { type, url, timeoutMs, needs, generation } = monitor
  const settings = tryToOpen(monitor, unseal)
  return create(CheckSpecSchema, {
    type: descriptionOf(type).number,
    url,
    timeoutMs,
    needs,
    generation,
    forOperator: monitor.isOperators,
    sharer: sharerOfWorkspace(monitor.workspaceId),
    ...(settings === 'sealed' ? { obstacle: SEALED } : { settingsJson: JSON.stringify(settings) }),
  })
}

function tryToOpen(
  { workspaceId, publicId, type, settings }: AssignableMonitor,
  unseal: UnsealSettings,
): Readonly<Record<string, unknown>> | 'sealed' {
  try {
    return unseal({ workspaceId, id: publicId }, type, settings)
  } catch {
    return 'sealed'
  }
}

/** A monitor as one region's agent gets it.
 *  @param handedOverFromMs since when slots of the region may lack a result because its agents
 *    changed, UNIX ms */
export function assignmentOf(
  monitor: AssignableMonitor,
  region: string,
  handedOverFromMs: number,
  unseal: UnsealSettings,
): Assignment {
  return create(AssignmentSchema, {
    monitorId: monitor.id,
    check: checkSpecOf(monitor, unseal),
    ...gridOf(monitor, region),
    runAtMs: BigInt(Math.round(monitor.runAtMs)),
    coverFromMs: BigInt(Math.round(Math.max(monitor.gridSinceMs, handedOverFromMs))),
  })
}
