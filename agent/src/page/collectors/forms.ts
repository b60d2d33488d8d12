import type { Form, PageFacts } from '../facts.ts'
import { PAGE_LIMITS } from '../limits.ts'
import { keywordAttribute, strippedAttribute } from '../parse/attributes.ts'
import type { Collector, ParsedPage } from './collector.ts'

export function collectForms(page: ParsedPage): Collector<PageFacts['forms']> {
  const forms: Form[] = []
  return {
    elements: ['form'],
    enter(element, place) {
      if (place.isInNoscript) return
      if (forms.length >= PAGE_LIMITS.shortListed) return
      const action = strippedAttribute(element, 'action')
      forms.push({
        action,
        url: action === null || action === '' ? page.url : page.resolve(action),
        method: methodOf(keywordAttribute(element, 'method')),
      })
    },
    finish: () => forms,
  }
}

/** Source: HTML standard, section 4.10.18.6: what is no method is get */
function methodOf(value: string | null): string {
  return value === 'post' || value === 'dialog' ? value : 'get'
}
