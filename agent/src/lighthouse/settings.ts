import type { DeviceName } from '@sightline/shared/analyses/device'
import type { Config, Flags } from 'lighthouse'
import { defaultConfig, desktopConfig } from 'lighthouse'
import path from 'node:path'
import {
  DIAGNOSTIC_AUDITS,
  METRIC_AUDITS,
  OPPORTUNITY_AUDITS,
  SCORE_CATEGORIES,
  THIRD_PARTIES_AUDIT,
} from './audit-ids.ts'
import { SafeSourceMaps } from './safe-source-maps.ts'

/** Pages with third parties that hang would take the default's 45 s and more. Source: analyses design,
 *  section 0 */
const MAX_LOAD_MS = 25_000
const MIN_LOAD_MS = 5_000
const MAX_FIRST_PAINT_MS = 15_000
/** What comes before and after the load takes 5 s, on a busy machine three times that. */
const OTHERS_MS = 18_000

/** Audits that are asked for whatever they count. */
const ASKED: ReadonlySet<string> = new Set([
  ...Object.values(METRIC_AUDITS),
  ...Object.values(DIAGNOSTIC_AUDITS),
  ...OPPORTUNITY_AUDITS,
  THIRD_PARTIES_AUDIT,
])

const idOf = (file: string): string => path.posix.basename(file)

/** Lighthouse's own audits, those alone that are read or count: the others take time, and some of them
 *  lead the page elsewhere (the back/forward cache) or take pictures of it. */
export function labConfig(): Config {
  const { audits, categories, artifacts, groups } = defaultConfig
  const kept = Object.values(SCORE_CATEGORIES).map((id) => {
    const category = categories?.[id]
    if (category === undefined) throw new Error(`Lighthouse has no category "${id}"`)
    const auditRefs = category.auditRefs.filter(
      ({ id: audit, weight }) => weight > 0 || ASKED.has(audit),
    )
    return [id, { ...category, auditRefs }] as const
  })
  const wanted = new Set(kept.flatMap(([, { auditRefs }]) => auditRefs.map(({ id }) => id)))
  return {
    artifacts: (artifacts ?? []).map((artifact) =>
      artifact.id === 'SourceMaps'
        ? { id: artifact.id, gatherer: { instance: new SafeSourceMaps() } }
        : artifact,
    ),
    audits: (audits ?? []).filter((audit) => typeof audit === 'string' && wanted.has(idOf(audit))),
    categories: Object.fromEntries(kept),
    groups: groups ?? {},
  }
}

/** Settings of a run: those of PageSpeed Insights, but for the limits.
 *  @param leftMs time for the whole run: the page gets what the rest can do without */
export function labFlags(device: DeviceName, leftMs: number): Flags {
  const maxWaitForLoad = Math.min(MAX_LOAD_MS, Math.max(MIN_LOAD_MS, leftMs - OTHERS_MS))
  const ofDevice = device === 'desktop' ? desktopConfig.settings : defaultConfig.settings
  const { formFactor, throttling, screenEmulation, emulatedUserAgent } = ofDevice ?? {}
  return {
    formFactor,
    throttling,
    screenEmulation,
    emulatedUserAgent,
    throttlingMethod: 'simulate',
    maxWaitForLoad,
    maxWaitForFcp: Math.min(MAX_FIRST_PAINT_MS, maxWaitForLoad),
    disableFullPageScreenshot: true,
    // What a site answers with is data. Source: decisions, section 4
    ignoreStatusCode: true,
    locale: 'en-US',
    logLevel: 'silent',
  } as Flags
}
