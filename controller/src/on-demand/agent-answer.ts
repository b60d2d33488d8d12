import { freeBytes } from '../process/free-bytes.ts'
import type { WorkOutcome } from './work-outcome.ts'
import { failure } from './work-outcome.ts'

/** Largest output in parts, such as an image or raw HTML. */
const MAX_BYTES = 32 * 1024 * 1024
/** Most parts it may come in: each costs memory beside its bytes. */
const MAX_PARTS = 4_096
const MAX_CODE_LENGTH = 50
const MAX_MESSAGE_LENGTH = 1_000

/** NUL and lone surrogates as `JSON.stringify` writes them: jsonb refuses both. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

const nonsense = (): WorkOutcome =>
  failure('upstreamFailed', 'The answer of the agent makes no sense.')

/** What an agent answers to a piece of work: bytes in parts, then its output. */
export interface AgentAnswer {
  /** @returns null while it makes sense, and is not too large */
  readonly addPart: (part: Uint8Array) => WorkOutcome | null
  /** @param text JSON */
  readonly complete: (text: string) => WorkOutcome
}

/** @param hasBytes whether work of its kind brings any */
export function createAgentAnswer(hasBytes: boolean): AgentAnswer {
  const parts: Uint8Array[] = []
  let bytes = 0
  return {
    addPart(part) {
      if (!hasBytes || part.byteLength === 0) return nonsense()
      bytes += part.byteLength
      if (bytes > MAX_BYTES || parts.length === MAX_PARTS) {
        return failure('upstreamFailed', 'The answer of the agent is too large.')
      }
      // The part itself is a view of a whole message, which would stay in memory with it.
      parts.push(new Uint8Array(part))
      return null
    },
    complete(text) {
      try {
        const output: unknown = JSON.parse(text)
        // Throws on what is nested too deep for anybody.
        if (UNSTORABLE.test(JSON.stringify(output))) return nonsense()
        return { ok: true, output, bytes: joined(parts) }
      } catch {
        return nonsense()
      }
    },
  }
}

/** The parts in one piece, in memory of its own. */
function joined(parts: readonly Uint8Array[]): Buffer | null {
  const [first] = parts
  if (first === undefined) return null
  if (parts.length === 1) return Buffer.from(first.buffer, first.byteOffset, first.length)
  const all = Buffer.from(new ArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0)))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
    freeBytes(part)
  }
  return all
}

/** Text out of an agent's mouth, which may be wrong or lie, as people and the database may get it. */
function cleaned(text: string, maxLength: number): string {
  // oxlint-disable-next-line no-control-regex
  const readable = text.slice(0, maxLength).replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
  return readable.toWellFormed().trim()
}

/** What became of work that an agent refused. */
export function refusalOf({ code, message }: { code: string; message: string }): WorkOutcome {
  const reason = cleaned(message, MAX_MESSAGE_LENGTH)
  return failure(cleaned(code, MAX_CODE_LENGTH), reason || 'The agent refused without a reason.')
}
