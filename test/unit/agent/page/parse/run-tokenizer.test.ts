import fc from 'fast-check'
import { Parser, type DefaultTreeAdapterMap } from 'parse5'
import { describe, expect, test } from 'vitest'
import type {
  ChildNode,
  Document,
  DocumentFragment,
} from '../../../../../agent/src/page/parse/dom.ts'
import { takeLongStrides } from '../../../../../agent/src/page/parse/run-tokenizer.ts'
import { makeCorpus } from '../../../../bench/analyses/corpus.ts'

/** A tree without its parents, as nested lists. */
function shapeOf(node: Document | DocumentFragment | ChildNode): unknown {
  if (node.nodeName === '#text') return (node as { value: string }).value
  const { tagName, namespaceURI, attrs, childNodes, content, data } = node as {
    tagName?: string
    namespaceURI?: string
    attrs?: unknown
    childNodes?: ChildNode[]
    content?: DocumentFragment
    data?: string
  }
  return [
    node.nodeName,
    tagName,
    namespaceURI,
    attrs,
    data,
    (childNodes ?? []).map(shapeOf),
    content === undefined ? null : shapeOf(content),
  ]
}

/** What a parse makes of a text, and the line at which each tag is met. */
function parsed(text: string, how: { isFast: boolean; isFragment: boolean }): unknown {
  const parser = how.isFragment
    ? Parser.getFragmentParser<DefaultTreeAdapterMap>(null)
    : new Parser<DefaultTreeAdapterMap>()
  if (how.isFast) takeLongStrides(parser)
  const lines: [string, number][] = []
  const onStartTag = parser.onStartTag.bind(parser)
  parser.onStartTag = (token) => {
    lines.push([token.tagName, parser.tokenizer.preprocessor.line])
    onStartTag(token)
  }
  parser.tokenizer.write(text, true)
  return [shapeOf(how.isFragment ? parser.getFragment() : parser.document), lines]
}

function expectSameTrees(text: string): void {
  for (const isFragment of [false, true]) {
    expect(parsed(text, { isFast: true, isFragment })).toEqual(
      parsed(text, { isFast: false, isFragment }),
    )
  }
}

const NAMES =
  'html head body p div span b i a table caption colgroup col tbody tr td th select option optgroup ' +
  'template svg math mi mtext annotation-xml foreignObject desc title textarea pre listing script style ' +
  'noscript frameset frame form button h1 li dd plaintext xmp iframe input br img applet'
const TAGS = NAMES.split(' ').flatMap((name) => [
  `<${name}>`,
  `</${name}>`,
  `<${name.toUpperCase()} ID=x>`,
])
const TEXTS = [
  'text',
  'two words',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '\t x \f',
  '\n\n  a\nb ',
  '\0',
  'a\0b',
  '\u{1f600}',
  '\ud800',
  '\udc00x',
  '\u00e4 \u4e2d\u6587',
]
const REFERENCES = ['&amp;', '&amp x', '&notit;', '&#0;', '&#x41', '&']
const DECLARATIONS = [
  '<!doctype html>',
  '<!-- c -->',
  '<!--',
  '-->',
  '<![CDATA[ x ]]>',
  '<!',
  '<?x?>',
  '</',
  '<',
  '>',
  '< p>',
  '<3',
]
const CODE = [
  '<script><!--<script>',
  '</script>-->',
  '<!-- <script> x </script>',
  '<svg><![CDATA[a\nb',
  ']]>',
]
const ATTRIBUTES = [
  '<p a=1 b="x y" c=\'z\' d>',
  '<a href="x&amp;y\n\r\nz\0">',
  "<a title='q\"r\ns'>",
  '<a b=c&d e>',
  '<a"=\'<>',
  '<input type=hidden data-x-y_z:1="\u{1f600}\r\n" DATA-Q>',
  '<p a a=2 A=3>',
  '<p a="',
  "<p a='x",
  '<p ',
  '<p class="a b" id="c">',
  '<p class="a" class="b">',
  '<p class="a&amp;b">',
  '<p class="a\nb">',
  '<p class="a"id="b">',
  '<p class="a" hidden>',
  '<p class="a" ID="b">',
  '<p  class="a">',
  '<p class = "a">',
  '<p class="a" >',
  '<p class="a" / >',
  '<p class="',
  '<p class="a" ',
  '<x-y z:w="a">',
  '<a href="\u{1f600} \u00e4 \ud800">',
  '<img src="/a" alt=""/>',
  '<br />',
  '<svg viewbox="0 0" />',
  '<math definitionurl="a"><mi/>',
  '<svg><a xlink:href="a"/></svg>',
  '</p class="a">',
  '</p/>',
  '</p >',
  `<p ${Array.from({ length: 20 }, (_, at) => `a${at}="${at}"`).join(' ')}>`,
]
const PIECES = [...TAGS, ...TEXTS, ...REFERENCES, ...DECLARATIONS, ...CODE, ...ATTRIBUTES]

describe('a tokenizer with long strides makes the trees of parse5', () => {
  test('of generated pages', () => {
    for (const { html } of makeCorpus(4)) expectSameTrees(html)
  })

  test('of any mixture of markup, text and rubbish', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }), (pieces) => {
        expectSameTrees(pieces.join(''))
      }),
      { numRuns: 3_000 },
    )
  })

  test('of texts longer than what parse5 keeps at a time', () => {
    const line = `<p class="a b">some words, &lt; and more\r\n of them</p>\n<!-- x --><td>x y`
    expectSameTrees(line.repeat(3_000))
    expectSameTrees(`<script>${'let a = 1 < 2\n'.repeat(9_000)}</script><p>x`)
  })
})
