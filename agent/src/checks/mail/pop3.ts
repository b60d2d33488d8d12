import type { CheckFailure } from '../../outcome/check-failure.ts'
import { MAX_CAPABILITIES, parametersOf } from './capabilities.ts'
import type { Dialogue, Wait } from './dialogue.ts'
import { isFailure, refusal, targetFailure } from './dialogue.ts'
import type { Language } from './language.ts'
import { noSignIn } from './no-sign-in.ts'
import { plainMessage } from './sasl.ts'

/** Longest command with its CRLF, in bytes. Source: RFC 2449, section 4 */
const MAX_COMMAND_BYTES = 255

type Status = '+OK' | '-ERR' | '+'

/** Reads a status line and notes it; `+` asks for the next message of a sign-in.
 *  Source: RFC 1939, section 3; RFC 5034, section 4 */
async function readStatus(dialogue: Dialogue, wait: Wait): Promise<Status | CheckFailure> {
  const line = await dialogue.readLine(wait)
  if (isFailure(line)) return line
  dialogue.note({ text: line, code: null })
  const word = /^(?:\+OK|-ERR|\+)(?![^ ])/i.exec(line)?.[0]
  if (word !== undefined) return word.toUpperCase() as Status
  const message = `${dialogue.peer} answered with what is no POP3 reply: "${dialogue.quote()}".`
  return targetFailure(wait.phase, 'protocolError', message)
}

function ask(dialogue: Dialogue, command: string, wait: Wait): Promise<Status | CheckFailure> {
  dialogue.send(command)
  return readStatus(dialogue, wait)
}

/** A status other than +OK where only that is good. */
function refused(
  dialogue: Dialogue,
  status: '-ERR' | '+',
  { phase, cause, text }: Parameters<typeof refusal>[1],
): CheckFailure {
  if (status === '-ERR') return refusal(dialogue, { phase, cause, text })
  const broken = 'asks for more where the protocol has none'
  return refusal(dialogue, { phase, cause: 'protocolError', text: broken })
}

/** Why the last command was refused, in capitals; null where the server does not say. `IN-USE`: the sign-in was good,
 *  and another client reads the mailbox. Sources: RFC 2449, section 8; RFC 3206, section 4 */
function responseCode(dialogue: Dialogue): string | null {
  const said = dialogue.lastReply()?.text ?? ''
  return /^-ERR \[([^\]]+)\]/i.exec(said)?.[1]?.toUpperCase() ?? null
}

/** Lines up to the one that is a single dot. */
async function readList(dialogue: Dialogue, wait: Wait): Promise<readonly string[] | CheckFailure> {
  const lines: string[] = []
  while (lines.length <= MAX_CAPABILITIES) {
    const line = await dialogue.readLine(wait)
    if (isFailure(line)) return line
    if (line === '.') return lines
    lines.push(line)
  }
  const message = `${dialogue.peer} sent a list of more than ${MAX_CAPABILITIES} lines.`
  return targetFailure(wait.phase, 'protocolError', message)
}

/** POP3 as far as a check speaks it. Source: RFC 1939, RFC 2449, RFC 2595 */
export const pop3: Language = {
  async greet(dialogue) {
    const status = await readStatus(dialogue, { phase: 'banner', command: null })
    if (isFailure(status)) return status
    if (status === '+OK') return { text: dialogue.lastReply()?.text ?? '', isSignedIn: false }
    const text = 'turns visitors away instead of greeting them'
    return refused(dialogue, status, { phase: 'banner', cause: 'bannerRejected', text })
  },

  async capabilities(dialogue, phase) {
    const wait = { phase, command: 'CAPA' }
    const status = await ask(dialogue, 'CAPA', wait)
    if (isFailure(status)) return status
    // Servers older than RFC 2449 do not know the command.
    return status === '+OK' ? readList(dialogue, wait) : []
  },

  startTlsWord: 'STLS',

  async askForTls(dialogue) {
    const status = await ask(dialogue, 'STLS', { phase: 'starttls', command: 'STLS' })
    if (isFailure(status)) return status
    if (status === '+OK') return null
    const text = 'offers STLS but refuses it'
    return refused(dialogue, status, { phase: 'starttls', cause: 'starttlsMissing', text })
  },

  async signIn(dialogue, capabilities, credentials) {
    const wait: Wait = { phase: 'auth', command: 'the sign-in' }
    const hasPlain = parametersOf(capabilities, 'SASL')?.includes('PLAIN') ?? false
    // A server without capabilities is an old one, which has USER.
    const hasUser = capabilities.length === 0 || parametersOf(capabilities, 'USER') !== null
    if (!hasPlain && !hasUser) {
      return noSignIn(dialogue, capabilities, pop3.startTlsWord, 'PLAIN, USER')
    }
    let status: Status | CheckFailure
    if (hasPlain) {
      const message = plainMessage(credentials)
      const inOne = `AUTH PLAIN ${message}`
      const isShort = inOne.length + 2 <= MAX_COMMAND_BYTES
      status = await ask(dialogue, isShort ? inOne : 'AUTH PLAIN', wait)
      if (!isShort && status === '+') status = await ask(dialogue, message, wait)
    } else {
      status = await ask(dialogue, `USER ${credentials.username}`, wait)
      if (status === '+OK') status = await ask(dialogue, `PASS ${credentials.password}`, wait)
    }
    if (isFailure(status)) return status
    const code = responseCode(dialogue)
    if (status === '+OK' || (status === '-ERR' && code === 'IN-USE')) {
      return { mechanism: hasPlain ? 'PLAIN' : 'USER' }
    }
    const isTemporary = code === 'SYS/TEMP' || code === 'LOGIN-DELAY'
    const text = `refuses the sign-in${isTemporary ? ' for now' : ''}`
    return refused(dialogue, status, { phase: 'auth', cause: 'mailAuthFailed', text })
  },

  farewell: 'QUIT',
}
