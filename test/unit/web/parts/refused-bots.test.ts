import { describe, expect, it } from 'vitest'
import { refusedBots } from '../../../../controller/web/src/parts/audit/refused-bots.ts'

describe('crawlers that may not fetch a site', () => {
  it('are named in the order of the alphabet', () => {
    const perBot = {
      GPTBot: { allowed: false },
      ClaudeBot: { allowed: true },
      CCBot: { allowed: false },
    }
    expect(refusedBots(perBot)).toEqual(['CCBot', 'GPTBot'])
  })

  it('are none when all may', () => {
    expect(refusedBots({ GPTBot: { allowed: true } })).toEqual([])
  })
})
