import { expect, test } from 'vitest'
import {
  createRefusals,
  requestKey,
  tunnelKey,
} from '../../../../../agent/src/browser/guard-proxy/refusals.ts'

const NO = { message: 'No.', isBlocked: false }

test('tunnels are remembered by host and port, requests over http by what is asked for', () => {
  const refusals = createRefusals(() => {})
  refusals.note(tunnelKey({ host: '::1', port: 443 }), NO)
  refusals.note(requestKey(new URL('http://a.example/x#part')), NO)
  for (const url of ['https://[::1]/any', 'wss://[::1]:443/', 'http://a.example/x#other']) {
    expect(refusals.of(url)).toBe(NO)
  }
  for (const url of ['http://[::1]:443/', 'https://a.example/x', 'http://a.example/', 'nothing']) {
    expect(refusals.of(url)).toBeNull()
  }
  refusals.forget(tunnelKey({ host: '::1', port: 443 }))
  expect(refusals.of('https://[::1]/any')).toBeNull()
})

test('a page that is refused more than any page asks for has that told', () => {
  let untold = 0
  const refusals = createRefusals(() => (untold += 1))
  for (let port = 1; port <= 5_002; port += 1) refusals.note(tunnelKey({ host: 'a', port }), NO)
  expect(untold).toBe(2)
  expect(refusals.of('https://a:5000/')).toBe(NO)
  expect(refusals.of('https://a:5001/')).toBeNull()
})
