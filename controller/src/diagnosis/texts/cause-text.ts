import type { CAUSES, Cause } from '@sightline/shared/causes'
import type { Story } from '../story.ts'

/** What people read about a cause. */
export interface CauseText {
  /** One plain clause, without a full stop: what decided it may follow behind a colon. */
  readonly sentence: (story: Story) => string
  /** What the owner of the site can do, the most useful first; whole sentences. */
  readonly advice: (story: Story) => string[]
}

/** The causes of a layer. */
export type CausesOf<Layer extends (typeof CAUSES)[Cause]['category']> = {
  [C in Cause]: (typeof CAUSES)[C]['category'] extends Layer ? C : never
}[Cause]
