import { describe, expect, it } from 'vitest'
import {
  SENDING_LIMITS,
  sendingWaitMs,
} from '../../../../../controller/src/alerting/contacts/sending-limits.ts'

const HOUR_MS = 3_600_000
const NOW_MS = 10 * HOUR_MS

/** What was sent to an address a quarter of an hour ago. */
function waitAfter({ own, others }: { own: number; others: number }): number {
  const countOf = (sent: number) => ({ sent, sinceMs: sent === 0 ? null : NOW_MS - HOUR_MS / 4 })
  const counts = { pair: countOf(own), subject: countOf(own + others), workspace: countOf(own) }
  return sendingWaitMs(SENDING_LIMITS.confirmation, counts, NOW_MS)
}

describe('links to one address', () => {
  it('are three in an hour for one workspace', () => {
    expect(waitAfter({ own: 2, others: 0 })).toBe(0)
    expect(waitAfter({ own: 3, others: 0 })).toBe((HOUR_MS * 3) / 4)
  })

  it('are allowed to a workspace for the first time, however often others had more of theirs', () => {
    expect(waitAfter({ own: 0, others: 9 })).toBe(0)
    expect(waitAfter({ own: 1, others: 4 })).toBe((HOUR_MS * 3) / 4)
  })

  it('are ten in an hour for all workspaces', () => {
    expect(waitAfter({ own: 0, others: 10 })).toBe((HOUR_MS * 3) / 4)
  })
})
