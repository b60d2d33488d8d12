import { Readability } from '@mozilla/readability'
import type { DomDocument, DomElement } from './dom.ts'

/** Characters below which Readability itself calls what it found no success. */
const MIN_CHARACTERS = 500
/** Share of the page's text from which on nothing was taken out: then navigation is still in it. */
const NEARLY_ALL = 0.9

/** Stands for title and author, of which Readability takes headings and lines out of the text. They are
 *  part of it here. */
const NOBODY = '-'

const ASIDES: ReadonlySet<string> = new Set(['NAV', 'ASIDE', 'MENU'])
const ASIDE_ROLES: ReadonlySet<string> = new Set(
  'navigation banner contentinfo complementary search menu menubar'.split(' '),
)
/** Classes and ids of the same, where pages have no elements for it. */
const ASIDE_NAMES =
  /(?:^|[\s_-])(?:(?:top|side|sub|main)?nav(?:bar|igation)?|(?:sub)?menu|(?:top|tool)bar|breadcrumbs?|pag(?:er|ination))(?=$|[\s_-])/i
/** The same of what may hold more than links. */
const OUTER_NAMES = /(?:^|[\s_-])(?:sidebar|footer|cookies?|skip(?:-?link)?)(?=$|[\s_-])/i
/** Around a header or footer these make it one of theirs, not of the page. */
const SECTIONS: ReadonlySet<string> = new Set(['ARTICLE', 'MAIN', 'SECTION'])

/** The element that holds the main text: what Readability finds, else, as on short pages, the page's main
 *  element or only article, or its body, without navigation and the like. Takes the document apart. */
export function mainElementOf(document: DomDocument): DomElement {
  const body = document.body.cloneNode(true)
  const all = body.denseLength
  const found = readableElement(document)
  const characters = found === null ? 0 : found.denseLength
  const isSure = characters >= MIN_CHARACTERS
  if (found !== null && isSure && characters < NEARLY_ALL * all) return found
  const rest = withoutAsides(body)
  return found !== null && isSure && characters <= rest.denseLength ? found : rest
}

/** What Readability finds in a document; null where it finds nothing. Takes the document
 *  apart. */
export function readableElement(document: DomDocument): DomElement | null {
  for (const name of ['title', 'author']) {
    const meta = document.createElement('meta')
    meta.setAttribute('name', name)
    meta.setAttribute('content', NOBODY)
    document.head.appendChild(meta)
  }
  // All it uses of a document is there.
  const readability = new Readability<DomElement>(document, {
    disableJSONLD: true,
    keepClasses: true,
    charThreshold: MIN_CHARACTERS,
    serializer: (node) => node,
  })
  return readability.parse()?.content ?? null
}

function withoutAsides(body: DomElement): DomElement {
  const root = landmarkOf(body) ?? body
  const whole = root.cloneNode(true)
  const half = root.denseLength / 2
  const mayBeAside = (element: DomElement) =>
    element.tagName === 'FORM' || (root.tagName === 'BODY' && isCalled(element, OUTER_NAMES))
  for (const element of root.querySelectorAll('*')) {
    // Some pages are one form as a whole, or say what they have beside their text around all of it.
    const isAside =
      isAsideOf(root, element) ||
      isLinkList(element) ||
      (mayBeAside(element) && element.denseLength < half)
    if (isAside) element.remove()
  }
  return hasText(root) ? root : whole
}

function landmarkOf(body: DomElement): DomElement | null {
  const elements = body.querySelectorAll('*')
  const main = elements.filter(
    (element) => element.tagName === 'MAIN' || element.getAttribute('role') === 'main',
  )
  const articles = elements.filter((element) => element.tagName === 'ARTICLE')
  const landmark = main.find(hasText) ?? (articles.length === 1 ? articles[0] : undefined)
  return landmark !== undefined && hasText(landmark) ? landmark : null
}

function isAsideOf(root: DomElement, element: DomElement): boolean {
  if (ASIDES.has(element.tagName)) return true
  if (ASIDE_ROLES.has(element.getAttribute('role') ?? '')) return true
  if (element.tagName !== 'HEADER' && element.tagName !== 'FOOTER') return false
  for (let around = element.parentNode; around !== null; around = around.parentNode) {
    if (SECTIONS.has(around.tagName)) return false
    if (around === root) return true
  }
  // Taken out with what is around it.
  return false
}

function isCalled(element: DomElement, names: RegExp): boolean {
  return names.test(`${element.className} ${element.id}`)
}

/** Whether an element is called navigation or the like and most of it is links. One that has the heading
 *  of the page says what is in it, not what it is. */
function isLinkList(element: DomElement): boolean {
  if (!isCalled(element, ASIDE_NAMES) && !isCalled(element, OUTER_NAMES)) return false
  if (element.querySelectorAll('h1').length > 0) return false
  const links = element.querySelectorAll('a')
  const linked = links.reduce((sum, link) => sum + link.denseLength, 0)
  return linked > element.denseLength / 2
}

function hasText(element: DomElement): boolean {
  return element.denseLength > 0
}
