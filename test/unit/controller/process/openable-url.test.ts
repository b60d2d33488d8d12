import { describe, expect, it } from 'vitest'
import { isEveryAddress, openableUrl } from '../../../../controller/src/process/openable-url.ts'

describe('the URL that a browser opens', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:8080', false],
    ['0.0.0.0', 'http://127.0.0.1:8080', true],
    ['', 'http://127.0.0.1:8080', true],
    ['::', 'http://[::1]:8080', true],
    ['[::]', 'http://[::1]:8080', true],
    ['::1', 'http://[::1]:8080', false],
    ['[fd00::7]', 'http://[fd00::7]:8080', false],
    ['monitor.example.com', 'http://monitor.example.com:8080', false],
    // No name of an object's own.
    ['constructor', 'http://constructor:8080', false],
  ])('of a server at %j is %s', (host, url, isEvery) => {
    expect(openableUrl(host, 8080)).toBe(url)
    expect(isEveryAddress(host)).toBe(isEvery)
  })
})
