import type { SettingsOf } from '@sightline/shared/monitor-types/registry'

type Settings = SettingsOf<'web'>

/** What the plain request of a check is judged by: where the page is rendered, the keyword is looked for
 *  there. */
export function plainSettings(settings: Settings): Settings {
  if (!settings.render.enabled) return settings
  return { ...settings, keyword: null, render: { ...settings.render, enabled: false } }
}
