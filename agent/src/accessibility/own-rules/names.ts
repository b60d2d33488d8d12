import { keywordAttribute } from '../../page/parse/attributes.ts'
import { attribute, hasAttribute } from '../../page/parse/dom.ts'
import type { Element } from '../../page/parse/dom.ts'
import { tokensOf } from '../../page/white-space.ts'
import { isCalled, saysSomething } from './elements.ts'
import type { OwnRule, PageIndex } from './rule.ts'

/** A name that an element's attributes give it. Source: accessible name computation 1.2 */
function isNamed(element: Element, page: PageIndex): boolean {
  if (saysSomething(element, 'aria-label') || saysSomething(element, 'title')) return true
  return tokensOf(attribute(element, 'aria-labelledby')).some((id) => page.ids.has(id))
}

const isPresentation = (element: Element): boolean =>
  /^(?:none|presentation)$/.test(keywordAttribute(element, 'role') ?? '')

const FIELDS_WITHOUT_LABEL = new Set(['hidden', 'submit', 'reset', 'button', 'image'])
const BUTTON_TYPES = new Set(['button', 'submit', 'reset'])

/** Rules about names: what an image, a link, a button, a field or a frame is called. */
export const NAME_RULES: readonly OwnRule[] = [
  {
    id: 'image-alt',
    impact: 'critical',
    tags: ['wcag2a', 'wcag111'],
    help: 'Images must have a text in their place',
    advice: 'Give it an alt attribute; an empty one where it only decorates.',
    applies: (element) => isCalled(element, 'img') && !isPresentation(element),
    isKept: (element, page) => hasAttribute(element, 'alt') || isNamed(element, page),
  },
  {
    id: 'input-image-alt',
    impact: 'critical',
    tags: ['wcag2a', 'wcag111', 'wcag412'],
    help: 'Image buttons must have a text in their place',
    advice: 'Give it an alt attribute that says what it does.',
    applies: (element) =>
      isCalled(element, 'input') && keywordAttribute(element, 'type') === 'image',
    isKept: (element, page) => saysSomething(element, 'alt') || isNamed(element, page),
  },
  {
    id: 'area-alt',
    impact: 'critical',
    tags: ['wcag2a', 'wcag244', 'wcag412'],
    help: 'Active areas of image maps must have a text',
    advice: 'Give it an alt attribute that says where it leads.',
    applies: (element) => isCalled(element, 'area') && hasAttribute(element, 'href'),
    isKept: (element, page) => saysSomething(element, 'alt') || isNamed(element, page),
  },
  {
    id: 'link-name',
    impact: 'serious',
    tags: ['wcag2a', 'wcag244', 'wcag412'],
    help: 'Links must have a text',
    advice: 'Put text into the link, or an image with an alt text, or an aria-label on it.',
    applies: (element) => isCalled(element, 'a') && hasAttribute(element, 'href'),
    isKept: (element, page) => page.isFilled(element) || isNamed(element, page),
  },
  {
    id: 'button-name',
    impact: 'critical',
    tags: ['wcag2a', 'wcag412'],
    help: 'Buttons must have a text',
    advice: 'Put text into the button, or an aria-label on it.',
    applies: (element) => isCalled(element, 'button'),
    isKept: (element, page) => page.isFilled(element) || isNamed(element, page),
  },
  {
    id: 'input-button-name',
    impact: 'critical',
    tags: ['wcag2a', 'wcag412'],
    help: 'Input buttons must have a text',
    advice: 'Give it a value that says what it does.',
    applies: (element) =>
      isCalled(element, 'input') && BUTTON_TYPES.has(keywordAttribute(element, 'type') ?? ''),
    isKept: (element, page) =>
      // Browsers have a text of their own for submit and reset.
      (!hasAttribute(element, 'value') && keywordAttribute(element, 'type') !== 'button') ||
      saysSomething(element, 'value') ||
      isNamed(element, page),
  },
  {
    id: 'label',
    impact: 'critical',
    tags: ['wcag2a', 'wcag412'],
    help: 'Form fields must have a label',
    advice: 'Put it into a label element, or give it an id that a label is for.',
    applies: (element) =>
      isCalled(element, 'textarea', 'select') ||
      (isCalled(element, 'input') &&
        !FIELDS_WITHOUT_LABEL.has(keywordAttribute(element, 'type') ?? 'text')),
    isKept: (element, page) =>
      page.isInLabel(element) ||
      page.labelled.has(attribute(element, 'id') ?? '') ||
      isNamed(element, page),
  },
  {
    id: 'frame-title',
    impact: 'serious',
    tags: ['wcag2a', 'wcag412'],
    help: 'Frames must have a title',
    advice: 'Give it a title attribute that says what it shows.',
    applies: (element) => isCalled(element, 'iframe', 'frame'),
    isKept: (element, page) => isNamed(element, page) || isPresentation(element),
  },
]
