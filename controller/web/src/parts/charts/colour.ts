const LIGHT_DARK = /^light-dark\((.+?),\s*(.+)\)$/

/** A colour of the tokens for a canvas, which does not know light-dark(). */
export function colourOf(style: CSSStyleDeclaration, name: string): string {
  const value = style.getPropertyValue(name).trim()
  const [, light = value, dark = value] = LIGHT_DARK.exec(value) ?? []
  const chosen = document.documentElement.dataset['appearance']
  const isDark =
    chosen === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
  return isDark ? dark : light
}
