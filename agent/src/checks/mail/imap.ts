import { MAX_CAPABILITIES } from './capabilities.ts'
import { isFailure, refusal } from './dialogue.ts'
import { noImap, readEnd, readResponse } from './imap-response.ts'
import { signInToImap } from './imap-sign-in.ts'
import type { Language } from './language.ts'

/** IMAP as far as a check speaks it; revisions 4rev1 and 4rev2 do not differ there.
 *  Source: RFC 9051, RFC 3501 */
export const imap: Language = {
  async greet(dialogue) {
    const response = await readResponse(dialogue, { phase: 'banner', command: null })
    if (isFailure(response)) return response
    dialogue.note({ text: response, code: null })
    const word = /^\* (OK|PREAUTH|BYE)\b/i.exec(response)?.[1]?.toUpperCase()
    if (word === 'BYE') {
      const text = 'turns visitors away instead of greeting them'
      return refusal(dialogue, { phase: 'banner', cause: 'bannerRejected', text })
    }
    if (word === undefined) return noImap(dialogue, 'banner', response)
    return { text: response, isSignedIn: word === 'PREAUTH' }
  },

  async capabilities(dialogue, phase) {
    const tag = phase === 'starttls' ? 'a3' : 'a1'
    dialogue.send(`${tag} CAPABILITY`)
    const end = await readEnd(dialogue, tag, { phase, command: 'CAPABILITY' })
    if (isFailure(end)) return end
    if (end.word === 'BYE') {
      const text = 'hangs up after the greeting'
      return refusal(dialogue, { phase, cause: 'bannerRejected', text })
    }
    if (end.word !== 'OK') {
      const text = 'does not tell its capabilities'
      return refusal(dialogue, { phase, cause: 'unexpectedReply', text })
    }
    const told = end.untagged.findLast((line) => /^CAPABILITY /i.test(line)) ?? ''
    return told.trim().split(/\s+/).slice(1, MAX_CAPABILITIES)
  },

  startTlsWord: 'STARTTLS',

  async askForTls(dialogue) {
    dialogue.send('a2 STARTTLS')
    const end = await readEnd(dialogue, 'a2', { phase: 'starttls', command: 'STARTTLS' })
    if (isFailure(end)) return end
    if (end.word === 'OK') return null
    const text = 'offers STARTTLS but refuses it'
    return refusal(dialogue, { phase: 'starttls', cause: 'starttlsMissing', text })
  },

  signIn: signInToImap,
  farewell: 'a9 LOGOUT',
}
