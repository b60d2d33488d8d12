/** Answers that go on, such as the progress of a crawl, which whoever asked may read only as long as they may ask. */
export interface LastingAnswers {
  /** @param sessionId of whoever is signed in; null: asked by a key
   *  @param end ends the answer: who may still ask asks again
   *  @returns what to call when it has ended */
  readonly add: (sessionId: number | null, end: () => void) => () => void
  /** Ends those of some sessions. */
  readonly endOf: (sessionIds: readonly number[]) => void
  readonly endAll: () => void
}

export function createLastingAnswers(): LastingAnswers {
  const all = new Set<{ readonly sessionId: number | null; readonly end: () => void }>()

  function endThose(isMeant: (sessionId: number | null) => boolean): void {
    for (const answer of all) {
      if (!isMeant(answer.sessionId)) continue
      all.delete(answer)
      answer.end()
    }
  }

  return {
    add(sessionId, end) {
      const answer = { sessionId, end }
      all.add(answer)
      return () => void all.delete(answer)
    },
    endOf: (sessionIds) => endThose((id) => id !== null && sessionIds.includes(id)),
    endAll: () => endThose(() => true),
  }
}
