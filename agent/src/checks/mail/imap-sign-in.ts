import type { CheckFailure } from '../../outcome/check-failure.ts'
import { parametersOf } from './capabilities.ts'
import type { Dialogue } from './dialogue.ts'
import { isFailure, refusal, targetFailure } from './dialogue.ts'
import type { ImapEnd } from './imap-response.ts'
import { readEnd } from './imap-response.ts'
import { quoted } from './imap-string.ts'
import type { Credentials, SignedIn } from './language.ts'
import { noSignIn } from './no-sign-in.ts'
import { plainMessage } from './sasl.ts'

const TAG = 'a4'

const answer = (dialogue: Dialogue): Promise<ImapEnd | CheckFailure> =>
  readEnd(dialogue, TAG, { phase: 'auth', command: 'the sign-in' })

/** Sends the parts of a command, each further one when the server has asked for it. */
async function sendInTurns(
  dialogue: Dialogue,
  parts: readonly string[],
): Promise<ImapEnd | CheckFailure> {
  const [first = '', ...others] = parts
  dialogue.send(first)
  let end = await answer(dialogue)
  for (const part of others) {
    if (isFailure(end) || end.word !== '+') return end
    dialogue.send(part)
    end = await answer(dialogue)
  }
  return end
}

/** The parts of LOGIN: a new one begins after each announcement of a literal. */
function loginParts({ username, password }: Credentials): readonly string[] {
  const parts = [`${TAG} LOGIN`]
  for (const text of [username, password]) {
    const inLine = quoted(text)
    const argument = inLine ?? `{${Buffer.byteLength(text)}}`
    parts.push(`${parts.pop() ?? ''} ${argument}`)
    if (inLine === null) parts.push(text)
  }
  return parts
}

/** The parts of AUTHENTICATE PLAIN: one where the server takes a first response (RFC 4959). */
function plainParts(credentials: Credentials, takesFirst: boolean): readonly string[] {
  const message = plainMessage(credentials)
  const command = `${TAG} AUTHENTICATE PLAIN`
  return takesFirst ? [`${command} ${message}`] : [command, message]
}

/** A sign-in that ended otherwise than with OK. Source of UNAVAILABLE: RFC 5530, section 3 */
function refused(dialogue: Dialogue, { word, text: said }: ImapEnd): CheckFailure {
  const isTemporary = /^\[UNAVAILABLE\]/i.test(said)
  if (word === 'BYE') {
    // Without that word it may well be the sign-in that made the server hang up.
    const cause = isTemporary ? 'protocolError' : 'mailAuthFailed'
    return refusal(dialogue, { phase: 'auth', cause, text: 'hung up during the sign-in' })
  }
  const text = `refuses the sign-in${isTemporary ? ' for now' : ''}`
  return refusal(dialogue, { phase: 'auth', cause: 'mailAuthFailed', text })
}

/** Signs in once: by PLAIN where it is offered, else by LOGIN. */
export async function signInToImap(
  dialogue: Dialogue,
  capabilities: readonly string[],
  credentials: Credentials,
): Promise<SignedIn> {
  const has = (name: string): boolean => parametersOf(capabilities, name) !== null
  const mechanism = has('AUTH=PLAIN') ? 'PLAIN' : 'LOGIN'
  if (mechanism === 'LOGIN' && has('LOGINDISABLED')) {
    return noSignIn(dialogue, capabilities, 'STARTTLS', 'PLAIN, LOGIN')
  }
  const parts =
    mechanism === 'PLAIN' ? plainParts(credentials, has('SASL-IR')) : loginParts(credentials)
  const end = await sendInTurns(dialogue, parts)
  if (isFailure(end)) return end
  if (end.word === 'OK') return { mechanism }
  if (end.word === '+') {
    const message = `${dialogue.peer} asks for more than the sign-in holds.`
    return targetFailure('auth', 'protocolError', message)
  }
  return refused(dialogue, end)
}
