import { MAX_AUDIT_EXAMPLES } from '@sightline/shared/analyses/audit'
import { counted } from '@sightline/shared/counted'
import type { Judges } from '../judge.ts'
import { judged } from '../judgement.ts'

/** Markup that other programs rely on. */
export const MARKUP_CHECKS = {
  duplicateIds({ facts: { ids } }) {
    const n = ids.duplicatedTotal
    const judgement = judged(
      n === 0,
      n,
      `${counted(n, 'id attribute is', 'id attributes are')} duplicated`,
    )
    return judgement.passed === false
      ? { ...judgement, examples: ids.duplicated.slice(0, MAX_AUDIT_EXAMPLES) }
      : judgement
  },
  metaInBody({ facts: { counts } }) {
    const n = counts.metasInBody
    return judged(n === 0, n, 'Meta tags found in the body')
  },
} as const satisfies Judges<'markup'>
