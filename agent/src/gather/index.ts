import type { GatheredName, Gatherer } from './gatherer.ts'
import { gatherPage } from './page.ts'

/** Every artifact that is fetched. */
export const GATHERERS = {
  page: gatherPage,
} as const satisfies Partial<{ [K in GatheredName]: Gatherer<K> }>
