import { charsetInContentType } from '../content-type.ts'
import type { DocumentFacts, PageFacts } from '../facts.ts'
import { charsetOfXml } from '../meta-prescan.ts'
import { keptAttribute, keywordAttribute } from '../parse/attributes.ts'
import { attribute, type Element } from '../parse/dom.ts'
import type { Collector, ParsedPage } from './collector.ts'

interface Declaration {
  readonly charset: string | null
  /** Where it ends, in characters from the beginning. */
  readonly at: number | null
}

export function collectDocument(page: ParsedPage): Collector<PageFacts['document']> {
  const hasDoctype = page.document.childNodes.some(({ nodeName }) => nodeName === '#documentType')
  let root: Element | null = null
  let declared: Declaration | null = null
  return {
    elements: ['html', 'meta'],
    enter(element, place) {
      if (place.isInNoscript) return
      if (element.tagName === 'html') root ??= element
      else if (element.tagName === 'meta' && declared === null) {
        const charset = declaredCharset(element)
        if (charset !== null) declared = { charset, at: page.metaEnds.get(element) ?? null }
      }
    },
    finish({ elements, maxDepth, isCut }): DocumentFacts {
      const { charset, at } = declared ?? declaredInXml(page.text)
      return {
        url: page.url,
        baseUrl: page.baseUrl,
        hasDoctype,
        lang: root === null ? null : langOf(root, page),
        dir: root === null ? null : keptAttribute(root, 'dir'),
        elements,
        maxDepth,
        isCut: isCut || page.isCut(),
        declaredCharset: charset,
        declaredCharsetAt: at === null ? null : page.byteOffset(at),
        htmlBytes: Buffer.byteLength(page.text),
      }
    },
  }
}

/** The language of the root; in XML `xml:lang` tells it, and goes before `lang`. Source: HTML standard, section 3.2.6.2 */
function langOf(root: Element, { isXml }: ParsedPage): string | null {
  return (isXml ? keptAttribute(root, 'xml:lang') : null) ?? keptAttribute(root, 'lang')
}

/** Browsers take an XML declaration where no meta element says more. */
function declaredInXml(text: string): Declaration {
  const charset = charsetOfXml(text)
  return { charset, at: charset === null ? null : text.indexOf('>') + 1 }
}

/** Source: HTML standard, section 4.2.5.4 */
function declaredCharset(meta: Element): string | null {
  const charset = keptAttribute(meta, 'charset')
  if (charset !== null) return charset
  if (keywordAttribute(meta, 'http-equiv') !== 'content-type') return null
  return charsetInContentType(attribute(meta, 'content') ?? '')
}
