import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import type { Dialogue, Wait } from './dialogue.ts'

/** Name and password of a monitor, free of line breaks and NUL. */
export type Credentials = NonNullable<SettingsOf<'mail'>['auth']>

/** How a server said hello. */
export interface Greeting {
  /** All of it, lines joined by line feeds. */
  readonly text: string
  /** The server takes the agent for signed in already (IMAP's PREAUTH), which rules out STARTTLS and
   *  a sign-in. */
  readonly isSignedIn: boolean
}

/** Who signed in how, or why not. */
export type SignedIn = { readonly mechanism: string } | CheckFailure

/** One mail protocol: the steps that every one of them has, in its own words. Each gives a failure
 *  when the server says no or nothing. */
export interface Language {
  readonly greet: (dialogue: Dialogue) => Promise<Greeting | CheckFailure>
  /** One entry per capability, its parameters after blanks.
   *  @param ehloName what SMTP names the agent */
  readonly capabilities: (
    dialogue: Dialogue,
    phase: Wait['phase'],
    ehloName: string,
  ) => Promise<readonly string[] | CheckFailure>
  /** Name of the capability that allows TLS in the middle of a dialogue, which is its command too. */
  readonly startTlsWord: 'STARTTLS' | 'STLS'
  /** @returns null when the server is ready for the handshake */
  readonly askForTls: (dialogue: Dialogue) => Promise<CheckFailure | null>
  readonly signIn: (
    dialogue: Dialogue,
    capabilities: readonly string[],
    credentials: Credentials,
  ) => Promise<SignedIn>
  /** The command that is sent last. */
  readonly farewell: string
}
