import type { CheckSpec } from '@sightline/shared/gen/probe/v1/check_pb'
import { usesBrowser } from '../checks/uses-browser.ts'
import type { AssignmentStore } from '../state/assignment-store.ts'
import { createSharedTexts } from './shared-texts.ts'

/** Of settings that are kept in memory, in characters. Most monitors share a few sets of them. */
const MAX_KEPT_SETTINGS = 4 * 1024 * 1024

/** What is kept of a spec that was read. */
export interface KeptSpec {
  /** null when it was not read yet, or is not kept. */
  spec: CheckSpec | null
  /** null until it is asked for. */
  usesBrowser: boolean | null
}

/** Reads specs, mostly once: reading one from disk and decoding it costs as much as the rest of a tick. */
export interface SpecReader {
  readonly spec: (monitorId: number, kept: KeptSpec) => CheckSpec | null
  readonly usesBrowser: (monitorId: number, kept: KeptSpec) => boolean
  /** Forgets what was read: monitors that are edited or gone must not take the room of others. */
  readonly forget: (kept: KeptSpec) => void
}

export function createSpecReader(store: Pick<AssignmentStore, 'spec'>): SpecReader {
  const settings = createSharedTexts(MAX_KEPT_SETTINGS)

  function read(monitorId: number, kept: KeptSpec): CheckSpec | null {
    if (kept.spec !== null) return kept.spec
    const spec = store.spec(monitorId)
    const settingsJson = spec === null ? null : settings.same(spec.settingsJson)
    if (spec !== null && settingsJson !== null) {
      spec.settingsJson = settingsJson
      kept.spec = spec
    }
    return spec
  }

  return {
    spec: read,
    usesBrowser(monitorId, kept) {
      if (kept.usesBrowser === null) {
        const spec = read(monitorId, kept)
        kept.usesBrowser = spec !== null && usesBrowser(spec)
      }
      return kept.usesBrowser
    },
    forget(kept) {
      if (kept.spec !== null) settings.letGo(kept.spec.settingsJson)
      kept.spec = null
    },
  }
}
