import type { CheckFailure } from '../../outcome/check-failure.ts'
import { printable } from '../../outcome/printable.ts'
import type { Dialogue, Wait } from './dialogue.ts'
import { isFailure, targetFailure } from './dialogue.ts'

/** Most lines one reply may have; real ones have up to about 30. */
const MAX_LINES = 200

/** A complete SMTP reply. */
export interface SmtpReply {
  /** 200 to 599. */
  readonly code: number
  /** The texts after the code, one per line. */
  readonly lines: readonly string[]
}

/** Reads one reply of one or more lines and notes it. Source: RFC 5321, section 4.2.1 */
export async function readReply(dialogue: Dialogue, wait: Wait): Promise<SmtpReply | CheckFailure> {
  const { peer } = dialogue
  const raw: string[] = []
  const lines: string[] = []
  let first = ''
  for (;;) {
    const line = await dialogue.readLine(wait)
    if (isFailure(line)) return line
    raw.push(line)
    const [, code = '', mark, text = ''] = /^([2-5]\d\d)(?:([ -])(.*))?$/s.exec(line) ?? []
    if (first === '') first = code
    if (code === '' || code !== first) {
      dialogue.note({ text: line, code: null })
      // Quoted by the dialogue: a server may repeat what it was sent.
      const message = `${peer} answered with what is no SMTP reply: "${dialogue.quote()}".`
      return targetFailure(wait.phase, 'protocolError', message)
    }
    lines.push(text)
    if (mark !== '-') break
    if (lines.length >= MAX_LINES) {
      dialogue.note({ text: raw.join('\n'), code: null })
      const message = `${peer} sent a reply of more than ${MAX_LINES} lines.`
      return targetFailure(wait.phase, 'protocolError', message)
    }
  }
  const reply = { code: Number(first), lines }
  dialogue.note({ text: raw.join('\n'), code: reply.code })
  return reply
}

/** Sends a command and reads its reply.
 *  @param name what messages call it; the command itself may hold secrets */
export function ask(
  dialogue: Dialogue,
  command: string,
  wait: { phase: Wait['phase']; name: string },
): Promise<SmtpReply | CheckFailure> {
  dialogue.send(command)
  return readReply(dialogue, { phase: wait.phase, command: printable(wait.name, 40) })
}
