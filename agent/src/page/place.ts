import { html } from 'parse5'
import type { PageArea, TextBlock } from './facts.ts'
import { attribute, hasAttribute, isHtmlElement, type Element } from './parse/dom.ts'
import { words } from './words.ts'

/** What an element's ancestors, and the element itself, make of where it stands. Shared by all elements
 *  that change nothing. */
export interface Place {
  readonly area: PageArea
  readonly isInHead: boolean
  readonly isInNoscript: boolean
  /** Not seen: hidden by an attribute, or content that browsers do not show. */
  readonly isHidden: boolean
  /** The same of the element itself: a field is seen, while what it holds is not shown as text. */
  readonly isOutOfSight: boolean
  /** Hidden from assistive technology. */
  readonly isAriaHidden: boolean
  /** In a drawing, and not in HTML inside it. */
  readonly isInSvg: boolean
  /** In article, aside, main, nav or section, or in what has the role of one: there a header or footer is
   *  none of the page. */
  readonly isInSection: boolean
  /** What the nearest element around says text in it is. */
  readonly block: TextBlock['kind']
}

export const OUTERMOST: Place = {
  area: 'body',
  isInHead: false,
  isInNoscript: false,
  isHidden: false,
  isOutOfSight: false,
  isAriaHidden: false,
  isInSvg: false,
  isInSection: false,
  block: 'other',
}

const AREAS_BY_ROLE: ReadonlyMap<string, PageArea> = new Map([
  ['navigation', 'nav'],
  ['banner', 'header'],
  ['contentinfo', 'footer'],
  ['main', 'main'],
  ['complementary', 'aside'],
])

const AREAS_BY_ELEMENT: ReadonlyMap<string, PageArea> = new Map([
  ['nav', 'nav'],
  ['header', 'header'],
  ['footer', 'footer'],
  ['main', 'main'],
  ['aside', 'aside'],
])

const SECTIONS = new Set(['article', 'aside', 'main', 'nav', 'section'])
const SECTION_ROLES = new Set(['article', 'complementary', 'main', 'navigation', 'region'])

const KINDS: ReadonlyMap<string, TextBlock['kind']> = new Map([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, 'heading'] as const),
  ['p', 'paragraph'],
  ...['li', 'dt', 'dd'].map((name) => [name, 'item'] as const),
  ...['td', 'th'].map((name) => [name, 'cell'] as const),
])

/** Elements whose content is not text of the page: what older browsers show, and fields' values. */
const NOT_SHOWN = new Set(words('head noscript rp', 'audio video canvas select datalist textarea'))

/** Elements that stand in another place than what is around them, whatever their attributes. */
const PLACING_ELEMENTS: ReadonlySet<string> = new Set([
  ...NOT_SHOWN,
  ...SECTIONS,
  ...KINDS.keys(),
  ...AREAS_BY_ELEMENT.keys(),
  'dialog',
])
const PLACING_ATTRIBUTES = new Set(['hidden', 'popover', 'style', 'aria-hidden', 'role'])

/** Whether nothing of an element says that it stands elsewhere: most do not, and a page has thousands. */
function isPlain({ tagName, attrs, namespaceURI }: Element): boolean {
  if (namespaceURI !== html.NS.HTML || PLACING_ELEMENTS.has(tagName)) return false
  for (const { name } of attrs) if (PLACING_ATTRIBUTES.has(name)) return false
  return true
}

/** The place that an element makes for itself and for what is in it. */
export function placeWithin(element: Element, around: Place): Place {
  if (!around.isInSvg && isPlain(element)) return around
  const { tagName } = element
  if (!isHtmlElement(element)) {
    const isInSvg = element.namespaceURI === html.NS.SVG
    return around.isInSvg === isInSvg ? around : { ...around, isInSvg }
  }
  const isOutOfSight = around.isHidden || isHiddenByAttribute(element)
  const isHidden = isOutOfSight || NOT_SHOWN.has(tagName)
  const isAriaHidden = around.isAriaHidden || attribute(element, 'aria-hidden') === 'true'
  const role = roleOf(element)
  const area = areaOf(element, role, around)
  const isInHead = around.isInHead || tagName === 'head'
  const isInNoscript = around.isInNoscript || tagName === 'noscript'
  const isInSection =
    around.isInSection || SECTIONS.has(tagName) || (role !== null && SECTION_ROLES.has(role))
  const block = KINDS.get(tagName) ?? around.block
  const isSame =
    isHidden === around.isHidden &&
    isOutOfSight === around.isOutOfSight &&
    isAriaHidden === around.isAriaHidden &&
    area === around.area &&
    isInHead === around.isInHead &&
    isInNoscript === around.isInNoscript &&
    isInSection === around.isInSection &&
    block === around.block &&
    !around.isInSvg
  if (isSame) return around
  // HTML inside SVG (foreignObject) is HTML again.
  const isInSvg = false
  return {
    area,
    isInHead,
    isInNoscript,
    isHidden,
    isOutOfSight,
    isAriaHidden,
    isInSvg,
    isInSection,
    block,
  }
}

const FIELDS_WITH_CONTENT = new Set(['select', 'textarea'])

/** Whether nobody meets an element: it is hidden from eyes, or from assistive technology.
 *  @param place that the element makes */
export function isUnmet({ tagName }: Element, place: Place): boolean {
  const isUnseen = FIELDS_WITH_CONTENT.has(tagName) ? place.isOutOfSight : place.isHidden
  return isUnseen || place.isAriaHidden
}

/** The first word of role in lower case; null without any. */
function roleOf(element: Element): string | null {
  const role = attribute(element, 'role')
  if (role === null) return null
  const [first = ''] = role.trim().toLowerCase().split(/\s/, 1)
  return first === '' ? null : first
}

function areaOf({ tagName }: Element, role: string | null, around: Place): PageArea {
  // A role that is no landmark takes the element's own away.
  if (role !== null) return AREAS_BY_ROLE.get(role) ?? around.area
  // Source: HTML-AAM 1.0, section 3.5: a header or footer within a section is no landmark.
  if ((tagName === 'header' || tagName === 'footer') && around.isInSection) return around.area
  return AREAS_BY_ELEMENT.get(tagName) ?? around.area
}

/** hidden, an inline style that says so, a popover, or a dialog that is not open. */
function isHiddenByAttribute(element: Element): boolean {
  const hidden = attribute(element, 'hidden')
  if (hidden !== null && hidden.toLowerCase() !== 'until-found') return true
  if (hasAttribute(element, 'popover')) return true
  if (element.tagName === 'dialog' && !hasAttribute(element, 'open')) return true
  const style = attribute(element, 'style')
  return (
    style !== null &&
    /(?:^|;)\s{0,9}(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden)/i.test(style)
  )
}
