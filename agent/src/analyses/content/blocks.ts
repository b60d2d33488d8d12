import { BLOCK_ELEMENTS } from '../../page/elements.ts'
import type { PageFacts, TextBlock } from '../../page/facts.ts'
import { collapseSpace } from '../../page/white-space.ts'
import type { DomElement } from './dom.ts'

/** A piece of the main text that no block border goes through. */
export type MainBlock = Pick<TextBlock, 'kind' | 'text'>

const KINDS: ReadonlyMap<string, TextBlock['kind']> = new Map([
  ...['H1', 'H2', 'H3', 'H4', 'H5', 'H6'].map((name) => [name, 'heading'] as const),
  ['P', 'paragraph'],
  ...['LI', 'DT', 'DD'].map((name) => [name, 'item'] as const),
  ...['TD', 'TH'].map((name) => [name, 'cell'] as const),
])

/** The blocks of text in an element, in document order. */
export function blocksOf(root: DomElement): readonly MainBlock[] {
  const blocks: MainBlock[] = []
  let pieces: string[] = []
  /** Only white space came since the last line break. */
  let isAfterBreak = false
  const endBlock = (kind: TextBlock['kind']) => {
    const text = collapseSpace(pieces.join(''))
    pieces = []
    isAfterBreak = false
    if (text !== '') blocks.push({ kind, text })
  }
  const read = (element: DomElement, around: TextBlock['kind']) => {
    const isBlock = BLOCK_ELEMENTS.has(element.tagName.toLowerCase())
    const kind = KINDS.get(element.tagName) ?? around
    if (isBlock) endBlock(around)
    for (let node = element.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 3) {
        pieces.push(node.data)
        if (/\S/.test(node.data)) isAfterBreak = false
      } else if (node.tagName !== 'BR') read(node, kind)
      // Two line breaks running are how older pages part paragraphs.
      else if (isAfterBreak) endBlock(kind)
      else {
        pieces.push(' ')
        isAfterBreak = true
      }
    }
    if (isBlock) endBlock(kind)
  }
  read(root, 'other')
  endBlock('other')
  return blocks
}

/** The blocks of a page's main part, or of what is no navigation, header, footer or aside; all of them
 *  where neither has text. */
export function mainBlocksOf({ text: { blocks } }: PageFacts): readonly MainBlock[] {
  const main = blocks.filter(({ area }) => area === 'main')
  if (main.length > 0) return main
  const body = blocks.filter(({ area }) => area === 'body')
  return body.length > 0 ? body : blocks
}
