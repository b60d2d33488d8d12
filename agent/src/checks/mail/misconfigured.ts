import type { MailEndpoint } from '@sightline/shared/monitor-types/mail/endpoint'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { wireName } from './ehlo-name.ts'

type Settings = SettingsOf<'mail'>

// oxlint-disable-next-line no-control-regex
const hasControls = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text)

/** Why settings do not fit together or could not be sent as they are, as a sentence; null when they
 *  fit. A control character in them could end a command and begin another. */
export function misconfigured(endpoint: MailEndpoint, settings: Settings): string | null {
  const { auth, mailFromTest } = settings
  if (endpoint.protocol !== 'smtp' && mailFromTest !== null) {
    return 'The setting mailFromTest is for SMTP only.'
  }
  if (endpoint.protocol !== 'smtp' && settings.resolveMx) {
    return 'The setting resolveMx is for SMTP only.'
  }
  if (settings.ehloName !== null && wireName(settings.ehloName) === null) {
    return 'The setting ehloName is no host name and no address in brackets.'
  }
  if (mailFromTest !== null && (hasControls(mailFromTest.from) || hasControls(mailFromTest.to))) {
    return 'The addresses of mailFromTest must have no control characters.'
  }
  if (auth === null) return null
  if (hasControls(auth.username) || hasControls(auth.password)) {
    return 'The user name and the password of auth must have no control characters.'
  }
  // Without a word about it the default of port 25, 110 and 143 is no leave to show a password.
  if (endpoint.security === 'none' && settings.security !== 'none') {
    return 'The password is not sent without encryption: set security to "starttls" or "tls", or to "none" if it may be seen.'
  }
  return null
}
