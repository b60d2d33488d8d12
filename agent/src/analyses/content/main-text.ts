import type { PageFacts } from '../../page/facts.ts'
import type { Document } from '../../page/parse/dom.ts'
import { resolveUrl } from '../../page/resolve-url.ts'
import { blocksOf, mainBlocksOf, type MainBlock } from './blocks.ts'
import type { DomDocument, DomElement } from './dom.ts'
import { mainElementOf } from './main-element.ts'
import { readableDocument } from './readable-document.ts'

/** The main text of a page, boilerplate removed. */
export interface MainText {
  readonly blocks: readonly MainBlock[]
  /** What the blocks were read from; null on pages that are too large or too deep to look for their main
   *  text, or no HTML: there the blocks are those of the main landmark. */
  readonly element: DomElement | null
}

/** Finds the main text of a page. Linear in the page's size, but for a part of it that has a bound. */
export function mainTextOf(tree: Document, facts: PageFacts): MainText {
  const document = documentOf(tree, facts)
  if (document === null) return { blocks: mainBlocksOf(facts), element: null }
  const element = mainElementOf(document)
  return { blocks: blocksOf(element), element }
}

function documentOf(tree: Document, { document }: PageFacts): DomDocument | null {
  const isNoHtml = document.elements === 0
  if (isNoHtml || document.isCut) return null
  return readableDocument(tree, (reference) => resolveUrl(reference, document.baseUrl))
}
