import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseHtml } from '../../../../agent/src/page/parse/parse-html.ts'
import type { ChildNode } from '../../../../agent/src/page/parse/dom.ts'
import { withEndTags } from '../../../../agent/src/page/xhtml.ts'
import { CHROME, PATIENCE_MS, testBrowser } from '../../../helpers/browser.ts'

/** Elements that HTML's rules close when another comes are left out: of them both make different trees. */
const empty = fc.constantFrom(
  ...'div span script style title iframe textarea noscript template p br img input'.split(' '),
)
const tail = fc.constantFrom('/>', ' />', ' id="a"/>', " title='>' />", ' data-b="&lt;p/&gt;"/>')
const leaf = fc.oneof(
  fc.tuple(empty, tail).map(([name, end]) => `<${name}${end}`),
  fc.constantFrom(
    'words',
    '<![CDATA[<p/> & "more" ]]>',
    '<textarea><![CDATA[<b> &amp; ]]></textarea>',
    '<!-- <title/> -->',
    '<script>var a = "b"</script>',
    '<svg><g/><g/></svg>',
  ),
)
const node = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc
      .tuple(fc.constantFrom('div', 'span', 'section'), fc.array(tie('node'), { maxLength: 4 }))
      .map(([name, parts]) => `<${name}>${parts.join('')}</${name}>`),
  ),
})).node

/** The tree as Chrome reads it: names of elements with what is in them. */
const questionAbout = (xhtml: string): string => `(() => {
  const document = new DOMParser().parseFromString(${JSON.stringify(xhtml)}, 'application/xhtml+xml')
  const told = (node) =>
    node.nodeType === 3 || node.nodeType === 4 ? node.data
    : node.nodeType === 1 ? '<' + node.localName + '>' + [...node.childNodes].map(told).join('') + '</>'
    : ''
  return told(document.documentElement)
})()`

/** The same of our own. */
function told(each: ChildNode): string {
  if ('value' in each) return each.value
  if (!('tagName' in each)) return ''
  const { tagName } = each
  const nodes =
    tagName === 'template' && 'content' in each ? each.content.childNodes : each.childNodes
  return `<${tagName}>${nodes.map(told).join('')}</>`
}

describe.skipIf(CHROME.missing !== null)('XHTML', () => {
  const browser = testBrowser()

  test('makes the tree that a browser makes of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(node, { maxLength: 6 }), async (parts) => {
        const head = '<head><script src="a.js"/><title/><link rel="icon" href="/i"/></head>'
        const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml">${head}<body>${parts.join('')}</body></html>`
        const judge = { script: '', question: questionAbout(xhtml) }
        const judged = await browser.judge('', judge, AbortSignal.timeout(PATIENCE_MS))
        expect(judged).toMatchObject({ ok: true })
        const own = parseHtml(withEndTags(xhtml).text).document.childNodes.map(told).join('')
        expect(own).toBe(judged.ok ? judged.value : '')
      }),
      { numRuns: 30 },
    )
  })
})
