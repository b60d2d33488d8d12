import { describe, expect, it } from 'vitest'
import { createLiveTabs, THERE_FOR_MS } from '../../../../controller/web/src/data/live-tabs.ts'
import { signOf, titleWords } from '../../../../controller/web/src/words/window.ts'

describe('tabs that follow together', () => {
  it('are looked at while one of them is', () => {
    const tabs = createLiveTabs<string>()
    expect(tabs.isSeen(0)).toBe(false)
    tabs.told('a', 'seen', 0)
    tabs.told('b', 'hidden', 0)
    expect(tabs.isSeen(1)).toBe(true)
    tabs.told('a', 'hidden', 2)
    expect(tabs.isSeen(2)).toBe(false)
    expect(tabs.all()).toEqual(['a', 'b'])
  })

  it('are gone when they say so, and not looked at when they fall silent', () => {
    const tabs = createLiveTabs<string>()
    tabs.told('a', 'seen', 0)
    tabs.told('b', 'seen', 0)
    tabs.told('a', 'gone', 1)
    expect(tabs.all()).toEqual(['b'])
    expect(tabs.isSeen(THERE_FOR_MS - 1)).toBe(true)
    expect(tabs.isSeen(THERE_FOR_MS)).toBe(false)
  })
})

describe('the window', () => {
  it('says how many are down, in words and on its sign', () => {
    expect(titleWords('Monitors', 0)).toBe('Monitors · Sightline')
    expect(titleWords('Monitors', 3)).toBe('(3) Monitors · Sightline')
    expect(signOf(0)).toBe('/favicon.svg')
    expect(decodeURIComponent(signOf(3))).toContain('>3</text>')
    expect(decodeURIComponent(signOf(12))).toContain('>9+</text>')
  })
})
