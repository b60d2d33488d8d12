import type { CheckFailure } from '../../check-failure.ts'
import { parametersOf } from './capabilities.ts'
import type { Dialogue } from './dialogue.ts'
import { isFailure, refusal, targetFailure } from './dialogue.ts'
import type { ImapEnd } from './imap-response.ts'
import { readEnd } from './imap-response.ts'
import type { Credentials, SignedIn } from './language.ts'
import { plainMessage } from './sasl.ts'

const TAG = 'a4'

const answer = (dialogue: Dialogue): Promise<ImapEnd | CheckFailure> =>
  readEnd(dialogue, TAG, { phase: 'auth', command: 'the sign-in' })

/** A string as a quoted one where that can hold it; null where it needs a literal.
 *  Source: RFC 9051, section 4.3 */
function quoted(text: string): string | null {
  return /^[\u0020-\u007e]*$/.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : null
}

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

/** Signs in once: by PLAIN where it is offered, else by LOGIN. */
export async function signInToImap(
  dialogue: Dialogue,
  capabilities: readonly string[],
  credentials: Credentials,
): Promise<SignedIn> {
  const has = (name: string): boolean => parametersOf(capabilities, name) !== null
  const mechanism = has('AUTH=PLAIN') ? 'PLAIN' : 'LOGIN'
  if (mechanism === 'LOGIN' && has('LOGINDISABLED')) {
    const message = `${dialogue.peer} offers no sign-in that this agent knows (PLAIN, LOGIN).`
    return targetFailure('auth', 'mailAuthFailed', message)
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
  return refusal(dialogue, { phase: 'auth', cause: 'mailAuthFailed', text: 'refuses the sign-in' })
}
