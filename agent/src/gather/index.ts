import { gatherAxe } from './axe.ts'
import { gatherCrossOrigin } from './cross-origin.ts'
import type { GatheredName, Gatherer } from './gatherer.ts'
import { gatherPage } from './page.ts'
import { gatherPlainHttp } from './plain-http.ts'
import { gatherResources } from './resources.ts'

/** Every artifact that is fetched. */
export const GATHERERS = {
  axe: gatherAxe,
  crossOrigin: gatherCrossOrigin,
  page: gatherPage,
  plainHttp: gatherPlainHttp,
  resources: gatherResources,
} as const satisfies Partial<{ [K in GatheredName]: Gatherer<K> }>
