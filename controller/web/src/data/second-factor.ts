import { api } from './api.ts'
import { queryClient } from './query-client.ts'
import { meQuery } from './me.ts'
import { typedCode } from './typed-code.ts'

const PATH = '/api/auth/two-factor'

/** What an authenticator is set up with, and the codes for when it is lost. */
export interface NewFactor {
  /** otpauth:// address. */
  readonly uri: string
  readonly backupCodes: readonly string[]
}

/** Begins; it holds once a code was given. */
export async function beginSecondFactor(password: string): Promise<NewFactor> {
  return api<NewFactor>(`${PATH}/enable`, { method: 'POST', body: { password } })
}

export async function confirmSecondFactor(typed: string): Promise<void> {
  await api(`${PATH}/verify`, { method: 'POST', body: { code: typedCode(typed).text } })
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
}

/** Those made before work no longer. @returns the new ones, which can be read this once */
export async function makeBackupCodes(password: string): Promise<readonly string[]> {
  const path = `${PATH}/backup-codes`
  const made = await api<{ backupCodes: string[] }>(path, { method: 'POST', body: { password } })
  return made.backupCodes
}

export async function endSecondFactor(password: string): Promise<void> {
  await api(`${PATH}/disable`, { method: 'POST', body: { password } })
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
}
