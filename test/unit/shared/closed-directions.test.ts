import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closedDirections } from '../../../shared/src/closed-directions.ts'

const RLO = '\u202e'
const RLE = '\u202b'
const PDF = '\u202c'
const RLI = '\u2067'
const FSI = '\u2068'
const PDI = '\u2069'

describe('a text among others', () => {
  it.each([
    ['Shop', 'Shop'],
    ['متجر shop', 'متجر shop'],
    [`${RLO}Shop`, `${RLO}Shop${PDF}`],
    [`${RLO}Sh${PDF}op`, `${RLO}Sh${PDF}op`],
    [`${RLI}Shop`, `${RLI}Shop${PDI}`],
    [`${RLI}a${RLO}b`, `${RLI}a${RLO}b${PDF}${PDI}`],
    [`${RLI}a${RLO}b${PDI}c`, `${RLI}a${RLO}b${PDI}c`],
    [`${RLE}a${FSI}b${PDF}c`, `${RLE}a${FSI}bc${PDI}${PDF}`],
    [`Shop${PDI}`, 'Shop'],
    [`Shop${PDF}${PDI}`, 'Shop'],
  ])('%j turns nothing around it', (text, shown) => {
    expect(closedDirections(text)).toBe(shown)
  })

  it('is the same once it is closed, and loses nothing but marks', () => {
    const texts = fc.array(fc.constantFrom(RLO, RLE, PDF, RLI, FSI, PDI, 'a', 'ב', '\n'))
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join('')
        const closed = closedDirections(text)
        expect(closedDirections(closed)).toBe(closed)
        const bare = (marked: string) => marked.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
        expect(bare(closed)).toBe(bare(text))
      }),
    )
  })

  it('may be long', () => {
    expect(closedDirections(RLO.repeat(200_000))).toHaveLength(400_000)
  })
})
