import fc from 'fast-check'
import { JSDOM, VirtualConsole } from 'jsdom'
import { expect, test } from 'vitest'
import {
  type DomDocument,
  DomElement,
  DomText,
} from '../../../../../agent/src/analyses/content/dom.ts'
import { readableElement } from '../../../../../agent/src/analyses/content/main-element.ts'
import { readableDocument } from '../../../../../agent/src/analyses/content/readable-document.ts'
import { parseHtml } from '../../../../../agent/src/page/parse/parse-html.ts'
import { collapseSpace } from '../../../../../agent/src/page/white-space.ts'

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

/** A document of a browser; what is used of it is the same. */
function browserDocument(html: string): DomDocument {
  const { window } = new JSDOM(html, {
    url: 'https://example.com/',
    runScripts: 'outside-only',
    virtualConsole: new VirtualConsole(),
  })
  return (window as { document: DomDocument }).document
}

const textIn = (document: DomDocument | null) =>
  document && collapseSpace(readableElement(document)?.textContent ?? '')

test('Readability finds on this document what it finds on one of a browser', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), (blocks) => {
      const html = `<!doctype html><html><head></head><body>${blocks.join('\n')}</body></html>`
      const own = readableDocument(parseHtml(html).document, (reference) => reference)
      expect(textIn(own)).toBe(textIn(browserDocument(html)))
    }),
    { numRuns: 30 },
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
