import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  AgentList,
  AgentTokenCreated,
  AgentTokenList,
} from '../../../src/api/schemas/agent.ts'
import type { Options } from '../../../src/api/routes/options.ts'
import { api } from './api.ts'

export type Agent = z.input<typeof AgentList>['agents'][number]
export type AgentToken = z.input<typeof AgentTokenList>['tokens'][number]
export type MadeToken = z.input<typeof AgentTokenCreated>['token']
export type MonitorOptions = z.input<typeof Options>
export type Region = z.input<typeof Options>['regions'][number]

/** Agents come and go without being told of here one by one. */
const LOOK_AGAIN_MS = 5_000

export const agentsQuery = queryOptions({
  queryKey: ['agents', 'list'],
  queryFn: async ({ signal }) =>
    (await api<z.input<typeof AgentList>>('/api/v1/agents', { signal })).agents,
  refetchInterval: LOOK_AGAIN_MS,
})

export const agentTokensQuery = queryOptions({
  queryKey: ['agents', 'tokens'],
  queryFn: async ({ signal }) =>
    (await api<z.input<typeof AgentTokenList>>('/api/v1/agents/tokens', { signal })).tokens,
})

/** Every value a client may send, the locations among them. */
export const optionsQuery = queryOptions({
  queryKey: ['options'],
  queryFn: ({ signal }) => api<z.input<typeof Options>>('/api/v1/monitors/options', { signal }),
  staleTime: 60_000,
})

export async function createToken(body: { region: string; name?: string }): Promise<MadeToken> {
  return (
    await api<z.input<typeof AgentTokenCreated>>('/api/v1/agents/tokens', { method: 'POST', body })
  ).token
}

export async function revokeToken(id: string): Promise<void> {
  await api(`/api/v1/agents/tokens/${id}`, { method: 'DELETE' })
}

export async function removeAgent(id: string): Promise<void> {
  await api(`/api/v1/agents/${id}`, { method: 'DELETE' })
}
