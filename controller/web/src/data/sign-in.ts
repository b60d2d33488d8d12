import { api } from './api.ts'
import { queryClient } from './query-client.ts'
import { meQuery } from './session.ts'

/** What is asked for next. */
export type SignedIn = 'in' | 'secondFactor'

const AUTH = '/api/auth'

async function renewMe(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
}

/** @throws ApiError when the two do not belong together, in a sentence that does not tell which is wrong */
export async function signIn(email: string, password: string): Promise<SignedIn> {
  const answer = await api<{ twoFactorRedirect?: boolean }>(`${AUTH}/sign-in/email`, {
    method: 'POST',
    body: { email, password },
  })
  if (answer.twoFactorRedirect === true) return 'secondFactor'
  await renewMe()
  return 'in'
}

/** @param code six digits of the app, or one of the codes kept for when it is lost */
export async function giveSecondFactor(code: string): Promise<void> {
  const isOfApp = /^\d{6}$/.test(code)
  await api(`${AUTH}/two-factor/${isOfApp ? 'verify-totp' : 'verify-backup-code'}`, {
    method: 'POST',
    body: { code },
  })
  await renewMe()
}

export async function signOut(): Promise<void> {
  await api(`${AUTH}/sign-out`, { method: 'POST', body: {} })
  queryClient.clear()
}
