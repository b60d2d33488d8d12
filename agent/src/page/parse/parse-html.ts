import { Parser } from 'parse5'
import {
  attribute,
  isHtmlElement,
  type ChildNode,
  type Document,
  type Element,
  type Template,
} from './dom.ts'
import { declaresShadowTree, flattenShadowTrees, type ShadowTrees } from './flatten-shadow-trees.ts'
import { takeLongStrides } from './run-tokenizer.ts'
import { boundedTree, TreeTooLarge } from './tree-budget.ts'

/** The tree of a page as a browser that runs scripts builds it, with what only the parse knows. */
export interface ParsedHtml {
  /** With the shadow trees that it declares in their hosts. */
  readonly document: Document
  readonly shadowTrees: ShadowTrees
  /** href of the first base element that has one; null without. */
  readonly baseHref: string | null
  /** Line on which the text of a script begins, from 1. */
  readonly scriptLines: ReadonlyMap<Element, number>
  /** Where each meta element ends, in characters from the beginning. */
  readonly metaEnds: ReadonlyMap<Element, number>
  /** What a noscript element holds, as markup. To the parser of a browser that runs scripts it is text,
   *  so that an image in a head's noscript does not end the head. */
  readonly noscript: (text: string) => readonly ChildNode[]
  /** Whether the page, or a noscript of it, is larger than is looked at. */
  readonly isCut: () => boolean
}

const NO_SHADOW_TREES: ShadowTrees = new Map()

/** Reads a page in time linear in its length, whatever it holds.
 *  Source: HTML standard, section 13.2
 *  @param isXml it is read as XML by browsers, which takes no template for a shadow tree */
export function parseHtml(text: string, isXml = false): ParsedHtml {
  let baseHref: string | null = null
  let isCut = false
  const templates: Template[] = []
  const scriptLines = new Map<Element, number>()
  const metaEnds = new Map<Element, number>()

  const tree = boundedTree(text.length, (element, isInTemplate) => {
    if (!isHtmlElement(element)) return
    const { preprocessor } = parser.tokenizer
    if (element.tagName === 'script') scriptLines.set(element, preprocessor.line)
    else if (element.tagName === 'template') {
      if (!isXml && declaresShadowTree(element)) templates.push(element)
    } else if (isInTemplate) return
    else if (element.tagName === 'meta') metaEnds.set(element, preprocessor.offset + 1)
    else if (element.tagName === 'base') baseHref ??= attribute(element, 'href')
  })
  const noscriptTree = boundedTree(text.length, () => undefined)

  /** @returns null where a limit ended it */
  const withinLimits = <T>(build: () => T): T | null => {
    try {
      return build()
    } catch (error) {
      if (!(error instanceof TreeTooLarge)) throw error
      isCut = true
      return null
    }
  }
  const parser = new Parser({ treeAdapter: tree })
  const run = (target: typeof parser, source: string) => {
    takeLongStrides(target)
    withinLimits(() => target.tokenizer.write(source, true))
  }
  run(parser, text)
  const shadowTrees = templates.length === 0 ? NO_SHADOW_TREES : flattenShadowTrees(templates)

  return {
    shadowTrees,
    document: parser.document,
    baseHref,
    scriptLines,
    metaEnds,
    noscript: (source) => {
      if (isCut) return []
      // Without scripting, because a noscript in it is markup too: it is not parsed again and again.
      const options = { treeAdapter: noscriptTree, scriptingEnabled: false }
      // It has elements of its own before it reads anything.
      const fragment = withinLimits(() => Parser.getFragmentParser(null, options))
      if (fragment === null) return []
      run(fragment, source)
      const [root] = fragment.document.childNodes
      return root !== undefined && 'childNodes' in root ? root.childNodes : []
    },
    isCut: () => isCut,
  }
}
