import type { CheckFailure } from '../../outcome/check-failure.ts'
import { parametersOf } from './capabilities.ts'
import type { Dialogue } from './dialogue.ts'
import { targetFailure } from './dialogue.ts'
import type { Language } from './language.ts'

/** A server that offers no sign-in the agent could try. Many offer one only once TLS is there.
 *  @param known the ways to sign in that are tried */
export function noSignIn(
  dialogue: Dialogue,
  capabilities: readonly string[],
  startTlsWord: Language['startTlsWord'],
  known: string,
): CheckFailure {
  const isForTls = !dialogue.isSecure() && parametersOf(capabilities, startTlsWord) !== null
  const what = isForTls
    ? 'without TLS: set security to "starttls"'
    : `that this agent knows (${known})`
  const message = `${dialogue.peer} offers no sign-in ${what}.`
  return targetFailure('auth', 'mailAuthFailed', message)
}
