import type { CheckFailure } from '../../outcome/check-failure.ts'
import type { Wait } from './dialogue.ts'
import { isFailure, refusal } from './dialogue.ts'
import type { Dialogue } from './dialogue.ts'
import type { Language } from './language.ts'
import type { SmtpReply } from './smtp-reply.ts'
import { ask, readReply } from './smtp-reply.ts'
import { noSignIn } from './no-sign-in.ts'
import { signInToSmtp } from './smtp-sign-in.ts'

/** Refusals of EHLO that mean that the server is older than it, so HELO is tried. */
const EHLO_UNKNOWN = new Set([500, 501, 502, 504])

function unexpected(dialogue: Dialogue, phase: Wait['phase'], command: string): CheckFailure {
  const text = `gave another reply to ${command} than the protocol allows`
  return refusal(dialogue, { phase, cause: 'protocolError', text })
}

/** The old form "AUTH=LOGIN PLAIN" means the same as the capability of today. */
function modern(capability: string): string {
  return capability.replace(/^AUTH=/i, 'AUTH ')
}

/** SMTP as far as a check speaks it. Source: RFC 5321, RFC 3207 */
export const smtp: Language = {
  async greet(dialogue) {
    const reply = await readReply(dialogue, { phase: 'banner', command: null })
    if (isFailure(reply)) return reply
    const text = dialogue.lastReply()?.text ?? ''
    if (reply.code === 220) return { text, isSignedIn: false }
    if (reply.code >= 400) {
      const did = 'turns visitors away instead of greeting them'
      return refusal(dialogue, { phase: 'banner', cause: 'bannerRejected', text: did })
    }
    const did = 'greets with another code than 220'
    return refusal(dialogue, { phase: 'banner', cause: 'protocolError', text: did })
  },

  async capabilities(dialogue, phase, ehloName) {
    const reply = await ask(dialogue, `EHLO ${ehloName}`, { phase, name: 'EHLO' })
    if (isFailure(reply)) return reply
    // The first line names the server.
    if (reply.code === 250) return reply.lines.slice(1).map(modern)
    let last: SmtpReply = reply
    let command = 'EHLO'
    if (EHLO_UNKNOWN.has(reply.code)) {
      command = 'HELO'
      const old = await ask(dialogue, `HELO ${ehloName}`, { phase, name: command })
      if (isFailure(old)) return old
      if (old.code === 250) return []
      last = old
    }
    if (last.code < 400) return unexpected(dialogue, phase, command)
    const text = `turns the agent away after ${command}`
    return refusal(dialogue, { phase, cause: 'bannerRejected', text })
  },

  startTlsWord: 'STARTTLS',

  async askForTls(dialogue) {
    const reply = await ask(dialogue, 'STARTTLS', { phase: 'starttls', name: 'STARTTLS' })
    if (isFailure(reply)) return reply
    if (reply.code === 220) return null
    if (reply.code < 400) return unexpected(dialogue, 'starttls', 'STARTTLS')
    const text = 'offers STARTTLS but refuses it'
    return refusal(dialogue, { phase: 'starttls', cause: 'starttlsMissing', text })
  },

  async signIn(dialogue, capabilities, credentials) {
    const signedIn = await signInToSmtp(dialogue, capabilities, credentials)
    return signedIn ?? noSignIn(dialogue, capabilities, smtp.startTlsWord, 'PLAIN, LOGIN, CRAM-MD5')
  },

  farewell: 'QUIT',
}
