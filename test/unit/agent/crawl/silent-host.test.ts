import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { NO_ROBOTS } from '../../../helpers/crawled-pages.ts'
import { crawlSome } from '../../../helpers/crawling.ts'
import { serveRaw } from '../../../helpers/listen.ts'

const LIMITS = { addressMs: 200, robotsMs: 1_000 }

test.for([
  ['never answers over http', 'http', 'silence'],
  ['never begins its TLS', 'https', 'silence'],
  ['hangs up in the handshake', 'https', 'close'],
] as const)('a host that %s is tried again, and left alone soon', async ([, scheme, how]) => {
  let visits = 0
  const port = await serveRaw((socket) => {
    visits += 1
    socket.resume()
    if (how === 'close') void delay(20).then(() => socket.destroy())
  })
  const urls = Array.from({ length: 12 }, (_, n) => `${scheme}://127.0.0.1:${port}/${n}`)
  const plan = { robots: NO_ROBOTS, parallel: 1 }
  const { records } = await crawlSome(urls, plan, { limits: LIMITS })
  const outcomes = Object.values(records).map(({ outcome }) => outcome)
  expect(outcomes).toEqual(Array.from({ length: 5 }, () => 'again'))
  // One of plain HTTP/1.1, and one that offers HTTP/2.
  expect(visits).toBeLessThanOrEqual(10)
})
