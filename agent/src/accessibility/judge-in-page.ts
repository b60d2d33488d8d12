import type { AccessibilityFindings, FoundNode, Impact, RuleFinding } from './findings.ts'

/** What of a browser's document is used here. */
interface PageElement {
  readonly localName: string
  readonly id: string
  readonly parentElement: PageElement | null
  readonly previousElementSibling: PageElement | null
  readonly cloneNode: (deep: boolean) => PageElement
  readonly outerHTML: string
  readonly form?: unknown
  readonly getAttribute: (name: string) => string | null
  readonly setAttribute: (name: string, value: string) => void
  readonly removeAttribute: (name: string) => void
}

interface AxeNode {
  readonly element: PageElement
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
    context: unknown,
    options: unknown,
  ) => Promise<Readonly<Record<'violations' | 'incomplete' | 'passes' | 'inapplicable', AxeRule[]>>>
  /** Not part of its documented interface: how grave each rule is, which results tell of broken ones only. */
  readonly _audit?: { readonly rules: readonly { id: string; impact?: Impact }[] }
}

interface PageWorld {
  readonly axe: Axe
  readonly HTMLDocument: { readonly prototype: object }
  readonly HTMLFormElement: { readonly prototype: object }
  readonly Document: {
    readonly prototype: {
      readonly querySelectorAll: (this: unknown, selector: string) => Iterable<PageElement>
    }
  }
  readonly Node: {
    readonly prototype: {
      readonly getRootNode: (this: unknown) => { readonly host?: PageElement }
    }
  }
  readonly document: unknown
  readonly CSS: { readonly escape: (text: string) => string }
}

/** How a page is judged, and how much is told of it. */
export interface JudgeSettings {
  /** Rules that are not asked about. */
  readonly leftOut: readonly string[]
  /** Most elements that are told of one rule. */
  readonly maxNodes: number
  /** Longest opening tag, name of an element and sentence that are told, in characters. */
  readonly maxHtml: number
  readonly maxName: number
  readonly maxText: number
  /** Most steps of a selector. */
  readonly maxSteps: number
}

/** Judges the document that is there by axe-core, which has been run before it. It is sent to a page as
 *  text: nothing outside of it can be used in it. */
export async function judgeInPage(settings: JudgeSettings): Promise<AccessibilityFindings> {
  const world = globalThis as unknown as PageWorld
  const { axe, document, CSS } = world
  const { leftOut, maxNodes, maxHtml, maxName, maxText, maxSteps } = settings
  const cut = (text: string, most: number): string =>
    text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text.toWellFormed()

  /** Markup of elements as it came, where it was changed. */
  const markups = new Map<PageElement, string>()
  const all = (selector: string): Iterable<PageElement> =>
    world.Document.prototype.querySelectorAll.call(document, selector)

  function change(element: PageElement, name: string, value: string | null): void {
    const markup = element.cloneNode(false).outerHTML
    if (!markups.has(element)) markups.set(element, markup)
    if (value === null) element.removeAttribute(name)
    else element.setAttribute(name, value)
  }

  /** Whether scripts may ask a document, or a form, for what is called so: axe-core takes whatever has a
   *  documentElement for a document. */
  const isAsked = (name: string | null): boolean =>
    name !== null &&
    (name in world.HTMLDocument.prototype || name in world.HTMLFormElement.prototype)

  /** Elements by their names hide properties of the document, and fields those of their form, from scripts
   *  too: a page could have axe-core look past whatever it likes. Source: HTML standard, sections 3.1.6
   *  ("DOM tree accessors") and 4.10.3 ("The form element") */
  function uncover(): void {
    for (const field of all('button, fieldset, input, object, output, select, textarea')) {
      const hides = ['name', 'id'].some((attribute) => isAsked(field.getAttribute(attribute)))
      // Says that it is of no form; nothing else depends on it here.
      if (hides && field.form) change(field, 'form', '')
    }
    // Images first: they hide those of their form as well.
    for (const element of [...all('img'), ...all('iframe, form, embed, object')]) {
      for (const attribute of ['name', 'id']) {
        if (isAsked(element.getAttribute(attribute))) change(element, attribute, null)
      }
    }
  }

  /** Whose shadow tree it stands in; null: it stands in the page's own tree. */
  function hostOf(element: PageElement): PageElement | null {
    const root = world.Node.prototype.getRootNode.call(element)
    return root === document ? null : (root.host ?? null)
  }

  function stepTo(element: PageElement): string {
    const { localName } = element
    const isNamed = localName.length <= maxName
    const name = isNamed ? CSS.escape(localName) : '*'
    if (element.parentElement === null && hostOf(element) === null) return name
    let position = 1
    let sibling = element.previousElementSibling
    while (sibling !== null) {
      if (!isNamed || sibling.localName === localName) position += 1
      sibling = sibling.previousElementSibling
    }
    return `${name}:${isNamed ? 'nth-of-type' : 'nth-child'}(${position})`
  }

  /** From the nearest id around it, or its place among its siblings on the way up; of what stands in a shadow tree also
   *  from its host, and so on. */
  function selectorOf(element: PageElement): string {
    let selector = ''
    let joint = ''
    let each: PageElement | null = element
    for (let steps = 0; each !== null && steps < maxSteps; steps += 1) {
      // An id that needs no escapes in a selector.
      const isById = /^[a-z][\w-]{0,60}$/i.test(each.id)
      selector = `${isById ? `#${each.id}` : stepTo(each)}${joint}${selector}`
      const parent: PageElement | null = isById ? null : each.parentElement
      joint = parent === null ? ' >>> ' : ' > '
      each = parent ?? hostOf(each)
    }
    return selector
  }

  const foundNode = ({ element, failureSummary = '' }: AxeNode): FoundNode => ({
    html: cut(markups.get(element) ?? element.cloneNode(false).outerHTML, maxHtml),
    target: selectorOf(element),
    summary: cut(failureSummary, maxText),
  })

  const ruleFinding = (rule: AxeRule): RuleFinding => ({
    id: rule.id,
    impact: rule.impact ?? 'moderate',
    description: rule.description,
    help: rule.help,
    helpUrl: rule.helpUrl,
    tags: [...rule.tags],
    count: rule.nodes.length,
    nodes: rule.nodes.slice(0, maxNodes).map(foundNode),
  })

  uncover()
  const found = await axe.run(document, {
    preload: false,
    iframes: false,
    // Selectors of our own: axe asks the whole document again for each part of one.
    selectors: false,
    elementRef: true,
    resultTypes: ['violations', 'incomplete'],
    rules: Object.fromEntries(leftOut.map((id) => [id, { enabled: false }])),
  })
  const impacts = new Map(axe._audit?.rules.map(({ id, impact }) => [id, impact]))
  return {
    engine: `axe-core ${axe.version}`,
    violations: found.violations.map(ruleFinding),
    incomplete: found.incomplete.map(ruleFinding),
    passes: found.passes.map(({ id }) => ({ id, impact: impacts.get(id) ?? 'moderate' })),
    inapplicable: found.inapplicable.length,
    notTested: [...leftOut],
  }
}
