import { unmapped } from '@sightline/shared/address'
import { isIP } from 'node:net'
import type { HopAnswer, RawHop } from './tracer.ts'

/** Marks behind a time that say the packet was not delivered (!H host, !N network, !X prohibited, !P
 *  protocol, !S, !F, !<code>). "!" alone is an odd time to live, nothing more. Source: traceroute(8) */
const REFUSAL = /^!(?:[HNXPSFUVCWQITZA]|<?\d+>?)/
const MAX_HOP = 255

function isAddress(word: string): boolean {
  return isIP(word.replace(/^\(|\)$/g, '')) !== 0
}

function answersOf(words: readonly string[], target: string): HopAnswer[] {
  const answers: HopAnswer[] = []
  let from: string | null = null
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? ''
    if (word === '*') {
      answers.push({ kind: 'silence' })
    } else if (isAddress(word)) {
      from = word.replace(/^\(|\)$/g, '')
    } else if (words[i + 1] === 'ms' && from !== null && /^\d+(?:\.\d+)?$/.test(word)) {
      const ms = Number(word)
      const isTarget = unmapped(from) === target
      answers.push({ kind: isTarget ? 'arrived' : 'passed', from, ms })
      i += 1
    } else if (REFUSAL.test(word)) {
      const last = answers.at(-1)
      if (last?.kind === 'passed') {
        answers[answers.length - 1] = { kind: 'refused', from: last.from, ms: last.ms }
      }
    }
  }
  return answers
}

/** Reads what traceroute printed with -n, on Linux (both implementations, BusyBox) and macOS; several
 *  addresses of one hop may share a line or have a line each. Output cut off anywhere gives what it
 *  has. @param address the target, canonical */
export function parseTraceroute(output: string, address: string): readonly RawHop[] {
  const hops: { hop: number; words: string[] }[] = []
  for (const line of output.split('\n')) {
    const match = /^\s*(\d{1,3})\s+(\S.*)$/.exec(line)
    const hop = Number(match?.[1] ?? Number.NaN)
    const isNext = hop === (hops.at(-1)?.hop ?? 0) + 1 && hop <= MAX_HOP
    const words = (match?.[2] ?? line).trim().split(/\s+/)
    if (isNext && (words[0] === '*' || isAddress(words[0] ?? ''))) hops.push({ hop, words })
    // macOS prints further addresses of a hop on lines of their own, indented.
    else if (/^\s{2,}\S/.test(line) && isAddress(line.trim().split(/\s+/)[0] ?? '')) {
      hops.at(-1)?.words.push(...line.trim().split(/\s+/))
    }
  }
  return hops.map(({ hop, words }) => ({ hop, answers: answersOf(words, address) }))
}
