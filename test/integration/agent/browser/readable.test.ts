import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { readableElement } from '../../../../agent/src/analyses/content/main-element.ts'
import { readableDocument } from '../../../../agent/src/analyses/content/readable-document.ts'
import { parseHtml } from '../../../../agent/src/page/parse/parse-html.ts'
import { collapseSpace } from '../../../../agent/src/page/white-space.ts'
import { CHROME, PATIENCE_MS, testBrowser } from '../../../helpers/browser.ts'

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

const require = createRequire(import.meta.url)
const READABILITY = {
  script: readFileSync(require.resolve('@mozilla/readability/Readability.js'), 'utf8'),
  // As main-element.ts asks it.
  question: `(() => {
    for (const name of ['title', 'author']) {
      const meta = document.createElement('meta')
      meta.setAttribute('name', name)
      meta.setAttribute('content', '-')
      document.head.appendChild(meta)
    }
    const options = { disableJSONLD: true, keepClasses: true, charThreshold: 500, serializer: (node) => node }
    return new Readability(document, options).parse()?.content?.textContent ?? ''
  })()`,
}

describe.skipIf(CHROME.missing !== null)('Readability', () => {
  const browser = testBrowser()

  test('finds on our own document what it finds on one of a browser', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 6 }), async (blocks) => {
        const html = `<!doctype html><html><head></head><body>${blocks.join('\n')}</body></html>`
        const own = readableDocument(parseHtml(html).document, (reference) => reference)
        const text = own && collapseSpace(readableElement(own)?.textContent ?? '')
        const judged = await browser.judge(html, READABILITY, AbortSignal.timeout(PATIENCE_MS))
        expect(judged).toMatchObject({ ok: true })
        expect(text).toBe(collapseSpace(judged.ok ? String(judged.value) : ''))
      }),
      { numRuns: 30 },
    )
  })
})
