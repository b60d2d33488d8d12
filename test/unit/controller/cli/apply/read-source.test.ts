import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readSource } from '../../../../../controller/src/cli/apply/read-source.ts'

const problems = (text: string): unknown => {
  try {
    return readSource('a.yaml', text).map(({ value }) => value)
  } catch (error: unknown) {
    return (error as { problems: { line: number; message: string }[] }).problems.map(
      ({ line, message }) => `${line}: ${message}`,
    )
  }
}

describe('a file', () => {
  it('of YAML and of JSON has lines for its fields', () => {
    const [source] = readSource('a.yaml', 'monitors:\n  - name: A\n    settings:\n      port: 5\n')
    expect(source?.value).toEqual({ monitors: [{ name: 'A', settings: { port: 5 } }] })
    expect(source?.lineOf(['monitors', 0, 'settings', 'port'])).toBe(4)
    expect(source?.lineOf(['monitors', 0, 'nothing'])).toBe(2)
    const [json] = readSource('a.json', '{\n"monitors": [\n{"name": "A"}]}')
    expect(json?.lineOf(['monitors', 0, 'name'])).toBe(3)
  })

  it('may hold several documents, and none', () => {
    expect(readSource('a', 'a: 1\n---\na: 2\n').map(({ value }) => value)).toEqual([
      { a: 1 },
      { a: 2 },
    ])
    expect(readSource('a', '')).toEqual([])
  })

  it('keeps dates and words as they are written', () => {
    expect(problems('a: 2026-06-01T22:00:00Z\nb: yes\nc: on')).toEqual([
      { a: '2026-06-01T22:00:00Z', b: 'yes', c: 'on' },
    ])
  })

  it('may use an anchor many times', () => {
    const lines = Array.from({ length: 2_000 }, (_, index) => `  - { <<: *a, name: ${index} }`)
    const [value] = problems(`x: &a { b: 1 }\nlist:\n${lines.join('\n')}`) as [{ list: object[] }]
    expect(value.list[1_999]).toEqual({ b: 1, name: 1_999 })
  })

  it.each<[string, string, RegExp]>([
    ['names a field twice', 'a: 1\nb: 2\na: 3', /^3: .*unique/],
    ['is no YAML', 'a: [1,\n', /^\d: /],
    ['has a tag that nobody knows', 'a: !secret b', /^1: /],
    ['names an anchor that is not there', 'a: *b', /alias/i],
    ['unfolds without end', bomb(9), /^null: Its aliases stand .* write some of them out\.$/],
    ['unfolds to more than can be sent', wide(), /more than 300000 values/],
    ['is as long as a book', 'a:\n'.concat(' - 1\n'.repeat(1_500_000)), /more than 300000 values/],
    ['is nested without end', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, /nested too deep/],
    [
      'is nested deeper than anything is',
      `${'['.repeat(1_000)}${']'.repeat(1_000)}`,
      /nested too deep/,
    ],
  ])('that %s is refused', (_, text, expected) => {
    expect(String((problems(text) as string[])[0])).toMatch(expected)
  })

  it('that is nested without end is told of once, and not of what reads it', () => {
    const nested = `a: ${'['.repeat(200_000)}${']'.repeat(200_000)}`
    expect(problems(nested)).toEqual(['1: It is nested too deep.'])
  })

  it('may have a list for a name, of which nothing is printed', async () => {
    const warned = vi.fn()
    process.on('warning', warned)
    onTestFinished(() => void process.off('warning', warned))
    expect(problems('? [a, b]\n: 1')).toEqual([{ '[ a, b ]': 1 }])
    await new Promise((resolve) => setImmediate(resolve))
    expect(warned).not.toHaveBeenCalled()
  })
})

/** Each level holds the one before ten times. */
function bomb(levels: number): string {
  const line = (index: number): string =>
    `l${index}: &l${index} [${Array.from({ length: 10 }, () => `*l${index - 1}`).join(',')}]`
  return ['l0: &l0 [x]', ...Array.from({ length: levels }, (_, index) => line(index + 1))].join(
    '\n',
  )
}

/** A list of a thousand, a thousand times. */
function wide(): string {
  const values = (value: string): string => Array.from({ length: 1_000 }, () => value).join(',')
  return `a: &a [${values('1')}]\nb: [${values('*a')}]`
}
