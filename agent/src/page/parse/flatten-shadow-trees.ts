import { words } from '../words.ts'
import {
  attribute,
  isHtmlElement,
  isText,
  type ChildNode,
  type Element,
  type Template,
} from './dom.ts'

/** What can have a shadow tree, beside elements of a name of their own. Source: DOM standard, section 4.8
 *  ("valid shadow host name") */
const HOSTS = new Set(
  words(
    'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span',
  ),
)
const OWN_NAME = /^[a-z][^A-Z]*-/
/** Names of SVG and MathML that look like it. Source: HTML standard, section 4.13.3 */
const NO_OWN_NAMES = new Set(
  words(
    'annotation-xml color-profile font-face font-face-src font-face-uri font-face-format font-face-name missing-glyph',
  ),
)

/** The number of the shadow tree that an element stands in, from 1; those of the page's own tree are not in it. */
export type ShadowTrees = ReadonlyMap<Element, number>

/** Whether a template says that it is the shadow tree of the element around it. */
export function declaresShadowTree(element: Element): element is Template {
  const mode = attribute(element, 'shadowrootmode')
  return mode !== null && /^(?:open|closed)$/i.test(mode) && isHtmlElement(element)
}

/** Puts what templates declare as shadow trees into their hosts, and what the hosts hold into the slots there: the page
 *  as people, search engines and assistive technology meet it. What no slot takes is hidden. A tree that is shut to
 *  scripts is shown as well. Takes time linear in what is moved.
 *  Source: HTML standard, section 13.2.6.4.4 ("A start tag whose tag name is template"); DOM standard, section 4.2.2.3
 *  ("finding slots and slottables"); Google Search Central, "Understand JavaScript SEO basics": Google flattens both
 *  @param templates in the order of the page: that of a host before those in its shadow tree */
export function flattenShadowTrees(templates: readonly Template[]): ShadowTrees {
  const trees = new Map<Element, number>()
  const hosts = new Set<Element>()
  for (const template of templates) {
    const host = hostOf(template)
    if (host === null || hosts.has(host)) continue
    hosts.add(host)
    const slots = slotsIn(template, (element) => trees.set(element, hosts.size))
    const light = host.childNodes.filter((node) => node !== template)
    host.childNodes = template.content.childNodes
    for (const node of host.childNodes) node.parentNode = host
    fill(slots, light, host)
  }
  return trees
}

/** Whose shadow tree a template is; null where it stays a template. */
function hostOf({ parentNode }: Template): Element | null {
  if (parentNode === null || !('tagName' in parentNode) || !isHtmlElement(parentNode)) return null
  const { tagName } = parentNode
  const canHost = HOSTS.has(tagName) || (OWN_NAME.test(tagName) && !NO_OWN_NAMES.has(tagName))
  return canHost ? parentNode : null
}

/** The first slot of each name in a shadow tree; '' is the name of those without one.
 *  @param note called with each element of the tree */
function slotsIn(template: Template, note: (element: Element) => void): Map<string, Element> {
  const slots = new Map<string, Element>()
  // By hand, not by recursion: a page decides how deep it is.
  const open: ChildNode[] = template.content.childNodes.toReversed()
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!('tagName' in node)) continue
    note(node)
    if (node.tagName === 'slot' && isHtmlElement(node)) {
      const name = attribute(node, 'name') ?? ''
      if (!slots.has(name)) slots.set(name, node)
    }
    for (let at = node.childNodes.length - 1; at >= 0; at -= 1) {
      const child = node.childNodes[at]
      if (child !== undefined) open.push(child)
    }
  }
  return slots
}

/** Puts the host's own children into the slots that they name, in the place of what stands there for nobody. */
function fill(
  slots: ReadonlyMap<string, Element>,
  light: readonly ChildNode[],
  host: Element,
): void {
  const filled = new Set<Element>()
  for (const node of light) {
    const slot = slots.get('tagName' in node ? (attribute(node, 'slot') ?? '') : '')
    if (slot === undefined) {
      if ('tagName' in node) node.attrs = [{ name: 'hidden', value: '' }, ...node.attrs]
      if (!isText(node)) put(node, host)
      continue
    }
    if (!filled.has(slot)) slot.childNodes = []
    filled.add(slot)
    put(node, slot)
  }
}

function put(node: ChildNode, parent: Element): void {
  node.parentNode = parent
  parent.childNodes.push(node)
}
