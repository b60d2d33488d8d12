import type { DomElement, DomWindow } from './dom.ts'

const HTML = 'http://www.w3.org/1999/xhtml'

/** Elements of HTML: the title of a drawing is the drawing's name. */
const NEVER_SHOWN = new Set([
  'datalist',
  'head',
  'link',
  'meta',
  'noscript',
  'script',
  'style',
  'template',
  'title',
])

/** What a rule that needs no layout asks of a style. */
const UNSTYLED = {
  backgroundColor: 'rgba(0, 0, 0, 0)',
  backgroundImage: 'none',
  clip: 'auto',
  clipPath: 'none',
  color: 'rgb(0, 0, 0)',
  content: 'none',
  float: 'none',
  fontSize: '16px',
  fontWeight: '400',
  height: 'auto',
  left: 'auto',
  opacity: '1',
  overflow: 'visible',
  top: 'auto',
  width: 'auto',
} as const

type Style = Readonly<Record<string, unknown>>

const camelCase = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

function styleWith(own: Readonly<Record<string, string>>): Style {
  const values: Record<string, string> = { ...UNSTYLED, ...own }
  return { ...values, getPropertyValue: (name: string) => values[camelCase(name)] ?? '' }
}

const PSEUDO = styleWith({ display: 'inline', visibility: 'visible', position: 'static' })

/** Makes a window tell styles by attributes alone: the hidden attribute, inline styles, and what is never
 *  shown. jsdom's own cascade took 5 to 27 s of a page of 200 kB, and without layout, and without the
 *  style sheets, which are not loaded, it would not know more that matters. */
export function tellStylesQuickly(window: DomWindow): void {
  const known = new WeakMap<DomElement, Style>()

  function visibilityOf(element: DomElement): string {
    for (let each: DomElement | null = element; each !== null; each = each.parentElement) {
      const own = each.style?.visibility ?? ''
      if (own !== '' && own !== 'inherit') return own
    }
    return 'visible'
  }

  function styleOf(element: DomElement): Style {
    const { style, localName } = element
    const isHidden =
      element.hasAttribute('hidden') ||
      (element.namespaceURI === HTML &&
        (NEVER_SHOWN.has(localName) || (localName === 'dialog' && !element.hasAttribute('open'))))
    return styleWith({
      display: (style?.display ?? '') || (isHidden ? 'none' : 'block'),
      visibility: visibilityOf(element),
      position: (style?.position ?? '') || 'static',
    })
  }

  window.getComputedStyle = (element, pseudo) => {
    if (pseudo !== undefined && pseudo !== null && pseudo !== '') return PSEUDO
    const style = known.get(element) ?? styleOf(element)
    known.set(element, style)
    return style
  }
}
