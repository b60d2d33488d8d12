import TurndownService from 'turndown'
import type { MainBlock } from './blocks.ts'
import type { DomElement } from './dom.ts'
import { HEADING_LEVEL } from './readable-document.ts'

const MAX_INDENTED_LEVELS = 10

/** An element as Markdown (CommonMark, with the tables and strikethrough of GitHub). */
export function markdownOf(element: DomElement): string {
  return createTurndown().turndown(element)
}

/** Markdown of a text of which only the blocks are known. Their own signs are not taken for markup. */
export function markdownOfBlocks(blocks: readonly MainBlock[]): string {
  const turndown = createTurndown()
  const marks = { heading: '## ', item: '- ', paragraph: '', cell: '', other: '' } as const
  return blocks.map(({ kind, text }) => marks[kind] + turndown.escape(text)).join('\n\n')
}

/** What Turndown passes to rules: nodes of the document that it was given. */
type Replace = (content: string, node: DomElement) => string

function createTurndown(): TurndownService {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
  })
  turndown.escape = (text) => escapeHtml(TurndownService.prototype.escape(text))
  const add = (name: string, tags: readonly string[], replace: Replace) => {
    const filter = (node: { nodeName: string }) => tags.includes(node.nodeName)
    turndown.addRule(name, { filter, replacement: replace as never })
  }
  add('heading', ['H1', 'H2', 'H3', 'H4', 'H5', 'H6'], heading)
  add('link', ['A'], link)
  add('item', ['LI'], numberingItems())
  add('quotation', ['BLOCKQUOTE'], quotation)
  add('code block', ['PRE'], codeBlock)
  add('strikethrough', ['DEL', 'S', 'STRIKE'], (content) =>
    content.trim() === '' ? '' : `~~${content}~~`,
  )
  add('cell', ['TD', 'TH'], (content) => ` ${onOneLine(content).replaceAll('|', '\\|')} |`)
  add('row', ['TR'], row)
  add('caption', ['CAPTION'], (content) => `\n\n${onOneLine(content)}\n\n`)
  add('block', ['DETAILS', 'LEGEND', 'SEARCH', 'SUMMARY'], (content) => `\n\n${content.trim()}\n\n`)
  add('table', ['TABLE', 'THEAD', 'TBODY', 'TFOOT'], (content, node) =>
    node.tagName === 'TABLE' ? `\n\n${content.trim()}\n\n` : content,
  )
  return turndown
}

/** What a text says about HTML would be taken for HTML, and two tildes strike out. */
function escapeHtml(text: string): string {
  return text.replaceAll(/<(?=[a-z/!?])|&(?=#?\w{1,40};)|~(?=~)|(?<=~)~/gi, String.raw`\$&`)
}

function heading(content: string, node: DomElement): string {
  const level = Number(node.getAttribute(HEADING_LEVEL) ?? node.tagName.charAt(1))
  const text = onOneLine(content)
  return text === '' ? '' : `\n\n${'#'.repeat(level)} ${text}\n\n`
}

/** A link may be around headings and paragraphs; in Markdown it may not. */
function link(content: string, node: DomElement): string {
  const text = onOneLine(content.replaceAll(/^#+ /gm, ''))
  const href = node.getAttribute('href')
  if (href === null || text === '') return text
  return `[${text}](${href.replaceAll(/[()<>\s]/g, percentEncoded)})`
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

/** Numbers items as they come: asking each for its place among the others would take too long where there
 *  are many. */
function numberingItems(): Replace {
  const numbers = new WeakMap<DomElement, number>()
  return (content, node) => {
    const list = node.parentNode
    let mark = '- '
    if (list?.tagName === 'OL') {
      const number = numbers.get(list) ?? startOf(list)
      numbers.set(list, number + 1)
      mark = `${number}. `
    }
    const indent = isNestedTooDeep(node) ? '' : ' '.repeat(mark.length)
    const text = content.trim().replaceAll('\n', `\n${indent}`)
    return `${mark}${text}${node.nextElementSibling === null ? '' : '\n'}`
  }
}

function quotation(content: string, node: DomElement): string {
  const text = content.trim()
  return `\n\n${isNestedTooDeep(node) ? text : text.replaceAll(/^/gm, '> ')}\n\n`
}

/** Whether an item or quotation is in so many others that its lines are not moved in any further: they
 *  would get longer with each level. */
function isNestedTooDeep(node: DomElement): boolean {
  let levels = 0
  for (let around = node.parentNode; around !== null; around = around.parentNode) {
    if (around.tagName === 'LI' || around.tagName === 'BLOCKQUOTE') levels += 1
  }
  return levels > MAX_INDENTED_LEVELS
}

function startOf(list: DomElement): number {
  const start = Number(list.getAttribute('start') ?? 1)
  return Number.isSafeInteger(start) && start >= 0 ? start : 1
}

function codeBlock(_content: string, node: DomElement): string {
  const code = node.textContent.replace(/\n$/, '')
  const classes = `${node.className} ${node.firstElementChild?.className ?? ''}`
  const language = /(?:^|\s)lang(?:uage)?-([\w+#-]+)/.exec(classes)?.[1] ?? ''
  const runs = code.match(/`{3,}/g) ?? []
  const fence = '`'.repeat(runs.reduce((length, run) => Math.max(length, run.length + 1), 3))
  return `\n\n${fence}${language}\n${code}\n${fence}\n\n`
}

/** The first row of a table is its head; Markdown has no table without. */
function row(content: string, node: DomElement): string {
  const line = `|${content.trimEnd()}\n`
  const group = node.parentNode
  const isFirst =
    node.previousElementSibling === null &&
    (group?.tagName === 'TABLE' || firstGroup(group?.parentNode ?? null) === group)
  return isFirst ? `${line}|${' --- |'.repeat(node.children.length)}\n` : line
}

function firstGroup(table: DomElement | null): DomElement | null {
  let group = table?.firstElementChild ?? null
  while (group !== null && !['THEAD', 'TBODY', 'TFOOT'].includes(group.tagName)) {
    group = group.nextElementSibling
  }
  return group
}

function onOneLine(content: string): string {
  const lines = content.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}
