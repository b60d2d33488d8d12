import { z } from 'zod'
import type { RawSettings } from './description.ts'
import { fieldOf, innerSchema } from './inner-schema.ts'

/** Which settings this side knows. Raised with every setting that is added, which says so by `since`: only agents
 *  that know it are sent a monitor that makes use of it, and all are sent those that leave it at its default. */
export const SETTINGS_VERSION = 1

const SINCE = z.registry<{ readonly version: number }>()

/** Marks a setting that the first version did not have.
 *  @param field with its default: what monitors without it do */
export function since<Field extends z.ZodType>(version: number, field: Field): Field {
  SINCE.add(field, { version })
  return field
}

/** The version with which a setting came. */
export function versionOfSetting(field: z.ZodType): number {
  return SINCE.get(field)?.version ?? 1
}

/** The first setting that an agent does not know, as "render.waitFor"; null: it knows all.
 *  @param shape of the type
 *  @param settings without defaults: what is at its default nobody need know
 *  @param known the agent's version */
export function unknownSetting(
  shape: z.ZodObject,
  settings: RawSettings,
  known: number,
): string | null {
  for (const [name, value] of Object.entries(settings)) {
    const field = fieldOf(shape, name)
    if (field === undefined) continue
    if (versionOfSetting(field) > known) return name
    const within = innerSchema(field)
    if (!(within instanceof z.ZodObject) || typeof value !== 'object' || value === null) continue
    const found = unknownSetting(within, value as RawSettings, known)
    if (found !== null) return `${name}.${found}`
  }
  return null
}

/** The version of settings that an agent must know for a monitor.
 *  @param settings without defaults */
export function neededSettingsVersion(shape: z.ZodObject, settings: RawSettings): number {
  const versions = Object.entries(settings).map(([name, value]) => {
    const field = fieldOf(shape, name)
    if (field === undefined) return 1
    const within = innerSchema(field)
    const isSection = within instanceof z.ZodObject && typeof value === 'object' && value !== null
    const inside = isSection ? neededSettingsVersion(within, value as RawSettings) : 1
    return Math.max(versionOfSetting(field), inside)
  })
  return Math.max(1, ...versions)
}
