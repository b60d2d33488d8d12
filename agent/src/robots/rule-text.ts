import type { RobotsVerdict } from './agent-rules.ts'
import { shownValue } from './shown.ts'

/** The rule that decided, as people write it ("Disallow: /private/"); null where none did. */
export function ruleText({ rule }: RobotsVerdict): string | null {
  if (rule === null) return null
  const directive = rule.directive.charAt(0).toUpperCase() + rule.directive.slice(1)
  return `${directive}: ${shownValue(rule.value)}`
}
