import { createLogger } from '@sightline/shared/logger'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { createMtrEngine } from '../../../../agent/src/icmp/mtr-engine.ts'
import type { PoolSize, ProbePool } from '../../../../agent/src/icmp/mtr-packet.ts'
import { createProbePool } from '../../../../agent/src/icmp/mtr-packet.ts'
import { createRoutes } from '../../../../agent/src/icmp/routes.ts'
import type { IcmpEngine } from '../../../../agent/src/icmp/engine.ts'

/** What a stand-in for mtr-packet says to the probes of an address, or of "address/ttl": one text for
 *  each probe in turn, the last one for all that follow. "" is no answer, "exit" ends the program; {n}
 *  is how many probes it has had. */
export type Script = Readonly<Record<string, readonly string[]>>

const PROGRAM = `
const script = SCRIPT
const turns = new Map()
let count = 0
let rest = ''
process.stdin.on('data', (chunk) => {
  rest += chunk
  const lines = rest.split('\\n')
  rest = lines.pop()
  for (const line of lines) {
    const words = line.split(' ')
    const given = {}
    for (let i = 2; i < words.length; i += 2) given[words[i]] = words[i + 1]
    const address = given['ip-4'] ?? given['ip-6']
    const key = [address + '/' + given.ttl, address].find((each) => script[each] !== undefined)
    const texts = script[key] ?? ['']
    const turn = turns.get(key) ?? 0
    turns.set(key, turn + 1)
    count += 1
    const text = texts[Math.min(turn, texts.length - 1)]
    if (text === 'exit') process.exit(1)
    if (text !== '') process.stdout.write(words[0] + ' ' + text.replace('{n}', count) + '\\n')
  }
})
process.stdin.on('end', () => process.exit(0))
`

/** Writes a program that may be run, gone when the test ends. @returns its path */
export function writeProgram(source: string, interpreter = process.execPath): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sightline-icmp-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'program')
  writeFileSync(file, `#!${interpreter}\n${source}`)
  chmodSync(file, 0o755)
  return file
}

export const standIn = (script: Script): string =>
  writeProgram(PROGRAM.replace('SCRIPT', () => JSON.stringify(script)))

/** A pool of one program, stopped when the test ends. */
export function poolOf(program: string, size: Partial<PoolSize> = {}): ProbePool {
  const pool = createProbePool({
    program,
    size: { minProcesses: 1, maxProcesses: 1, window: 100, ...size },
    log: createLogger('test', 'fatal'),
  })
  onTestFinished(() => pool.stop())
  return pool
}

export const engineOf = (script: Script, size: Partial<PoolSize> = {}): IcmpEngine =>
  createMtrEngine(poolOf(standIn(script), size), createRoutes())

/** A reply of the address itself, after so many microseconds. */
export const answered = (address: string, microseconds: number): string =>
  `reply ip-4 ${address} round-trip-time ${microseconds}`
