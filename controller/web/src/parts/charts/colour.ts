import type { Appearance } from '../../data/preferences.ts'

const LIGHT_DARK = /^light-dark\((.+?),\s*(.+)\)$/

/** Both values by the name of the token: they stay while the page is open, and a computed style costs a look at the
 *  whole page. */
const known = new Map<string, { readonly light: string; readonly dark: string }>()

function read(style: CSSStyleDeclaration, name: string): { light: string; dark: string } {
  const value = style.getPropertyValue(name).trim()
  const [, light = value, dark = value] = LIGHT_DARK.exec(value) ?? []
  return { light, dark }
}

/** Colours of the tokens for a canvas, which does not know light-dark(). */
export function coloursOf(element: Element, look: Appearance): (name: string) => string {
  const style = getComputedStyle(element)
  const isDark =
    look === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : look === 'dark'
  return (name) => {
    const both = known.get(name) ?? read(style, name)
    known.set(name, both)
    return isDark ? both.dark : both.light
  }
}
