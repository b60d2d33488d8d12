import { AppError } from '@sightline/shared/errors'
import { z } from 'zod'
import { HIDDEN } from '../../secrets/secret-box.ts'
import type { AlertChannel, ContactField } from './channel.ts'

const MAX_URL_LENGTH = 2_048

/** Text that is a secret: "***" stands for the one that is stored. */
export const secretText = (
  description: string,
  pattern: RegExp,
  message: string,
  example: string,
) =>
  z
    .string()
    .trim()
    .max(MAX_URL_LENGTH)
    .refine((text) => text === HIDDEN || pattern.test(text), message)
    .meta({ description: `${description} It reads as "***".`, example })

export function isHttpUrl(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  )
}

export const HTTP_MESSAGE = 'must be an http or https URL without a user name and password'

/** An http or https URL, as it is sent. */
export const httpUrl = (isOne: (text: string) => boolean, message: string) =>
  z.string().trim().max(MAX_URL_LENGTH).refine(isOne, message)

/** How something secret is shown. */
export const hidden = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${description} "***" when it is set.`, example: null })

/** What was sent, or else what is stored. */
export function plainField(
  sent: string | null | undefined,
  stored: string | undefined,
): string | null {
  return sent === undefined ? (stored ?? null) : sent
}

/** The same of a secret. @throws AppError badRequest when "***" stands for nothing */
export function secretField(
  field: string,
  sent: string | null | undefined,
  stored: string | null | undefined,
): string | null {
  if (sent !== HIDDEN) return plainField(sent, stored ?? undefined)
  if (typeof stored === 'string') return stored
  throw new AppError(
    'badRequest',
    `The field "${field}" is "***", which stands for the value that is stored, and there is none: send the value itself.`,
  )
}

export function missingPart(field: string, needed: string): AppError {
  return new AppError(
    'badRequest',
    `The field "${field}" belongs to "${needed}", which the contact does not have: send both.`,
  )
}

interface UrlAddress {
  readonly url: string
}

/** All but the sending of a channel whose address is one secret URL.
 *  @param field its name in a contact
 *  @param words what it is, as it is sent and as it is shown */
export function secretUrlChannel<Name extends string>(
  field: Name,
  words: { readonly sent: string; readonly shown: string; readonly example: string },
) {
  const sent = httpUrl((text) => text === HIDDEN || isHttpUrl(text), HTTP_MESSAGE).meta({
    description: `${words.sent} Whoever has it can write there, so it is a secret: it reads as "***".`,
    example: words.example,
  })
  const one = {
    sent,
    shown: hidden(words.shown),
    isDestination: true,
  } as const satisfies ContactField
  type Fields = Readonly<Record<Name, typeof one>>
  const channel: Omit<AlertChannel<UrlAddress, Fields>, 'send'> = {
    fields: { [field]: one } as unknown as Fields,
    secrets: ['url'],
    isBundled: true,
    rests: true,
    change(before, { [field]: given }) {
      const url = secretField(field, given, before?.url)
      return { address: url === null ? null : { url } }
    },
    show: (address) =>
      ({ [field]: address?.url ?? null }) as ReturnType<AlertChannel<UrlAddress, Fields>['show']>,
  }
  return channel
}
