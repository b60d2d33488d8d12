import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { PatternError } from '@sightline/shared/pattern'
import { printable } from '../../outcome/printable.ts'
import type { Expectation } from '../tcp/expectation.ts'
import { expectationOf } from '../tcp/expectation.ts'
import { dnsProbe } from './dns.ts'
import type { Exchanged, Probe, Sending } from './exchange.ts'
import { exchange } from './exchange.ts'
import { ntpProbe } from './ntp.ts'
import { payloadProbe, withoutExpected } from './payload.ts'
import { snmpProblem } from './snmp-user.ts'
import { snmpExchange } from './snmp.ts'
import { stunProbe } from './stun.ts'

type Settings = SettingsOf<'udp'>

/** What a monitor's settings ask over UDP. */
export interface Question {
  /** Whether silence is a fault. */
  readonly expectsReply: boolean
  /** Sends to an address and waits.
   *  @param peer "host:port" as people read it */
  readonly ask: (
    target: { address: string; port: number },
    peer: string,
    sending: Sending,
    signal: AbortSignal,
  ) => Promise<Exchanged>
}

/** Equal settings are one object for every check of a monitor. */
const questions = new WeakMap<Settings, Question | { problem: string }>()

function payloadOf({ payload, payloadHex }: Settings): Buffer {
  return payload === null ? Buffer.from(payloadHex ?? '', 'hex') : Buffer.from(payload)
}

/** A fitting reply has to contain what is expected as well. */
function expecting(probe: Probe, expectation: Expectation | null, peer: string): Probe {
  if (expectation === null) return probe
  return {
    ...probe,
    async judge(reply, signal) {
      const verdict = await probe.judge(reply, signal)
      if (verdict.kind !== 'right') return verdict
      if (await expectation.isIn(reply, signal)) return verdict
      return { kind: 'wrong', ...withoutExpected(reply, expectation, peer) }
    },
  }
}

async function probeFor(preset: 'dns' | 'ntp' | 'stun', peer: string): Promise<Probe> {
  if (preset === 'ntp') return ntpProbe(peer)
  if (preset === 'stun') return stunProbe(peer)
  return dnsProbe(peer, await import('dns-packet'))
}

function readQuestion(settings: Settings): Question | { problem: string } {
  const { preset, snmp, expectRegex, expectHex, anyReply } = settings
  let expectation: Expectation | null
  try {
    expectation = expectationOf({ expectRegex, expectHex })
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    return { problem: `The expectRegex is no usable expression: ${printable(error.message, 200)}.` }
  }
  if (preset === null) {
    const payload = payloadOf(settings)
    return {
      expectsReply: expectation !== null || anyReply,
      ask: (target, peer, sending, signal) =>
        exchange(target, payloadProbe(payload, expectation, peer), sending, signal),
    }
  }
  if (preset !== 'snmp') {
    return {
      expectsReply: true,
      async ask(target, peer, sending, signal) {
        const probe = expecting(await probeFor(preset, peer), expectation, peer)
        return exchange(target, probe, sending, signal)
      },
    }
  }
  const problem = snmpProblem(snmp)
  if (problem !== null) return { problem }
  return {
    expectsReply: true,
    ask: (target, peer, sending, signal) =>
      snmpExchange(target, peer, snmp, expectation, sending, signal),
  }
}

/** @returns the question, or a sentence about settings that make none */
export function questionOf(settings: Settings): Question | { problem: string } {
  const known = questions.get(settings)
  if (known !== undefined) return known
  const question = readQuestion(settings)
  questions.set(settings, question)
  return question
}
