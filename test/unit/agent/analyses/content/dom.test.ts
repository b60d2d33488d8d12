import { Readability } from '@mozilla/readability'
import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { DomElement, DomText } from '../../../../../agent/src/analyses/content/dom.ts'
import { readableDocument } from '../../../../../agent/src/analyses/content/readable-document.ts'
import { parseHtml } from '../../../../../agent/src/page/parse/parse-html.ts'

const sentence = fc.constantFrom(
  'Some words, with a comma, make a sentence that scores. ',
  'Short. ',
  '<a href="/x">A link somewhere</a> ',
  '<b>Bold words</b><br>',
  '<br><br>',
)
const inline = fc.array(sentence, { maxLength: 6 }).map((parts) => parts.join(''))
const block = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    inline.map((text) => `<p>${text.repeat(3)}</p>`),
    fc
      .tuple(
        fc.constantFrom(
          'div',
          'section',
          'article',
          'ul',
          'li',
          'blockquote',
          'h2',
          'aside',
          'footer',
        ),
        fc.constantFrom('', 'content', 'sidebar', 'comment', 'share', 'post-body'),
        fc.array(fc.oneof(tie('block'), inline), { maxLength: 4 }),
      )
      .map(([name, of, parts]) => `<${name} class="${of}">${parts.join('')}</${name}>`),
    inline.map((text) => `<table><tr><td>${text}</td><td>x</td></tr></table>`),
  ),
})).block

const NAMELESS = '<meta name="title" content="-"><meta name="author" content="-">'

function readableText(document: unknown): string | null {
  const article = new Readability(document as never, { disableJSONLD: true }).parse()
  return article?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? null
}

test('Readability finds on this document what it finds on one of a browser', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), (blocks) => {
      const html = `<!doctype html><html><head>${NAMELESS}</head><body>${blocks.join('\n')}</body></html>`
      const own = readableDocument(parseHtml(html).document, (reference) => reference)
      for (const name of ['title', 'author']) {
        const meta = new DomElement('meta')
        meta.setAttribute('name', name)
        meta.setAttribute('content', '-')
        own?.head.appendChild(meta)
      }
      expect(readableText(own)).toBe(readableText(new JSDOM(html).window.document))
    }),
    { numRuns: 40 },
  )
})

test('nodes stand in the same order from both ends, whatever is moved where', () => {
  const move = fc.record({
    what: fc.nat(9),
    to: fc.nat(9),
    how: fc.constantFrom('append', 'replace', 'remove'),
  })
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
      const parent = new DomElement('div')
      const nodes = Array.from({ length: 10 }, (_, at) =>
        at % 2 === 0 ? new DomText(String(at)) : new DomElement('b'),
      )
      let expected: (DomText | DomElement)[] = []
      for (const { what, to, how } of moves) {
        const [node, target] = [nodes[what], nodes[to]]
        if (node === undefined || target === undefined) continue
        if (how === 'append') {
          parent.appendChild(node)
          expected = [...expected.filter((one) => one !== node), node]
        } else if (how === 'remove') {
          node.remove()
          expected = expected.filter((one) => one !== node)
        } else if (expected.includes(target) && node !== target) {
          parent.replaceChild(node, target)
          expected = expected
            .filter((one) => one !== node)
            .map((one) => (one === target ? node : one))
        }
      }
      const backwards: unknown[] = []
      for (let node = parent.lastChild; node !== null; node = node.previousSibling) {
        backwards.unshift(node)
      }
      expect(parent.childNodes).toEqual(expected)
      expect(backwards).toEqual(expected)
      expect(parent.children).toEqual(expected.filter((node) => node instanceof DomElement))
    }),
  )
})
