import { expect, it } from 'vitest'
import { whenServed } from '../../../../controller/web/src/data/when-served.ts'

const GONE = new Error('Failed to fetch dynamically imported module')

it('waits with a part of the app until there is somebody who serves it', async () => {
  const happened: string[] = []
  let isThere = false
  const load = async () => {
    happened.push('load')
    if (!isThere) throw GONE
    return 'page'
  }
  const answers = [false, false, true]
  const isServed = async () => {
    happened.push('ask')
    isThere = answers.shift() ?? true
    return isThere
  }
  expect(await whenServed(load, isServed, 1)).toBe('page')
  expect(happened).toEqual(['load', 'ask', 'ask', 'ask', 'load'])
})

it('throws what does not come although there is an answer', async () => {
  const load = () => Promise.reject(GONE)
  await expect(whenServed(load, async () => true, 1)).rejects.toBe(GONE)
})
