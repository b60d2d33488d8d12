import { keywordAttribute } from '../../page/parse/attributes.ts'
import type { Element } from '../../page/parse/dom.ts'
import { attribute, hasAttribute, isHtmlElement, ownText } from '../../page/parse/dom.ts'
import { tokensOf } from '../../page/white-space.ts'
import { isCalled, saysSomething } from './elements.ts'
import type { OwnRule } from './rule.ts'

/** What may stand in a list beside its items. */
const IN_LISTS = new Set(['li', 'script', 'template'])

const childElements = (element: Element): Element[] =>
  element.childNodes.flatMap((node) => ('tagName' in node ? [node] : []))

/** The level of a heading; null for other elements. */
export function headingLevel(element: Element): number | null {
  const level = isHtmlElement(element) ? /^h([1-6])$/.exec(element.tagName)?.[1] : undefined
  return level === undefined ? null : Number(level)
}

const idsIn = (element: Element, name: string): string[] => tokensOf(attribute(element, name))

/** What a viewport says that keeps people from zooming. */
function blocksZoom(content: string): boolean {
  const settings = new Map(
    content.split(/[,;]/).map((pair): [string, string] => {
      const [name = '', value = ''] = pair.split('=')
      return [name.trim().toLowerCase(), value.trim().toLowerCase()]
    }),
  )
  const maximum = Number.parseFloat(settings.get('maximum-scale') ?? '')
  const scalable = settings.get('user-scalable')
  return scalable === 'no' || scalable === '0' || (maximum > 0 && maximum < 2)
}

/** Rules about how a page is built: its language and title, headings, lists, tables, ids, zoom. */
export const STRUCTURE_RULES: readonly OwnRule[] = [
  {
    id: 'html-has-lang',
    isAboutHidden: true,
    impact: 'serious',
    tags: ['wcag2a', 'wcag311'],
    help: 'The page must say its language',
    advice: 'Give the html element a lang attribute.',
    applies: (element) => isCalled(element, 'html'),
    isKept: (element) => saysSomething(element, 'lang'),
  },
  {
    id: 'document-title',
    isAboutHidden: true,
    impact: 'serious',
    tags: ['wcag2a', 'wcag242'],
    help: 'The page must have a title',
    advice: 'Put a title element with text into the head.',
    applies: (element) => isCalled(element, 'head'),
    isKept: (element) =>
      childElements(element).some(
        (child) => isCalled(child, 'title') && ownText(child).trim() !== '',
      ),
  },
  {
    id: 'meta-viewport',
    isAboutHidden: true,
    impact: 'critical',
    tags: ['wcag2aa', 'wcag144'],
    help: 'Zooming must not be blocked',
    advice: 'Leave user-scalable=no and a maximum-scale below 2 out of the viewport.',
    applies: (element) =>
      isCalled(element, 'meta') && keywordAttribute(element, 'name') === 'viewport',
    isKept: (element) => !blocksZoom(attribute(element, 'content') ?? ''),
  },
  {
    id: 'heading-order',
    impact: 'moderate',
    tags: ['best-practice'],
    help: 'Heading levels should rise by one',
    advice: 'Use the level that follows the heading before it.',
    applies: (element) => headingLevel(element) !== null,
    isKept(element, page) {
      const before = page.levelBefore(element)
      return before === null || (headingLevel(element) ?? 1) <= before + 1
    },
  },
  {
    id: 'empty-heading',
    impact: 'minor',
    tags: ['best-practice'],
    help: 'Headings should not be empty',
    advice: 'Put text into the heading, or take it away.',
    applies: (element) => headingLevel(element) !== null,
    isKept: (element, page) => page.isFilled(element) || saysSomething(element, 'aria-label'),
  },
  {
    id: 'list',
    impact: 'serious',
    tags: ['wcag2a', 'wcag131'],
    help: 'Lists must hold only items',
    advice: 'Put everything in it into li elements.',
    applies: (element) => isCalled(element, 'ul', 'ol') && !hasAttribute(element, 'role'),
    isKept: (element) => childElements(element).every(({ tagName }) => IN_LISTS.has(tagName)),
  },
  {
    id: 'listitem',
    impact: 'serious',
    tags: ['wcag2a', 'wcag131'],
    help: 'List items must be in a list',
    advice: 'Put it into a ul or ol element.',
    applies: (element) => isCalled(element, 'li') && !hasAttribute(element, 'role'),
    isKept(element, page) {
      const parent = page.parentOf(element)
      return parent !== null && isCalled(parent, 'ul', 'ol', 'menu')
    },
  },
  {
    id: 'td-headers-attr',
    impact: 'serious',
    tags: ['wcag2a', 'wcag131'],
    help: 'The headers of a table cell must be there',
    advice: 'Name ids of header cells of the same table.',
    applies: (element) => isCalled(element, 'td', 'th') && hasAttribute(element, 'headers'),
    isKept: (element, page) => idsIn(element, 'headers').every((id) => page.ids.has(id)),
  },
  {
    id: 'duplicate-id-aria',
    isAboutHidden: true,
    impact: 'critical',
    tags: ['wcag2a', 'wcag412'],
    help: 'What fields and labels refer to must be there once',
    advice: 'Give each element an id of its own.',
    applies: (element) =>
      hasAttribute(element, 'aria-labelledby') ||
      hasAttribute(element, 'aria-describedby') ||
      (isCalled(element, 'label') && hasAttribute(element, 'for')),
    isKept: (element, page) =>
      ['aria-labelledby', 'aria-describedby', 'for']
        .flatMap((name) => idsIn(element, name))
        .every((id) => (page.ids.get(id) ?? 1) === 1),
  },
  {
    id: 'tabindex',
    impact: 'serious',
    tags: ['best-practice'],
    help: 'The order of focus should be that of the page',
    advice: 'Use no tabindex above 0.',
    applies: (element) => hasAttribute(element, 'tabindex'),
    isKept: (element) => !(Number.parseInt(attribute(element, 'tabindex') ?? '', 10) > 0),
  },
]
