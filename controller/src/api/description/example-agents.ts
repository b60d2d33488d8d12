import { AgentList, AgentTokenCreated, AgentTokenList } from '../schemas/agent.ts'
import { UsageObject } from '../schemas/answers.ts'
import { exampleOf } from './compose.ts'

const usage = exampleOf(UsageObject, { used: 16 })

/** Examples of the routes about agents. */
export const AGENT_EXAMPLES = {
  listAgents: { answers: { 200: { example: exampleOf(AgentList, { usage }) } } },
  removeAgent: {
    answers: {
      200: { example: { deleted: true, id: 'agt_4fTq1Zb7Kx0Pq2Lr9sWd', usage } },
    },
  },
  listAgentTokens: {
    answers: { 200: { example: exampleOf(AgentTokenList, { usage }) } },
  },
  createAgentToken: {
    request: { example: { region: 'eu-west', name: 'Dublin rack 4' } },
    answers: { 201: { example: exampleOf(AgentTokenCreated, { usage }) } },
  },
  revokeAgentToken: {
    answers: {
      200: { example: { deleted: true, id: 'tok_4fTq1Zb7Kx0Pq2Lr9sWd', usage } },
    },
  },
}
