import type { CheckFailure } from '../../outcome/check-failure.ts'
import type { TextsMatch } from './texts-match.ts'

/** The failure of a check whose content could not be judged: it says nothing about the target. */
export function unjudged({ source, message }: Extract<TextsMatch, { ok: false }>): CheckFailure {
  const cause = source === 'monitor' ? 'monitorMisconfigured' : 'agentFault'
  return { source: 'agent', phase: 'content', cause, message }
}
