import type { Anchor, PageFacts } from '../facts.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { shortAttribute, strippedAttribute } from '../parse/attributes.ts'
import { attribute, hasAttribute, isHtmlElement, ownText, type Element } from '../parse/dom.ts'
import type { Place } from '../place.ts'
import { beginningOf, collapseSpace, tokensOf } from '../white-space.ts'
import { createBeyond } from './anchors-beyond.ts'
import { BoundedList } from './bounded-list.ts'
import type { Collector, ParsedPage } from './collector.ts'
import { NestedText } from './nested-text.ts'

type Growing = { -readonly [K in keyof Anchor]: Anchor[K] }

/** An anchor that is open, and what its content has told so far. */
interface OpenAnchor {
  readonly anchor: Growing
  hasImage: boolean
  hasOwnText: boolean
  /** title of a drawing in it. */
  drawing: string | null
}

export function collectAnchors(page: ParsedPage): Collector<PageFacts['anchors']> {
  const anchors = new BoundedList<Growing>(PAGE_LIMITS.listed)
  const beyond = createBeyond<Growing>(page.url, anchors.list)
  const texts = new NestedText<OpenAnchor>(PAGE_LIMITS.anchorCharacters)

  return {
    elements: ['a', 'area'],
    isOpen: () => texts.isOpen,
    enter(element, place) {
      texts.enter(element, place)
      const open = texts.innermost
      if (open !== undefined) readContent(open, element, place)
      const isAnchor = element.tagName === 'a' || element.tagName === 'area'
      if (!isAnchor || !isHtmlElement(element) || place.isInNoscript) return
      const make = () => {
        const anchor = anchorOf(element, place, page)
        texts.open({ anchor, hasImage: false, hasOwnText: false, drawing: null }, element, place)
        return anchor
      }
      if (anchors.isFull) beyond.add({ url: urlOf(element, page), rel: relOf(element) }, make)
      anchors.add(make)
    },
    text(text, place) {
      if (!texts.text(text, place)) return
      const open = texts.innermost
      if (open !== undefined) open.hasOwnText ||= /\S/.test(text)
    },
    leave(element) {
      const closed = texts.leave(element)
      if (closed === undefined) return
      const { anchor, hasImage, hasOwnText, drawing } = closed.owner
      const text = anchor.element === 'area' ? (anchor.alt ?? '') : closed.text
      anchor.text = beginningOf(collapseSpace(text), PAGE_LIMITS.anchorCharacters)
      anchor.isImage = hasImage && !hasOwnText
      if (anchor.text !== '') anchor.label = null
      else anchor.label ??= drawing
      const outer = texts.innermost
      if (outer === undefined) return
      outer.hasImage ||= hasImage
      outer.hasOwnText ||= hasOwnText
    },
    finish: () => ({ list: anchors.list, total: anchors.total, ...beyond.finish() }),
  }
}

function readContent(open: OpenAnchor, element: Element, place: Place): void {
  if (element.tagName === 'img' && isHtmlElement(element)) {
    if (!open.hasImage) open.anchor.alt = shortAttribute(element, 'alt')
    open.hasImage = true
  } else if (element.tagName === 'svg') {
    open.hasImage = true
    open.drawing ??= labelOf(element)
  } else if (element.tagName === 'title' && place.isInSvg) {
    open.drawing ??= collapsed(ownText(element))
  }
}

const urlOf = (element: Element, page: ParsedPage): string | null =>
  page.resolve(strippedAttribute(element, 'href'))

function anchorOf(element: Element, place: Place, page: ParsedPage): Growing {
  return {
    element: element.tagName === 'area' ? 'area' : 'a',
    href: strippedAttribute(element, 'href'),
    url: urlOf(element, page),
    text: '',
    label: labelOf(element),
    rel: relOf(element),
    role: shortAttribute(element, 'role')?.trim().toLowerCase() ?? null,
    isNamed: ['id', 'name'].some((name) => (attribute(element, name) ?? '') !== ''),
    target: shortAttribute(element, 'target'),
    hasDownload: hasAttribute(element, 'download'),
    hreflang: strippedAttribute(element, 'hreflang'),
    area: place.area,
    isImage: false,
    alt: element.tagName === 'area' ? shortAttribute(element, 'alt') : null,
  }
}

/** Words of rel in lower case. Search engines take commas between them too.
 *  Source: Google Search Central, "Qualify your outbound links to Google" */
function relOf(element: Element): string[] {
  const rel = shortAttribute(element, 'rel')
  return rel === null ? [] : tokensOf(rel.toLowerCase().replaceAll(',', ' '))
}

/** aria-label or title of an element; null where both are empty. */
function labelOf(element: Element): string | null {
  return (
    collapsed(shortAttribute(element, 'aria-label')) ?? collapsed(shortAttribute(element, 'title'))
  )
}

function collapsed(value: string | null): string | null {
  const text = value === null ? '' : collapseSpace(value)
  return text === '' ? null : beginningOf(text, PAGE_LIMITS.anchorCharacters)
}
