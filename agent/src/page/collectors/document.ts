import { charsetInContentType } from '../content-type.ts'
import type { DocumentFacts, PageFacts } from '../facts.ts'
import { keptAttribute, keywordAttribute } from '../parse/attributes.ts'
import { attribute, type Element } from '../parse/dom.ts'
import type { Collector, ParsedPage } from './collector.ts'

export function collectDocument(page: ParsedPage): Collector<PageFacts['document']> {
  const hasDoctype = page.document.childNodes.some(({ nodeName }) => nodeName === '#documentType')
  let root: Element | null = null
  let declared: { readonly charset: string; readonly at: number | null } | null = null
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
    finish: ({ elements, maxDepth, isCut }): DocumentFacts => ({
      url: page.url,
      baseUrl: page.baseUrl,
      hasDoctype,
      lang: root === null ? null : keptAttribute(root, 'lang'),
      dir: root === null ? null : keptAttribute(root, 'dir'),
      elements,
      maxDepth,
      isCut: isCut || page.isCut(),
      declaredCharset: declared?.charset ?? null,
      declaredCharsetAt: declared?.at == null ? null : page.byteOffset(declared.at),
      htmlBytes: Buffer.byteLength(page.text),
    }),
  }
}

/** Source: HTML standard, section 4.2.5.4 */
function declaredCharset(meta: Element): string | null {
  const charset = keptAttribute(meta, 'charset')
  if (charset !== null) return charset
  if (keywordAttribute(meta, 'http-equiv') !== 'content-type') return null
  return charsetInContentType(attribute(meta, 'content') ?? '')
}
