import { MAX_ROBOTS_AGENT, MAX_ROBOTS_VALUE } from '@sightline/shared/analyses/robots-txt'
import { printable } from '../outcome/printable.ts'
import type { RobotsRule } from './parse-robots.ts'

/** A value of robots.txt as results show it. */
export function shownValue(value: string): string {
  return printable(value, MAX_ROBOTS_VALUE)
}

/** A crawler's name as results show it. */
export function shownAgent(userAgent: string): string {
  return printable(userAgent, MAX_ROBOTS_AGENT)
}

/** A rule as results show it. */
export function shownRule({
  directive,
  value,
}: RobotsRule): Pick<RobotsRule, 'directive' | 'value'> {
  return { directive, value: shownValue(value) }
}
