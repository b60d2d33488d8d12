import { create } from '@bufbuild/protobuf'
import { TYPE_TO_PROTO } from '@sightline/shared/check-words'
import type { Assignment } from '@sightline/shared/gen/probe/v1/assignment_pb'
import { AssignmentSchema } from '@sightline/shared/gen/probe/v1/assignment_pb'
import type { CheckSpec } from '@sightline/shared/gen/probe/v1/check_pb'
import { CheckSpecSchema } from '@sightline/shared/gen/probe/v1/check_pb'
import type { AssignableMonitor } from '../db/assignments.ts'
import { gridOf } from './grid.ts'

/** Opens the sealed secrets of a monitor's settings. */
export type UnsealSettings = (
  type: AssignableMonitor['type'],
  settings: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>

/** What an agent needs to check a monitor once. */
export function checkSpecOf(monitor: AssignableMonitor, unseal: UnsealSettings): CheckSpec {
  return create(CheckSpecSchema, {
    type: TYPE_TO_PROTO[monitor.type],
    url: monitor.url,
    timeoutMs: monitor.timeoutMs,
    settingsJson: JSON.stringify(unseal(monitor.type, monitor.settings)),
  })
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
