import type { MailEndpoint } from '@sightline/shared/monitor-types/mail/endpoint'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import { printable } from '../../outcome/printable.ts'
import type { TextSearch } from '../matching/any-text-matches.ts'
import { unjudged } from '../matching/unjudged.ts'
import { missingCapabilities, parametersOf } from './capabilities.ts'
import type { Dialogue } from './dialogue.ts'
import { isFailure, targetFailure } from './dialogue.ts'
import { ehloName } from './ehlo-name.ts'
import { imap } from './imap.ts'
import type { Language } from './language.ts'
import { pop3 } from './pop3.ts'
import { testRecipient } from './smtp-recipient.ts'
import { smtp } from './smtp.ts'

/** Every language a check speaks. */
const LANGUAGES = { smtp, imap, pop3 } as const satisfies Record<MailEndpoint['protocol'], Language>

/** What a dialogue brought to light, as far as it came. */
export interface Findings {
  banner: string | null
  /** null until the server has told them. */
  capabilities: readonly string[] | null
  authMechanism: string | null
}

const MAX_SHOWN_GREETING = 200

type Settings = SettingsOf<'mail'>

/** Goes over to TLS in the middle of the dialogue.
 *  @returns the capabilities as they are told from then on */
async function secure(
  dialogue: Dialogue,
  language: Language,
  offered: readonly string[],
  isSignedIn: boolean,
  name: string,
): Promise<readonly string[] | CheckFailure> {
  const word = language.startTlsWord
  if (isSignedIn) {
    const message = `${dialogue.peer} greets as already signed in, which rules out ${word}.`
    return targetFailure('starttls', 'starttlsMissing', message)
  }
  if (parametersOf(offered, word) === null) {
    const message = `${dialogue.peer} does not offer ${word}.`
    return targetFailure('starttls', 'starttlsMissing', message)
  }
  const failure = (await language.askForTls(dialogue)) ?? (await dialogue.upgrade())
  // What was told in the clear may have been changed on the way. Source: RFC 3207, section 4.2
  return failure ?? language.capabilities(dialogue, 'starttls', name)
}

function lacking(
  dialogue: Dialogue,
  capabilities: readonly string[],
  expected: readonly string[],
): CheckFailure | null {
  const missing = missingCapabilities(expected, capabilities)
  if (missing.length === 0) return null
  const list = missing.map((entry) => printable(entry, 64)).join(', ')
  const message = `${dialogue.peer} does not offer what is expected: ${list}.`
  return targetFailure('banner', 'unexpectedReply', message)
}

/** Speaks with a server as its monitor asks, up to the first step that fails.
 *  @param search looks for what the greeting has to match; null for any
 *  @param found filled on the way
 *  @returns null when everything is as it should be */
export async function converse(
  dialogue: Dialogue,
  endpoint: MailEndpoint,
  settings: Settings,
  search: TextSearch | null,
  found: Findings,
): Promise<CheckFailure | null> {
  const { peer } = dialogue
  const language: Language = LANGUAGES[endpoint.protocol]
  const name = ehloName(settings.ehloName, dialogue.localAddress)

  const greeting = await language.greet(dialogue)
  found.banner = isFailure(greeting) ? (dialogue.lastReply()?.text ?? null) : greeting.text
  if (isFailure(greeting)) return greeting
  const match = (await search?.(greeting.text)) ?? null
  if (match?.ok === false) return unjudged(match)
  if (match?.matches === false) {
    const shown = printable(greeting.text, MAX_SHOWN_GREETING)
    const message = `The greeting of ${peer} does not match what is expected: "${shown}".`
    return targetFailure('banner', 'unexpectedReply', message)
  }

  let capabilities = await language.capabilities(dialogue, 'banner', name)
  if (isFailure(capabilities)) return capabilities
  found.capabilities = capabilities
  if (endpoint.security === 'starttls') {
    capabilities = await secure(dialogue, language, capabilities, greeting.isSignedIn, name)
    if (isFailure(capabilities)) return capabilities
    found.capabilities = capabilities
  }
  const missing = lacking(dialogue, capabilities, settings.expectCapabilities)
  if (missing !== null) return missing

  if (settings.auth !== null) {
    if (greeting.isSignedIn) {
      const message = `${peer} greets as already signed in, so the sign-in cannot be tested.`
      return targetFailure('auth', 'unexpectedReply', message)
    }
    const signedIn = await language.signIn(dialogue, capabilities, settings.auth)
    if (isFailure(signedIn)) return signedIn
    found.authMechanism = signedIn.mechanism
  }
  return settings.mailFromTest === null
    ? null
    : testRecipient(dialogue, capabilities, settings.mailFromTest)
}

/** What is sent last: a mail that was begun is given up first.
 *  @param failure what the dialogue ended with */
export function farewellsOf(
  endpoint: MailEndpoint,
  settings: Settings,
  failure: CheckFailure | null,
): readonly string[] {
  const { farewell } = LANGUAGES[endpoint.protocol]
  const hasBegun = settings.mailFromTest !== null && (failure === null || failure.phase === 'rcpt')
  return hasBegun ? ['RSET', farewell] : [farewell]
}
