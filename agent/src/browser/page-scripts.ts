import type { CDPSession } from 'puppeteer'

/** Longest that a script of ours may hold a page. What it awaits is to be limited by who runs it. */
const SCRIPT_MS = 5_000
const WORLD = 'sightline'

/** A script of ours did not work in the page; the message is the page's or Chrome's. */
export class PageScriptError extends Error {
  override readonly name = 'PageScriptError'
}

/** Runs an expression in a world of a page.
 *  @returns its value, or what that promises, which must be plain data
 *  @throws PageScriptError when it throws */
export async function runInWorld(
  session: CDPSession,
  contextId: number,
  expression: string,
): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    contextId,
    returnByValue: true,
    awaitPromise: true,
    timeout: SCRIPT_MS,
  })
  if (exceptionDetails === undefined) return result.value as unknown
  throw new PageScriptError(exceptionDetails.exception?.description ?? exceptionDetails.text)
}

/** Runs an expression in the page, in a world of its own that scripts of the page cannot reach.
 *  @returns its value, or what that promises, which must be plain data
 *  @throws PageScriptError when it throws */
export async function runInPage(
  session: CDPSession,
  mainFrame: string,
  expression: string,
): Promise<unknown> {
  const world = { frameId: mainFrame, worldName: WORLD }
  const { executionContextId } = await session.send('Page.createIsolatedWorld', world)
  return runInWorld(session, executionContextId, expression)
}

/** A document as text. */
export interface SerialisedDocument {
  readonly html: string
  readonly isHtmlTruncated: boolean
  readonly title: string
}

const MAX_TITLE = 1_000

/** All shadow trees of a document that scripts may ask for, as people see what is in them: what is made of elements of
 *  one's own stands nowhere else. By ways that elements of some names do not stand before. */
const SHADOW_TREES = `(() => {
  const shadowTree = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot').get
  const trees = []
  const look = (elements) => {
    for (const element of elements) {
      const tree = shadowTree.call(element)
      if (tree !== null) trees.push(tree)
    }
  }
  look(Document.prototype.querySelectorAll.call(document, '*'))
  for (let at = 0; at < trees.length; at += 1) look(trees[at].querySelectorAll('*'))
  return trees
})()`

/** Serialises the document as it is, its doctype too, and shadow trees as a page declares them.
 *  @param maxLength in characters */
export async function serialiseDocument(
  session: CDPSession,
  mainFrame: string,
  maxLength: number,
): Promise<SerialisedDocument> {
  const expression = `(() => {
    const doctype = document.doctype === null ? '' : new XMLSerializer().serializeToString(document.doctype)
    const root = document.documentElement
    // In XML no shadow tree can be declared, and older browsers have no way to tell them.
    const shadowRoots = document instanceof XMLDocument || root?.getHTML === undefined ? [] : ${SHADOW_TREES}
    const shell = shadowRoots.length === 0 ? null : root.cloneNode(false).outerHTML.match(/^(.*)(<[^<]*>)$/s)
    const html = doctype +
      (shell === null ? (root?.outerHTML ?? '') : shell[1] + root.getHTML({ shadowRoots }) + shell[2])
    const title = String(document.title).trim().slice(0, ${MAX_TITLE})
    return { html: html.slice(0, ${maxLength}), isHtmlTruncated: html.length > ${maxLength}, title }
  })()`
  const read = (await runInPage(session, mainFrame, expression)) as SerialisedDocument
  return { ...read, html: read.html.toWellFormed(), title: read.title.toWellFormed() }
}

/** Whether anything of the page was painted yet. */
export async function hasPainted(session: CDPSession, mainFrame: string): Promise<boolean> {
  const expression = `performance.getEntriesByType('paint').length > 0`
  return (await runInPage(session, mainFrame, expression)) === true
}

/** What was given is no CSS selector. */
export class InvalidSelectorError extends Error {
  override readonly name = 'InvalidSelectorError'
}

/** Whether an element matches a CSS selector.
 *  @throws InvalidSelectorError when it is none */
export async function hasElement(
  session: CDPSession,
  mainFrame: string,
  selector: string,
): Promise<boolean> {
  const expression = `document.querySelector(${JSON.stringify(selector)}) !== null`
  try {
    return (await runInPage(session, mainFrame, expression)) === true
  } catch (error) {
    const isInvalid = error instanceof PageScriptError && error.message.startsWith('SyntaxError')
    throw isInvalid ? new InvalidSelectorError(selector) : error
  }
}
