import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeptLogos } from '../../../../controller/src/status-pages/kept-logos.ts'

const logoOf = (text: string, bytes = text.length) => ({
  type: 'image/png',
  bytes: Buffer.alloc(bytes, text),
})
type Logo = ReturnType<typeof logoOf>
const digestOf = ({ bytes }: Logo): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 12)

function keeping(byPage: Map<number, Logo | null>) {
  const read: number[] = []
  const kept = createKeptLogos(async (pageId) => {
    read.push(pageId)
    await Promise.resolve()
    return byPage.get(pageId) ?? null
  })
  return { kept, read }
}

test('a logo is read once, however many ask', async () => {
  const logo = logoOf('one')
  const { kept, read } = keeping(new Map([[1, logo]]))
  const ask = () => kept.get(1, digestOf(logo))
  expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(
    Array.from({ length: 20 }, () => logo),
  )
  await ask()
  expect(read).toEqual([1])
})

test('one that changed since its page was read is not kept for what it was', async () => {
  const [before, after] = [logoOf('before'), logoOf('after')]
  const byPage = new Map<number, Logo | null>([[1, after]])
  const { kept } = keeping(byPage)
  expect(await kept.get(1, digestOf(before))).toEqual(after)
  byPage.set(1, before)
  expect(await kept.get(1, digestOf(before))).toEqual(before)
  byPage.set(1, null)
  expect(await kept.get(1, digestOf(after))).toBeNull()
})

test('what could not be read is read again', async () => {
  const logo = logoOf('one')
  let isAway = true
  const kept = createKeptLogos(async () => {
    if (isAway) throw new Error('away')
    return logo
  })
  await expect(kept.get(1, digestOf(logo))).rejects.toThrow('away')
  isAway = false
  expect(await kept.get(1, digestOf(logo))).toEqual(logo)
})

test('those that were read first go when there are very many', async () => {
  const logos = Array.from({ length: 9 }, (_, place) => logoOf(String(place), 1_024 * 1_024))
  const { kept, read } = keeping(new Map(logos.entries()))
  for (const [pageId, logo] of logos.entries()) await kept.get(pageId, digestOf(logo))
  await kept.get(8, digestOf(logoOf('8', 1_024 * 1_024)))
  expect(read).toHaveLength(9)
  await kept.get(0, digestOf(logoOf('0', 1_024 * 1_024)))
  expect(read.slice(9)).toEqual([0])
})
