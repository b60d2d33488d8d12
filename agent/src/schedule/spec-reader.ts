import type { CheckSpec } from '@sightline/shared/gen/probe/v1/check_pb'
import type { AssignmentStore } from '../state/assignment-store.ts'
import { createSharedTexts } from './shared-texts.ts'

/** Of settings that are kept in memory, in characters. Most monitors share a few sets of them. */
const MAX_KEPT_SETTINGS = 4 * 1024 * 1024

/** What is kept of a spec that was read. */
export interface KeptSpec {
  /** null when it was not read yet, or is not kept. */
  spec: CheckSpec | null
}

/** Reads specs, mostly once: reading one from disk and decoding it costs as much as the rest of a tick. */
export interface SpecReader {
  readonly spec: (monitorId: number, kept: KeptSpec) => CheckSpec | null
  /** Forgets what was read: monitors that are edited or gone must not take the room of others. */
  readonly forget: (kept: KeptSpec) => void
}

export function createSpecReader(store: Pick<AssignmentStore, 'spec'>): SpecReader {
  const settings = createSharedTexts(MAX_KEPT_SETTINGS)

  return {
    spec(monitorId, kept) {
      if (kept.spec !== null) return kept.spec
      const spec = store.spec(monitorId)
      const settingsJson = spec === null ? null : settings.same(spec.settingsJson)
      if (spec !== null && settingsJson !== null) {
        spec.settingsJson = settingsJson
        kept.spec = spec
      }
      return spec
    },
    forget(kept) {
      if (kept.spec !== null) settings.letGo(kept.spec.settingsJson)
      kept.spec = null
    },
  }
}
