import { z } from 'zod'
import type { MonitorSet, MonitorSetChange } from '../../monitors/bulk-change.ts'
import { MAX_RESULTS } from '../../monitors/bulk-change.ts'
import { label } from '../../input/fields.ts'
import { IntervalMinutes, MAX_TAGS } from '../../monitors/monitor-fields.ts'
import { UsageObject } from './answers.ts'
import { MonitorObject } from './monitor.ts'
import { filtersOf, MonitorFilter } from './monitor-filters.ts'

/** Most monitors named in one call. Source: decisions, section 7 */
export const MAX_SET_IDS = 100

const tags = (what: string) =>
  z
    .array(label(50))
    .max(MAX_TAGS)
    .transform((sent) => [...new Set(sent)])
    .optional()
    .meta({ description: what, example: ['shop'] })

const fields = z.strictObject({
  ids: z
    .array(z.string())
    .min(1)
    .max(MAX_SET_IDS)
    .optional()
    .meta({
      description: `The monitors by id, 1 to ${MAX_SET_IDS}; one named twice counts once. Either ids or filter.`,
      example: ['mon_4fTq1Zb7Kx0Pq2Lr9sWd'],
    }),
  filter: MonitorFilter.optional(),
  action: z.enum(['pause', 'resume']).optional().meta({
    description: 'What is done, as with POST /monitors/{id}/pause and /resume.',
    example: 'pause',
  }),
  intervalMinutes: IntervalMinutes.optional(),
  addTags: tags('Tags that each is given, besides those it has.'),
  removeTags: tags('Tags that are taken away.'),
})
type Fields = z.output<typeof fields>

/** Body of PATCH /monitors: which monitors, and what they are to become. */
export const MonitorSetChangeBody = fields
  .transform((sent, context): { set: MonitorSet; change: MonitorSetChange } => {
    const { set, change } = { set: setOf(sent), change: changeOf(sent) }
    if ('field' in set) return refuse(context, sent, set)
    if ('field' in change) return refuse(context, sent, change)
    return { set, change }
  })
  .meta({
    description:
      'ids or filter, and action, intervalMinutes, or addTags and removeTags. All but action need ids: a filter could change every monitor of the workspace by mistake.',
  })

interface Refused {
  readonly field: keyof Fields
  /** What the field must be, as in "it must be …". */
  readonly message: string
}

function refuse(
  context: z.RefinementCtx<Fields>,
  sent: Fields,
  { field, message }: Refused,
): never {
  context.issues.push({ code: 'custom', path: [field], message, input: sent[field] })
  return z.NEVER
}

function setOf({
  ids,
  filter,
  intervalMinutes,
  addTags,
  removeTags,
}: Fields): MonitorSet | Refused {
  if (ids !== undefined && filter !== undefined) {
    return { field: 'filter', message: 'cannot be sent together with ids' }
  }
  if (ids !== undefined) return { ids }
  if (filter === undefined) {
    const message = `must be 1 to ${MAX_SET_IDS} ids, unless filter says which monitors ({} is every one)`
    return { field: 'ids', message }
  }
  if (intervalMinutes !== undefined) {
    return { field: 'filter', message: 'cannot be sent together with intervalMinutes: send ids' }
  }
  if (addTags !== undefined || removeTags !== undefined) {
    return { field: 'filter', message: 'cannot be sent together with tags: send ids' }
  }
  return { filter: filtersOf(filter) }
}

function changeOf(sent: Fields): MonitorSetChange | Refused {
  const { action, intervalMinutes, addTags, removeTags } = sent
  if (addTags !== undefined || removeTags !== undefined) {
    if (action === undefined && intervalMinutes === undefined) {
      return { tags: { add: addTags ?? [], remove: removeTags ?? [] } }
    }
    const field = addTags === undefined ? 'removeTags' : 'addTags'
    return { field, message: 'cannot be sent together with action or intervalMinutes' }
  }
  if (action !== undefined && intervalMinutes !== undefined) {
    return { field: 'intervalMinutes', message: 'cannot be sent together with action' }
  }
  if (action !== undefined) return { action }
  if (intervalMinutes !== undefined) return { intervalMinutes }
  const message =
    'must be pause or resume, unless intervalMinutes, addTags or removeTags says what to change'
  return { field: 'action', message }
}

/** Ids in a query, separated by commas; a comma too many is passed over. */
export const IdsQuery = z.object({
  ids: z
    .string(`must hold 1 to ${MAX_SET_IDS} ids separated by commas`)
    .transform((text, context) => {
      const ids = text.split(',').flatMap((part) => part.trim() || [])
      if (ids.length >= 1 && ids.length <= MAX_SET_IDS) return [...new Set(ids)]
      const count = ids.length === 0 ? 'none' : `${ids.length}`
      const message = `must hold 1 to ${MAX_SET_IDS} ids separated by commas, there are ${count}`
      context.issues.push({ code: 'custom', message, input: text })
      return z.NEVER
    })
    .meta({
      description: `The monitors by id, 1 to ${MAX_SET_IDS}, separated by commas; one named twice counts once.`,
      example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd,mon_9XbQ4mT1yKz8Lp7Hc2Vn',
    }),
})

const id = z.string().meta({
  description: 'Id as it was sent, or of a monitor the filter found.',
  example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd',
})
const error = z.string().meta({
  description: 'Why not, for people.',
  example: 'There is no monitor with the id "mon_9XbQ4mT1yKz8Lp7Hc2Vn" in the workspace.',
})
const no = z.literal(false).meta({ description: 'Nothing was done to it.' })

/** The answer of PATCH /monitors. */
export const MonitorSetAnswer = z.object({
  updated: z.int().meta({
    description: 'Monitors that are now as asked; those that were so before count too.',
    example: 2,
  }),
  results: z
    .array(
      z.discriminatedUnion('ok', [
        z.object({
          id,
          ok: z.literal(true).meta({ description: 'It is as asked.' }),
          monitor: MonitorObject,
        }),
        z.object({ id, ok: no, error }),
      ]),
    )
    .meta({
      description: `What became of each: in the order of ids, or of a filter's the ${MAX_RESULTS} newest.`,
    }),
  usage: UsageObject,
})

/** The answer of DELETE /monitors. */
export const MonitorSetDeleted = z.object({
  deleted: z.int().meta({ description: 'Monitors that were deleted.', example: 2 }),
  results: z
    .array(
      z.discriminatedUnion('ok', [
        z.object({ id, ok: z.literal(true).meta({ description: 'It was deleted.' }) }),
        z.object({ id, ok: no, error }),
      ]),
    )
    .meta({ description: 'What became of each, in the order of ids.' }),
  usage: UsageObject,
})
