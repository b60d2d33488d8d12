import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { Script } from 'node:vm'
import { JSDOM, VirtualConsole } from 'jsdom'
import type { DomDocument, DomElement, DomWindow } from './dom.ts'
import type { AccessibilityFindings, FoundNode, Impact, RuleFinding } from './findings.ts'
import { MAX_NODES, shortHtml } from './findings.ts'
import { answerQueriesQuickly } from './quick-queries.ts'
import { tellStylesQuickly } from './quick-styles.ts'
import { selectorOf } from './selector.ts'
import { withoutStyles } from './without-styles.ts'

/** Rules that mean little without a layout. Source: dequelabs/axe-core#4021 */
const NEEDS_LAYOUT = [
  'avoid-inline-spacing',
  'color-contrast',
  'color-contrast-enhanced',
  'css-orientation-lock',
  'focus-order-semantics',
  'frame-focusable-content',
  'frame-tested',
  'link-in-text-block',
  'scrollable-region-focusable',
  'target-size',
]

interface AxeNode {
  readonly element: DomElement
  readonly failureSummary?: string
}

interface AxeRule {
  readonly id: string
  readonly impact?: Impact | null
  readonly description: string
  readonly help: string
  readonly helpUrl: string
  readonly tags: readonly string[]
  readonly nodes: readonly AxeNode[]
}

interface Axe {
  readonly version: string
  readonly run: (
    context: DomDocument,
    options: unknown,
  ) => Promise<Readonly<Record<'violations' | 'incomplete' | 'passes' | 'inapplicable', AxeRule[]>>>
  /** Not part of its documented interface: how grave each rule is. */
  readonly _audit?: { readonly rules: readonly { id: string; impact?: Impact }[] }
}

const require = createRequire(import.meta.url)
/** Compiled once, run in the window of each page. */
const script = new Script(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'))

const OPTIONS = {
  preload: false,
  iframes: false,
  // Selectors of our own: axe asks the whole document again for each part of one.
  selectors: false,
  elementRef: true,
  resultTypes: ['violations', 'incomplete'],
  rules: Object.fromEntries(NEEDS_LAYOUT.map((id) => [id, { enabled: false }])),
}

function foundNode({ element, failureSummary }: AxeNode): FoundNode {
  const html = shortHtml(element.cloneNode(false).outerHTML)
  return { html, target: selectorOf(element), summary: failureSummary ?? '' }
}

function ruleFinding(rule: AxeRule): RuleFinding {
  const { id, impact, description, help, helpUrl, tags, nodes } = rule
  return {
    id,
    impact: impact ?? 'moderate',
    description,
    help,
    helpUrl,
    tags,
    count: nodes.length,
    nodes: nodes.slice(0, MAX_NODES).map(foundNode),
  }
}

/** Makes the markup of an element its opening tag: axe keeps that of every element it names, and that
 *  of the html element would be the whole page each time. */
function shortenMarkup({ Element }: DomWindow): void {
  const { prototype } = Element
  const markup = Object.getOwnPropertyDescriptor(prototype, 'outerHTML')
  if (markup?.get === undefined) return
  Object.defineProperty(prototype, 'outerHTML', {
    configurable: true,
    get(this: DomElement) {
      return markup.get?.call(this.cloneNode(false)) as string
    },
  })
}

/** Checks a page by the rules of axe-core on a document without layout. Scripts of the page never run,
 *  and nothing it names is loaded. */
export async function runAxe(page: { html: string; url: string }): Promise<AccessibilityFindings> {
  const dom = new JSDOM(withoutStyles(page.html), {
    url: page.url,
    runScripts: 'outside-only',
    virtualConsole: new VirtualConsole(),
  })
  const window = dom.window as DomWindow & { readonly axe: Axe }
  try {
    tellStylesQuickly(window)
    answerQueriesQuickly(window)
    shortenMarkup(window)
    // jsdom has no such method. Rules that look for a large dialog ask what is shown at a point: nothing
    // that is known here.
    window.document.elementsFromPoint = () => []
    script.runInContext(dom.getInternalVMContext())
    const { axe, document } = window
    const found = await axe.run(document, OPTIONS)
    const impacts = new Map(axe._audit?.rules.map(({ id, impact }) => [id, impact]))
    return {
      engine: `axe-core ${axe.version}`,
      violations: found.violations.map(ruleFinding),
      incomplete: found.incomplete.map(ruleFinding),
      passes: found.passes.map(({ id }) => ({ id, impact: impacts.get(id) ?? 'moderate' })),
      inapplicable: found.inapplicable.length,
      notTested: NEEDS_LAYOUT,
    }
  } finally {
    window.close()
  }
}
