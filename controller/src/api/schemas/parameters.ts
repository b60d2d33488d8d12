import { clampedInteger } from '@sightline/shared/clamped-integer'
import { z } from 'zod'

/** Paging of a list. */
export function paging(maxPer: number) {
  return {
    page: clampedInteger({ min: 1, max: 1_000_000, default: 1, description: 'Page, from 1.' }),
    per: clampedInteger({ min: 1, max: maxPer, default: 50, description: 'Entries of a page.' }),
  }
}

/** One or several words of a list, separated by commas. */
export function wordList<const W extends string>(words: readonly W[], description: string) {
  return z
    .string()
    .transform((text, context): W[] => {
      const asked = text.split(',').map((part) => part.trim())
      const known = words.filter((word) => asked.includes(word))
      if (asked.every((part) => (words as readonly string[]).includes(part))) return known
      context.issues.push({
        code: 'custom',
        message: `must be one of ${words.join(', ')}, or several of them separated by commas`,
        input: text,
      })
      return z.NEVER
    })
    .meta({ description: `${description}: ${words.join(', ')}; several separated by commas.` })
}

/** true or false in a query. */
export const booleanParameter = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((word) => word === 'true' || word === '1')

/** The id of a monitor in a path. Any text will do: what is no id is no monitor's, 404. */
export const MonitorPath = z.object({
  id: z.string().meta({ description: 'Id of the monitor.', example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd' }),
})
