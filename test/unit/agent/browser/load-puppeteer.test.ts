import { expect, test } from 'vitest'
import { loadPuppeteer } from '../../../../agent/src/browser/load-puppeteer.ts'

test('others have their turn while puppeteer is loaded', async () => {
  let turns = 0
  let isLoaded = false
  const take = (): void => {
    if (isLoaded) return
    turns += 1
    setImmediate(take)
  }
  setImmediate(take)
  const { connect } = await loadPuppeteer()
  isLoaded = true
  expect(connect).toBeTypeOf('function')
  expect(turns).toBeGreaterThanOrEqual(5)
})
