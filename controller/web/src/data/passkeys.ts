import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { PasskeyAdded, PasskeyList } from '../../../src/api/schemas/passkey.ts'
import { api } from './api.ts'
import { renewMe } from './sign-in.ts'

export type Passkey = z.input<typeof PasskeyList>['passkeys'][number]

interface Options<T> {
  readonly options: T
}

/** What a browser says when it has no passkey to give, in words that lead on. */
const REFUSALS: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was given: it was cancelled, or took too long. Try again.',
  InvalidStateError: 'This device has a passkey of yours already.',
  SecurityError:
    'Passkeys do not work at this address: open Sightline by its name, over https, or as localhost.',
}

/** Whether this browser has passkeys, which it has over https and at localhost alone. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** @throws Error in a sentence, for what the browser or the person refused */
async function asked(ask: Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await ask
    if (credential instanceof PublicKeyCredential) return credential.toJSON()
  } catch (error: unknown) {
    const name = error instanceof Error ? error.name : ''
    throw new Error(REFUSALS[name] ?? 'The browser could not do that.', { cause: error })
  }
  throw new Error('The browser gave no passkey.')
}

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) =>
    (await api<z.input<typeof PasskeyList>>('/api/auth/passkeys', { signal })).passkeys,
})

/** Has this device make a passkey, and keeps it.
 *  @param name for the person, to tell it from others */
export async function addPasskey(name: string): Promise<Passkey> {
  const { options } = await api<Options<PublicKeyCredentialCreationOptionsJSON>>(
    '/api/auth/passkeys/options',
    { method: 'POST' },
  )
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const response = await asked(navigator.credentials.create({ publicKey }))
  const body = { response, name }
  return (await api<z.input<typeof PasskeyAdded>>('/api/auth/passkeys', { method: 'POST', body }))
    .passkey
}

export async function removePasskey(id: string): Promise<void> {
  await api(`/api/auth/passkeys/${id}`, { method: 'DELETE' })
}

/** Signs in by a passkey of this device: which person it is, it says itself. */
export async function signInByPasskey(): Promise<void> {
  const path = '/api/auth/sign-in/passkey'
  const { options } = await api<Options<PublicKeyCredentialRequestOptionsJSON>>(`${path}/options`, {
    method: 'POST',
  })
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const response = await asked(navigator.credentials.get({ publicKey }))
  await api(path, { method: 'POST', body: { response } })
  await renewMe()
}
