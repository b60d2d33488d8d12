import { MONITOR_STATUSES, MONITOR_TYPES } from '@sightline/shared/check-words'
import { RegionCode } from '@sightline/shared/regions'
import { z } from 'zod'
import type { MonitorFilters } from '../../db/monitor-reads.ts'
import { booleanParameter, wordList } from './parameters.ts'

const texts = {
  region: RegionCode.optional().meta({ description: 'Only those checked from a location.' }),
  tag: z.string().max(50).optional().meta({ description: 'Only those with a tag.' }),
  search: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Only those whose name or url holds this text, in any case.' }),
}

const ACTIVE = { description: 'false: only paused ones.' }

/** The filters as parameters of a query. Source: decisions, section 7 */
export const monitorFilterParameters = {
  status: wordList(MONITOR_STATUSES, 'Only monitors of a status').optional(),
  type: wordList(MONITOR_TYPES, 'Only monitors of a type').optional(),
  active: booleanParameter.optional().meta(ACTIVE),
  ...texts,
}

/** A list in JSON, or the text that a query would have. */
function wordsOrText<const W extends string>(words: readonly W[], description: string) {
  return z
    .union([z.array(z.enum(words)).min(1), wordList(words, description)])
    .meta({ description: `${description}, or of one of several.`, example: [words[0]] })
}

/** The same filters in a body; {} is every monitor. */
export const MonitorFilter = z
  .strictObject({
    status: wordsOrText(MONITOR_STATUSES, 'Only monitors of a status').optional(),
    type: wordsOrText(MONITOR_TYPES, 'Only monitors of a type').optional(),
    active: z.boolean().optional().meta(ACTIVE),
    ...texts,
  })
  .meta({ description: 'The filters of GET /monitors; {} is every monitor of the workspace.' })

/** What was asked as the services take it. */
export function filtersOf(asked: z.output<typeof MonitorFilter>): MonitorFilters {
  return {
    statuses: asked.status ?? null,
    types: asked.type ?? null,
    active: asked.active ?? null,
    region: asked.region ?? null,
    tag: asked.tag ?? null,
    search: asked.search ?? null,
  }
}
