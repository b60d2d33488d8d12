import { create } from '@bufbuild/protobuf'
import type { RawSettings } from '@sightline/shared/monitor-types/description'
import { descriptionOf, TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { unknownSetting } from '@sightline/shared/monitor-types/since'
import { withoutDefaults } from '@sightline/shared/monitor-types/sparse-settings'
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

/** Why a monitor is not checked whose secrets cannot be opened. */
export const SEALED =
  "The monitor's passwords were stored with another SIGHTLINE_SECRET_KEY, so it cannot be checked: the operator has to restore that key, or the monitor has to be made anew."

const UNKNOWN_TYPE =
  'The monitor is of a type that came with a newer version than that of this controller, which has to be updated.'

const unknownTo = (setting: string): string =>
  `The setting "${setting}" is newer than the agent that checks the monitor here: update that agent.`

/** What an agent needs to check a monitor once: of its settings what differs from the defaults, so that an older
 *  agent is not told of those it does not know. One that cannot be checked names its obstacle: it is an unknown of
 *  its own and holds up no other.
 *  @param agent which settings it knows, as Hello says */
export function checkSpecOf(
  monitor: AssignableMonitor,
  unseal: UnsealSettings,
  agent: { readonly settingsVersion: number },
): CheckSpec {
  const { type, url, timeoutMs, needs, generation } = monitor
  // A newer version may have stored it.
  const isKnown = Object.hasOwn(TYPE_DESCRIPTIONS, type)
  return create(CheckSpecSchema, {
    ...(isKnown ? { type: descriptionOf(type).number } : {}),
    url,
    timeoutMs,
    needs,
    generation,
    forOperator: monitor.isOperators,
    sharer: sharerOfWorkspace(monitor.workspaceId),
    ...(isKnown ? settingsFor(monitor, unseal, agent) : { obstacle: UNKNOWN_TYPE }),
  })
}

function settingsFor(
  monitor: AssignableMonitor,
  unseal: UnsealSettings,
  { settingsVersion }: { readonly settingsVersion: number },
): { readonly settingsJson: string } | { readonly obstacle: string } {
  const opened = tryToOpen(monitor, unseal)
  if (opened === 'sealed') return { obstacle: SEALED }
  const { shape } = descriptionOf(monitor.type)
  const settings = withoutDefaults(shape, opened)
  const unknown = unknownSetting(shape, settings, settingsVersion)
  return unknown === null
    ? { settingsJson: JSON.stringify(settings) }
    : { obstacle: unknownTo(unknown) }
}

function tryToOpen(
  { workspaceId, publicId, type, settings }: AssignableMonitor,
  unseal: UnsealSettings,
): RawSettings | 'sealed' {
  try {
    return unseal({ workspaceId, id: publicId }, type, settings)
  } catch {
    return 'sealed'
  }
}

/** A monitor as an agent of a region gets it.
 *  @param handedOverFromMs since when slots of the region may lack a result because its agents
 *    changed, UNIX ms */
export function assignmentOf(
  monitor: AssignableMonitor,
  agent: { readonly region: string; readonly settingsVersion: number },
  handedOverFromMs: number,
  unseal: UnsealSettings,
): Assignment {
  return create(AssignmentSchema, {
    monitorId: monitor.id,
    check: checkSpecOf(monitor, unseal, agent),
    ...gridOf(monitor, agent.region),
    runAtMs: BigInt(Math.round(monitor.runAtMs)),
    coverFromMs: BigInt(Math.round(Math.max(monitor.gridSinceMs, handedOverFromMs))),
  })
}
