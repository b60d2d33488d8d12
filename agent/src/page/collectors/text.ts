import { BLOCK_ELEMENTS } from '../elements.ts'
import type { PageFacts, TextBlock } from '../facts.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { isHtmlElement } from '../parse/dom.ts'
import { OUTERMOST, type Place } from '../place.ts'
import { beginningOf, collapseSpace } from '../white-space.ts'
import type { Collector } from './collector.ts'

const BORDERS = [...BLOCK_ELEMENTS, 'br']

export function collectText(): Collector<PageFacts['text']> {
  const blocks: TextBlock[] = []
  let characters = 0
  let bytes = 0
  /** Of the block that is open, from its first word on; empty where none is. */
  let open = ''
  let place: Place = OUTERMOST
  /** Whether only white space followed the last line break. */
  let isAfterBreak = false

  const endBlock = () => {
    if (open === '') return
    const text = collapseSpace(open)
    open = ''
    // The space between two blocks counts, as it does where the text is read as one.
    const between = characters === 0 ? 0 : 1
    const room = PAGE_LIMITS.textCharacters - characters
    characters += text.length + between
    bytes += Buffer.byteLength(text) + between
    if (room <= 0) return
    blocks.push({ kind: place.block, text: beginningOf(text, room), area: place.area })
  }
  const lineBreak = () => {
    // Two running are how older pages part paragraphs.
    if (isAfterBreak) endBlock()
    else if (open !== '') open += ' '
    isAfterBreak = open !== ''
  }

  return {
    elements: BORDERS,
    enter(element, within) {
      if (within.isHidden || !isHtmlElement(element)) return
      if (element.tagName === 'br') lineBreak()
      else if (BLOCK_ELEMENTS.has(element.tagName)) endBlock()
    },
    leave(element, within) {
      if (within.isHidden || !isHtmlElement(element)) return
      if (BLOCK_ELEMENTS.has(element.tagName)) endBlock()
    },
    text(text, within) {
      if (within.isHidden || within.isInSvg || within.isInNoscript) return
      const hasWords = /\S/.test(text)
      if (hasWords) isAfterBreak = false
      if (open === '') {
        if (!hasWords) return
        place = within
      }
      open += text
    },
    finish: () => {
      endBlock()
      return { blocks, characters, bytes }
    },
  }
}
