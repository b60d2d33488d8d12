import type { CheckFailure } from '../../outcome/check-failure.ts'
import type { DnsMessage } from '../../dns/message.ts'
import type { DnsQuestion } from '../../dns/question.ts'
import { tellsAboutName } from './judge-answer.ts'

/** Asks the server whose answer is judged once more; null when it gives no answer. */
export type AskAgain = (question: DnsQuestion) => Promise<DnsMessage | null>

/** Why a server failed, when that is a signature that is not valid: the same question is answered once
 *  checking is switched off. Source: monitoring design, section 5; RFC 4035, section 3.2.2
 *  @param remark what the server says of its failure; '' when it says nothing
 *  @returns null when it is something else */
export async function bogusFailure(
  question: DnsQuestion,
  askAgain: AskAgain,
  remark: string,
): Promise<CheckFailure | null> {
  const unchecked = await askAgain({ ...question, unchecked: true })
  if (unchecked === null || !tellsAboutName(unchecked.rcode)) return null
  const said = remark === '' ? '' : `; ${remark}`
  const message = `The DNSSEC signatures of ${question.name} are not valid: its records are given only when checking is switched off${said}.`
  return { source: 'target', phase: 'dns', cause: 'dnssecBogus', message }
}

/** Why an answer that should be authenticated is not: the zone is not signed, or the resolver does not
 *  check signatures at all, which the root zone shows, as that is signed. Without an answer for the root
 *  zone it cannot be told.
 *  @param peer who answered, as people read it */
export async function unauthenticatedFailure(
  question: DnsQuestion,
  askAgain: AskAgain,
  peer: string,
): Promise<CheckFailure> {
  const root = await askAgain({ ...question, name: '.', type: 'SOA', dnssec: true })
  const { name } = question
  if (root === null) {
    const message = `Whether ${peer} checks DNSSEC signatures, and so whether those of ${name} are valid, could not be told in time.`
    // The answer itself was good: nothing is known against the target.
    return { source: 'resolver', phase: 'dns', cause: 'dnsTimeout', message }
  }
  if (!tellsAboutName(root.rcode)) {
    const message = `It cannot be told whether ${peer} checks DNSSEC signatures, and so whether those of ${name} are valid: it answers ${root.rcode} for the root zone.`
    return { source: 'agent', phase: 'dns', cause: 'monitorMisconfigured', message }
  }
  if (root.isAuthenticated) {
    const message = `The answer for ${name} is not protected by DNSSEC: its zone, or one above it, is not signed.`
    return { source: 'target', phase: 'dns', cause: 'dnssecBogus', message }
  }
  const message = `${peer} does not check DNSSEC signatures, so it cannot be told whether those of ${name} are valid.`
  return { source: 'agent', phase: 'dns', cause: 'monitorMisconfigured', message }
}
