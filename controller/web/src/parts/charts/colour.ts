import type { Appearance } from '../../data/preferences.ts'

const LIGHT_DARK = /^light-dark\((.+?),\s*(.+)\)$/

/** A colour of the tokens for a canvas, which does not know light-dark(). */
export function colourOf(style: CSSStyleDeclaration, name: string, look: Appearance): string {
  const value = style.getPropertyValue(name).trim()
  const [, light = value, dark = value] = LIGHT_DARK.exec(value) ?? []
  const isDark =
    look === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : look === 'dark'
  return isDark ? dark : light
}
