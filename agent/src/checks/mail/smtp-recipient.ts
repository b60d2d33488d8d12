import { domainToASCII } from 'node:url'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import { parametersOf } from './capabilities.ts'
import type { Dialogue } from './dialogue.ts'
import { isFailure, refusal, targetFailure } from './dialogue.ts'
import type { SmtpReply } from './smtp-reply.ts'
import { ask } from './smtp-reply.ts'

const isAscii = (text: string): boolean => /^[\u0020-\u007e]*$/.test(text)

/** With the domain in its ASCII form, which every server takes; as it is where it has none. */
function asciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const ascii = isAscii(domain) ? domain : domainToASCII(domain)
  return ascii === '' ? address : `${address.slice(0, at)}@${ascii}`
}

/** Enhanced codes that greylisting servers send: 4.7.0 and 4.7.1 are about policy, 4.2.0 tells nothing
 *  in particular about the mailbox. All others name a fault that does not pass by waiting, such as an
 *  unknown recipient (4.1.1) or a sender without a host name (4.7.25). Source: RFC 3463 */
const POLICY = /^4\.7\.[01](?!\d)/
const NOTHING_SAID = /^4\.2\.0(?!\d)/
/** What Postfix answers under the code of policy that does not pass by waiting: a domain that it takes no mail for (its
 *  own default since version 2.10 says that for now only), a name of the client that nobody finds. */
const LASTING =
  /\brelay(?:ing)?(?: access)? (?:denied|not permitted|not allowed)|helo command rejected|cannot find your (?:reverse )?hostname/i
const ENHANCED = /^[245]\.\d{1,3}\.\d{1,3}(?!\d)/

/** Whether a temporary refusal asks to come back, as greylisting does. Source: RFC 6647, section 2 */
function isGreylisting({ code, lines }: SmtpReply): boolean {
  const text = lines.join(' ')
  if (code < 400 || code >= 500) return false
  if (/gr[ae]y-?\s?list/i.test(text)) return true
  if (LASTING.test(text)) return false
  if (POLICY.test(text)) return true
  return (code === 450 || code === 451) && (NOTHING_SAID.test(text) || !ENHANCED.test(text))
}

function judge(dialogue: Dialogue, reply: SmtpReply, whom: string): CheckFailure | null {
  if (reply.code < 300) return null
  if (reply.code < 400) {
    const text = `gave another reply about ${whom} than the protocol allows`
    return refusal(dialogue, { phase: 'rcpt', cause: 'protocolError', text })
  }
  if (isGreylisting(reply)) {
    const text = `asks to come back later with mail concerning ${whom}`
    return refusal(dialogue, { phase: 'rcpt', cause: 'greylisted', text })
  }
  const text = `refuses ${whom}${reply.code < 500 ? ' for now' : ''}`
  return refusal(dialogue, { phase: 'rcpt', cause: 'recipientRejected', text })
}

/** Asks whether the server would take a mail, and stops before there is one.
 *  @param test addresses without blanks and control characters */
export async function testRecipient(
  dialogue: Dialogue,
  capabilities: readonly string[],
  test: { from: string; to: string },
): Promise<CheckFailure | null> {
  const from = asciiDomain(test.from)
  const to = asciiDomain(test.to)
  const isInternational = !isAscii(from) || !isAscii(to)
  if (isInternational && parametersOf(capabilities, 'SMTPUTF8') === null) {
    const message = `${dialogue.peer} does not offer SMTPUTF8, which these addresses need.`
    return targetFailure('rcpt', 'recipientRejected', message)
  }
  const extension = isInternational ? ' SMTPUTF8' : ''
  const wait = { phase: 'rcpt', name: 'MAIL FROM' } as const
  const sender = await ask(dialogue, `MAIL FROM:<${from}>${extension}`, wait)
  if (isFailure(sender)) return sender
  const refused = judge(dialogue, sender, `the sender ${test.from}`)
  if (refused !== null) return refused
  const recipient = await ask(dialogue, `RCPT TO:<${to}>`, { ...wait, name: 'RCPT TO' })
  if (isFailure(recipient)) return recipient
  return judge(dialogue, recipient, `the recipient ${test.to}`)
}
