import type { Page } from '../http/page.ts'
import { headerText } from '../page/content-type.ts'
import { decodePage } from '../page/decode-page.ts'
import { htmlText } from '../page/html-text.ts'
import { attribute } from '../page/parse/dom.ts'
import type { Element } from '../page/parse/dom.ts'
import { parseHtml } from '../page/parse/parse-html.ts'
import { isUnmet } from '../page/place.ts'
import { walk } from '../page/walk.ts'
import type { AccessibilityFindings, FoundNode, RuleFinding } from './findings.ts'
import { MAX_NODES, shortHtml } from './findings.ts'
import { ARIA_RULES } from './own-rules/aria.ts'
import { createIndex } from './own-rules/index-page.ts'
import { NAME_RULES } from './own-rules/names.ts'
import type { OwnRule, PageIndex } from './own-rules/rule.ts'
import { STRUCTURE_RULES } from './own-rules/structure.ts'

const RULES: readonly OwnRule[] = [...NAME_RULES, ...STRUCTURE_RULES, ...ARIA_RULES]

/** Rules of axe-core that have no counterpart here, by what they are about. */
const NOT_TESTED = [
  'aria-allowed-attr',
  'aria-allowed-role',
  'aria-hidden-focus',
  'aria-required-attr',
  'aria-required-children',
  'aria-required-parent',
  'aria-valid-attr-value',
  'autocomplete-valid',
  'color-contrast',
  'definition-list',
  'focus-order-semantics',
  'landmark-one-main',
  'landmark-unique',
  'link-in-text-block',
  'nested-interactive',
  'region',
  'scrollable-region-focusable',
  'skip-link',
  'target-size',
  'valid-lang',
]

const MAX_STEPS = 12
const MAX_ATTRIBUTES = 10

function openingTag(element: Element): string {
  const attributes = element.attrs
    .slice(0, MAX_ATTRIBUTES)
    .map(({ name, value }) => ` ${name}="${shortHtml(value)}"`)
  return shortHtml(`<${element.tagName}${attributes.join('')}>`)
}

/** A selector by the nearest id around, or by places among siblings. */
function targetOf(element: Element, page: PageIndex): string {
  const steps: string[] = []
  let each: Element | null = element
  while (each !== null && steps.length < MAX_STEPS) {
    const id = attribute(each, 'id') ?? ''
    if (/^[a-z][\w-]{0,60}$/i.test(id)) {
      steps.unshift(`#${id}`)
      break
    }
    const { tagName }: Element = each
    const parent = page.parentOf(each)
    const alike: readonly unknown[] =
      parent?.childNodes.filter((node) => 'tagName' in node && node.tagName === tagName) ?? []
    steps.unshift(parent === null ? tagName : `${tagName}:nth-of-type(${alike.indexOf(each) + 1})`)
    each = parent
  }
  return steps.join(' > ')
}

function findingOf(rule: OwnRule, broken: readonly Element[], page: PageIndex): RuleFinding {
  const { id, impact, tags, help, advice } = rule
  const nodes = broken.slice(0, MAX_NODES).map((element): FoundNode => {
    return { html: openingTag(element), target: targetOf(element, page), summary: advice }
  })
  const description = `${help}. ${advice}`
  const helpUrl = `https://dequeuniversity.com/rules/axe/4.14/${id}`
  return { id, impact, description, help, helpUrl, tags: [...tags], count: broken.length, nodes }
}

/** Checks a page by fewer rules than axe-core's, in time linear in its size. */
export function checkByOwnRules(page: Page): AccessibilityFindings {
  const { text } = decodePage(page)
  const html = htmlText(headerText(page.headers, 'content-type'), text) ?? ''
  const parsed = parseHtml(html)
  const candidates = RULES.map((rule) => ({ rule, elements: [] as Element[] }))
  const index = createIndex(parsed.shadowTrees)
  walk(
    parsed.document,
    [
      index.collector,
      {
        enter(element, place) {
          if (place.isInNoscript) return
          const isHidden = isUnmet(element, place)
          for (const { rule, elements } of candidates) {
            if (isHidden && rule.isAboutHidden !== true) continue
            if (rule.applies(element)) elements.push(element)
          }
        },
        finish: () => undefined,
      },
    ],
    parsed.noscript,
  )
  const applicable = html === '' ? [] : candidates.filter(({ elements }) => elements.length > 0)
  const judged = applicable.map(({ rule, elements }) => ({
    rule,
    broken: elements.filter((element) => !rule.isKept(element, index)),
  }))
  return {
    engine: 'own rules',
    violations: judged
      .filter(({ broken }) => broken.length > 0)
      .map(({ rule, broken }) => findingOf(rule, broken, index)),
    incomplete: [],
    passes: judged
      .filter(({ broken }) => broken.length === 0)
      .map(({ rule: { id, impact } }) => ({ id, impact })),
    inapplicable: RULES.length - applicable.length,
    notTested: NOT_TESTED,
  }
}
