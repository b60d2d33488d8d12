import { expect, it } from 'vitest'
import {
  crawlRules,
  judgeByRobots,
} from '../../../../../agent/src/analyses/site-page/robots-rules.ts'

const fileOf = (text: string) => ({ statusCode: 200, text, failure: null })

it('puts the rules of a file together once for each crawler', () => {
  const file = fileOf('User-agent: FooBot\nDisallow: /foo\n\nUser-agent: *\nDisallow: /all')
  const first = crawlRules(file, 'foobot')
  expect(crawlRules({ ...file }, 'foobot')).toBe(first)
  expect(crawlRules(file, 'barbot')).not.toBe(first)
})

it('tells each of many crawlers and files its own rules', () => {
  const tokens = ['a', 'b', 'c', 'd', 'e', 'f']
  const groups = tokens.map((token) => `User-agent: ${token}\nDisallow: /${token}`).join('\n')
  for (let round = 0; round < 20; round += 1) {
    const file = fileOf(`${groups}\n# ${round % 10}`)
    for (const token of tokens) {
      const urls = tokens.map((path) => `https://example.test/${path}`)
      const { mayFetch } = judgeByRobots({ file, token, urls })
      expect(mayFetch).toEqual(tokens.map((path) => path !== token))
    }
  }
})
