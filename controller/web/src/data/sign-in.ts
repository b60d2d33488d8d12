import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { queryClient } from './query-client.ts'
import { meQuery } from './me.ts'
import { typedCode } from './typed-code.ts'

/** What is asked for next. */
export type SignedIn = 'in' | 'secondFactor'

const AUTH = '/api/auth'

/** Who is signed in is asked for anew: also where nothing on the page shows it, as the next page goes by it. */
export async function renewMe(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey, refetchType: 'all' })
}

interface SignedInAnswer {
  readonly signedIn: boolean
  readonly needs?: 'secondFactor' | null
}

/** @throws ApiError when the two do not belong together, in a sentence that does not tell which is wrong */
export async function signIn(email: string, password: string): Promise<SignedIn> {
  const { needs } = await api<SignedInAnswer>(`${AUTH}/sign-in/email`, {
    method: 'POST',
    body: { email, password },
  })
  if (needs === 'secondFactor') return needs
  await renewMe()
  return 'in'
}

/** @param typed six digits of the app, or one of the codes kept for when it is lost */
export async function giveSecondFactor(typed: string): Promise<void> {
  const { text, isOfApp } = typedCode(typed)
  await api(`${AUTH}/two-factor/${isOfApp ? 'verify' : 'verify-backup-code'}`, {
    method: 'POST',
    body: { code: text },
  })
  await renewMe()
}

/** Has a link mailed, if there is such an account: the answer is the same. */
export async function askForPasswordLink(email: string): Promise<void> {
  await api(`${AUTH}/request-password-reset`, { method: 'POST', body: { email } })
}

/** How people can sign in here. */
export interface Ways {
  /** The company's identity provider. */
  readonly oidc: { readonly name: string } | null
  /** Whether links can be mailed. */
  readonly mail: boolean
  /** false: this installation is new, and nobody can sign in yet. */
  readonly hasOwner: boolean
}

export const waysQuery = queryOptions({
  queryKey: ['ways'],
  queryFn: ({ signal }) => api<Ways>(`${AUTH}/ways`, { signal }),
  staleTime: 300_000,
})

/** Goes to the identity provider, which leads back.
 *  @param to path of this app */
export async function goToProvider(to: string): Promise<void> {
  const { url } = await api<{ url: string }>(`${AUTH}/sign-in/oidc`, {
    method: 'POST',
    body: { to, onError: '/sign-in' },
  })
  location.assign(url)
}

export async function signOut(): Promise<void> {
  await api(`${AUTH}/sign-out`, { method: 'POST', body: {} })
  queryClient.clear()
}
