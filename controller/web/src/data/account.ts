import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { UsageReport, Plans } from '../../../src/api/routes/account.ts'
import type { SessionList } from '../../../src/api/schemas/own-account.ts'
import type { OwnKeyCreated, OwnKeyList } from '../../../src/api/schemas/own-key.ts'
import { api } from './api.ts'

export type OwnKey = z.input<typeof OwnKeyList>['keys'][number]

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) =>
    (await api<z.input<typeof SessionList>>('/api/v1/me/sessions', { signal })).sessions,
})

export async function endSession(id: string): Promise<void> {
  await api(`/api/v1/me/sessions/${id}`, { method: 'DELETE' })
}

/** Ends every session of the person but this one. */
export async function endOtherSessions(): Promise<void> {
  await api('/api/v1/me/sessions', { method: 'DELETE' })
}

export async function changePassword(body: {
  currentPassword: string
  newPassword: string
}): Promise<void> {
  await api('/api/auth/change-password', { method: 'POST', body })
}

/** Says in which zone mails tell times. */
export async function changeZone(zone: string): Promise<void> {
  await api('/api/v1/me', { method: 'PATCH', body: { zone } })
}

export async function changeName(name: string): Promise<void> {
  await api('/api/v1/me', { method: 'PATCH', body: { name } })
}

/** Has a link mailed to another address. @returns where it went */
export const askForEmail = (body: { email: string; password: string }) =>
  api<{ email: string }>('/api/v1/me/email', { method: 'POST', body })

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) =>
    (await api<z.input<typeof OwnKeyList>>('/api/v1/keys', { signal })).keys,
})

/** @returns the key itself, which can be read this once */
export async function createKey(body: { name: string }): Promise<string> {
  return (await api<z.input<typeof OwnKeyCreated>>('/api/v1/keys', { method: 'POST', body })).value
}

export async function revokeKey(id: string): Promise<void> {
  await api(`/api/v1/keys/${id}`, { method: 'DELETE' })
}

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => api<z.input<typeof UsageReport>>('/api/v1/usage', { signal }),
})

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) =>
    (await api<z.input<typeof Plans>>('/api/v1/plans', { signal })).plans,
})
