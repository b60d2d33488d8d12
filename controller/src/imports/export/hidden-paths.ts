import { HIDDEN } from '../../secrets/secret-box.ts'

type Settings = Readonly<Record<string, unknown>>

/** Where settings hide a secret, such as "settings.auth.password".
 *  @param settings as they are read */
export function hiddenPaths(settings: Settings, at = 'settings'): string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    if (value === HIDDEN) return [`${at}.${name}`]
    const isSection = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isSection ? hiddenPaths(value as Settings, `${at}.${name}`) : []
  })
}
