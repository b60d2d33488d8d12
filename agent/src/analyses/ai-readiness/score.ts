import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { AgentChecks } from './agent-checks.ts'

type AgentReadiness = AnalysisResult<'ai-readiness'>['agentReadiness']

const GRADES = [
  ['A', 80],
  ['B', 60],
  ['C', 40],
  ['D', 20],
] as const

/** How much of what is looked for is there, commerce left out. Source: contract, "agentReadiness" */
export function scoreOf(checks: AgentChecks): Omit<AgentReadiness, 'checks'> {
  const { commerce: _, ...scored } = checks
  const leaves = Object.values(scored).flatMap((group) => Object.values(group))
  const passed = leaves.filter((isTrue) => isTrue).length
  const total = leaves.length
  const score = Math.round((100 * passed) / total)
  return { score, passed, total, grade: GRADES.find(([, from]) => score >= from)?.[0] ?? 'F' }
}
