import type { PageFacts, Script } from '../facts.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { keptAttribute, keywordAttribute, strippedAttribute } from '../parse/attributes.ts'
import { hasAttribute, ownText } from '../parse/dom.ts'
import type { Collector, ParsedPage } from './collector.ts'

export function collectScripts(page: ParsedPage): Collector<PageFacts['scripts']> {
  const scripts: Script[] = []
  return {
    elements: ['script'],
    enter(element, place) {
      if (place.isInNoscript) return
      if (scripts.length >= PAGE_LIMITS.listed) return
      const src = strippedAttribute(element, 'src')
      const type = keywordAttribute(element, 'type')
      scripts.push({
        src,
        url: page.resolve(src),
        type,
        isAsync: hasAttribute(element, 'async'),
        isDefer: hasAttribute(element, 'defer'),
        isModule: type === 'module',
        isNoModule: hasAttribute(element, 'nomodule'),
        isInHead: place.isInHead,
        integrity: keptAttribute(element, 'integrity'),
        crossorigin: keptAttribute(element, 'crossorigin'),
        hasNonce: hasAttribute(element, 'nonce'),
        inlineBytes: src === null ? Buffer.byteLength(ownText(element)) : 0,
      })
    },
    finish: () => scripts,
  }
}
