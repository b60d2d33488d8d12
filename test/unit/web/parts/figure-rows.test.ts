import { describe, expect, it } from 'vitest'
import { figureRows } from '../../../../controller/web/src/parts/audit/figure-rows.ts'
import { missingWords } from '../../../../controller/web/src/parts/audit/missing-words.ts'

describe('figures of two audits', () => {
  it('are rows where both have them, with what a difference means', () => {
    const before = { performanceScore: 80, loadMs: 900, words: 400, requests: 12 }
    const after = { performanceScore: 91, loadMs: 1_500, words: 410 }
    expect(figureRows(before, after)).toEqual([
      { name: 'Lighthouse performance', before: '80', after: '91', verdict: 'better', told: '+11' },
      { name: 'Loaded', before: '900 ms', after: '1.50 s', verdict: 'worse', told: '+600 ms' },
    ])
  })
})

describe('what an audit does not have', () => {
  it('is named once, and not at all where it is there for one device', () => {
    expect(missingWords(['audit', 'lighthouse-desktop'])).not.toContain('Lighthouse')
    const missing = missingWords(['audit'])
    expect(missing.filter((words) => words === 'How it looks')).toHaveLength(1)
    expect(missing).not.toContain('What is wrong')
  })
})
