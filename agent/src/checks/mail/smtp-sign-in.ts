import type { CheckFailure } from '../../outcome/check-failure.ts'
import { parametersOf } from './capabilities.ts'
import type { Dialogue } from './dialogue.ts'
import { isFailure, refusal } from './dialogue.ts'
import type { Credentials, SignedIn } from './language.ts'
import { cramMd5Answer, loginMessages, plainMessage } from './sasl.ts'
import type { SmtpReply } from './smtp-reply.ts'
import { ask } from './smtp-reply.ts'

/** Longest command with its CRLF, in bytes. Source: RFC 5321, section 4.5.3.1.4 */
const MAX_COMMAND_BYTES = 512

type Mechanism = 'PLAIN' | 'LOGIN' | 'CRAM-MD5'
type Step = SmtpReply | CheckFailure

/** In the clear the one that does not show the password comes first. */
const IN_THE_CLEAR: readonly Mechanism[] = ['CRAM-MD5', 'PLAIN', 'LOGIN']
const OVER_TLS: readonly Mechanism[] = ['PLAIN', 'LOGIN', 'CRAM-MD5']

const say = (dialogue: Dialogue, line: string): Promise<Step> =>
  ask(dialogue, line, { phase: 'auth', name: 'AUTH' })

/** Sends each message when the server asks for one with 334; ends early when it says something else. */
async function exchange(
  dialogue: Dialogue,
  command: string,
  messages: readonly ((challenge: string) => string)[],
): Promise<Step> {
  let step = await say(dialogue, command)
  for (const message of messages) {
    if (isFailure(step) || step.code !== 334) return step
    step = await say(dialogue, message(step.lines[0] ?? ''))
  }
  return step
}

const MECHANISMS: Readonly<Record<Mechanism, (d: Dialogue, c: Credentials) => Promise<Step>>> = {
  // RFC 4954, section 4: a first response that makes the line too long waits for its turn.
  PLAIN(dialogue, credentials) {
    const message = plainMessage(credentials)
    const inOne = `AUTH PLAIN ${message}`
    return inOne.length + 2 <= MAX_COMMAND_BYTES
      ? exchange(dialogue, inOne, [])
      : exchange(dialogue, 'AUTH PLAIN', [() => message])
  },
  LOGIN(dialogue, credentials) {
    const [username, password] = loginMessages(credentials)
    return exchange(dialogue, 'AUTH LOGIN', [() => username, () => password])
  },
  'CRAM-MD5': (dialogue, credentials) =>
    exchange(dialogue, 'AUTH CRAM-MD5', [
      (challenge) => {
        const { message, digest } = cramMd5Answer(credentials, challenge)
        dialogue.keepSecret(message, digest)
        return message
      },
    ]),
}

/** Signs in by one of the methods the server offers, once: a second try could lock the account.
 *  @returns null when it offers none that is known. Source: RFC 4954 */
export async function signInToSmtp(
  dialogue: Dialogue,
  capabilities: readonly string[],
  credentials: Credentials,
): Promise<SignedIn | null> {
  const offered = parametersOf(capabilities, 'AUTH') ?? []
  const order = dialogue.isSecure() ? OVER_TLS : IN_THE_CLEAR
  const mechanism = order.find((each) => offered.includes(each))
  if (mechanism === undefined) return null
  const reply = await MECHANISMS[mechanism](dialogue, credentials)
  if (isFailure(reply)) return reply
  if (reply.code === 235) return { mechanism }
  if (reply.code >= 400) {
    const text = `refuses the sign-in${reply.code < 500 ? ' for now' : ''}`
    return refusal(dialogue, { phase: 'auth', cause: 'mailAuthFailed', text })
  }
  const text = `gave another reply to the sign-in than the protocol allows`
  return refusal(dialogue, { phase: 'auth', cause: 'protocolError', text })
}
