import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withEncodedQuery } from '../../../../agent/src/page/query-encoding.ts'
import { factsOf, pageOf } from '../../../helpers/analysis-page.ts'
import { readPageFacts } from '../../../../agent/src/page/read-page-facts.ts'

test.for([
  ['windows-1252', '/ä?x=ä&y=€#ä', '/ä?x=%E4&y=%80#ä'],
  ['windows-1251', '?q=привет', '?q=%EF%F0%E8%E2%E5%F2'],
  ['shift_jis', '?q=日本表', '?q=%93%FA%96{%95\\'],
  ['euc-jp', '?q=日本', '?q=%C6%FC%CB%DC'],
  ['euc-kr', '?q=한국', '?q=%C7%D1%B1%B9'],
  ['gbk', '?q=中国', '?q=%D6%D0%B9%FA'],
  ['big5', '?q=中國', '?q=%A4%A4%B0%EA'],
  ['iso-8859-2', 'https://example.com/?q=ł', 'https://example.com/?q=%B3'],
  // What an encoding does not have is told by its number.
  ['windows-1252', '?q=日', '?q=%26%2326085%3B'],
  ['windows-1252', '?q=🌳', '?q=%26%23127795%3B'],
  ['utf-8', '?q=ä', '?q=ä'],
  ['utf-16le', '?q=ä', '?q=ä'],
  ['iso-2022-jp', '?q=日', '?q=日'],
  ['windows-1252', '/ä', '/ä'],
  ['windows-1252', '#?ä', '#?ä'],
  ['windows-1252', 'mailto:a@b.test?subject=ä', 'mailto:a@b.test?subject=ä'],
  ['windows-1252', '?a=b%20c', '?a=b%20c'],
] as const)('in %s "%s" is asked for as "%s"', ([charset, reference, expected]) => {
  expect(withEncodedQuery(reference, charset)).toBe(expected)
})

test.for(['windows-1252', 'koi8-r', 'shift_jis', 'euc-jp', 'euc-kr', 'gbk', 'big5'])(
  'what is asked for in %s means the same there',
  (charset) => {
    const letters = fc.string({ unit: fc.constantFrom(...Array.from('äßжя日本語表中国한글ア、')) })
    fc.assert(
      fc.property(letters, (text) => {
        const query = withEncodedQuery(`?${text}`, charset).slice(1)
        const bytes = query.replaceAll(/%([0-9A-F]{2})/g, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        )
        const read = new TextDecoder(charset).decode(Buffer.from(bytes, 'latin1'))
        const told = read.replaceAll(/&#(\d+);/g, (_, code: string) =>
          String.fromCodePoint(Number(code)),
        )
        expect(told).toBe(text)
      }),
    )
  },
)

test('links of a page are as browsers follow them', () => {
  const page = pageOf(
    Buffer.from('<meta charset=windows-1251><a href="/\xe6?q=\xe6">x</a>', 'latin1'),
    {
      headers: { 'content-type': 'text/html' },
    },
  )
  const [anchor] = readPageFacts(page).anchors.list
  expect(anchor).toMatchObject({ href: '/ж?q=ж', url: 'https://example.com/%D0%B6?q=%E6' })
  const { anchors } = factsOf('<a href="/ж?q=ж">x</a>')
  expect(anchors.list[0]?.url).toBe('https://example.com/%D0%B6?q=%D0%B6')
})
