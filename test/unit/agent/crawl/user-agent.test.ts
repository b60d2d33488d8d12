import { expect, test } from 'vitest'
import { productToken } from '../../../../agent/src/crawl/user-agent.ts'

test.each([
  [null, 'Sightline'],
  ['FooBot/2.1', 'FooBot'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0 Safari/537.36',
    'bingbot',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Mozilla'],
  ['(nothing)', 'Sightline'],
])('a crawler that calls itself %s is named %s', (userAgent, token) => {
  expect(productToken(userAgent)).toBe(token)
})
