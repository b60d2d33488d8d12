import { printable } from '../../outcome/printable.ts'
import type { Findings } from './converse.ts'
import type { Dialogue } from './dialogue.ts'
import type { Reached } from './reach.ts'

const MAX_BANNER_LENGTH = 200
const MAX_SHOWN_CAPABILITIES = 50
const MAX_CAPABILITY_LENGTH = 100

/** What a result tells about a domain's mail servers: nothing unless the monitor asked for them. */
export function mxDetails({ mx, isImplicitMx }: Reached): Record<string, unknown> {
  return mx === null ? {} : { mx, ...(isImplicitMx ? { implicitMx: true } : {}) }
}

/** What a result tells about a dialogue, as far as it came; the last reply only of one that failed. */
export function dialogueDetails(
  dialogue: Dialogue,
  found: Findings,
  isFailed: boolean,
): Record<string, unknown> {
  const { banner, capabilities, authMechanism } = found
  const { details: tls } = dialogue.tls()
  const shown = capabilities
    ?.slice(0, MAX_SHOWN_CAPABILITIES)
    .map((each) => printable(each, MAX_CAPABILITY_LENGTH))
  const hasReply = isFailed && !dialogue.isBroken() && dialogue.lastReply() !== null
  return {
    ...(banner === null ? {} : { banner: printable(banner, MAX_BANNER_LENGTH) }),
    ...(shown === undefined ? {} : { capabilities: shown }),
    ...(tls === null ? {} : { tls }),
    ...(authMechanism === null ? {} : { authMechanism }),
    ...(hasReply ? { reply: dialogue.quote() } : {}),
  }
}
