import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { bodyText } from '../../../../../agent/src/checks/web/body-text.ts'

test.for(['utf-8', 'shift_jis', 'gb18030', 'iso-2022-jp', 'utf-16be', 'windows-1252'])(
  'a long body in %s reads as it does in one piece',
  async (charset) => {
    const words = Buffer.from('語 \u001b$B8l\u001b(B 語言 ééé \u0081 x ', 'utf8')
    const bytes = Buffer.concat([Buffer.alloc(700_001, words), randomBytes(300_000)])
    const text = await bodyText(bytes, `text/html; charset=${charset}`, false)
    expect(text === new TextDecoder(charset).decode(bytes)).toBe(true)
  },
)

test('a long body without a label is UTF-8 where it can be that, cut or not', async () => {
  const bytes = Buffer.from('é'.repeat(300_000))
  expect(await bodyText(bytes, undefined, false)).toBe('é'.repeat(300_000))
  expect(await bodyText(bytes.subarray(0, -1), undefined, true)).toBe('é'.repeat(299_999))
  const western = Buffer.concat([bytes, Buffer.from([0xe9])])
  expect((await bodyText(western, undefined, false)).endsWith('Ã©é')).toBe(true)
})

test('a page whose head names its charset late is read in it, unless it is UTF-8', async () => {
  const head = `<html><head><style>${'a{}'.repeat(600)}</style><meta charset="nonsense"><meta charset="windows-1251">`
  const text = Buffer.concat([Buffer.from(head), Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])])
  expect(await bodyText(text, 'text/html', false)).toBe(`${head}Привет`)
  expect(await bodyText(Buffer.from(`${head}Привет`), 'text/html', false)).toBe(`${head}Привет`)
})

test('a body that is hard to read leaves turns of the event loop to others', async () => {
  const bytes = Buffer.alloc(5 * 1024 * 1024, 0xff)
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 0)
  await bodyText(bytes, 'text/html; charset=shift_jis', false)
  clearInterval(counting)
  expect(turns).toBeGreaterThan(3)
})
