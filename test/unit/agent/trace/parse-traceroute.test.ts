import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tracerouteArgs } from '../../../../agent/src/trace/command-tracer.ts'
import { parseTraceroute } from '../../../../agent/src/trace/parse-traceroute.ts'
import type { HopAnswer } from '../../../../agent/src/trace/tracer.ts'

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/traceroute/${name}.txt`, import.meta.url), 'utf8')

/** "r" for an answer of a router, "T" of the target, "!" refused, "?" taken by nobody, "*" silence. */
function short(answers: readonly HopAnswer[]): string {
  const letters = {
    arrived: 'T',
    passed: 'r',
    refused: '!',
    noNeighbour: '?',
    silence: '*',
  } as const
  return answers.map(({ kind }) => letters[kind]).join('')
}

test.for<[string, string, readonly string[]]>([
  ['linux-reached', '10.77.3.1', ['rrr', 'TTT']],
  ['linux-loop', '10.77.9.1', ['rr', '**', '**', '**']],
  ['linux-unreachable', '10.77.8.1', ['!**']],
  ['linux-prohibited', '10.77.4.1', ['!!!']],
  ['linux-silence', '10.77.5.1', ['***', '***', '***', '***']],
  ['macos-paths', '192.0.2.80', ['rrr', 'rrr', '***', 'T*T']],
])('reads %s', ([name, target, hops]) => {
  const read = parseTraceroute(fixture(name), target)
  expect(read.map(({ answers }) => short(answers))).toEqual(hops)
  expect(read.map(({ hop }) => hop)).toEqual(hops.map((_, i) => i + 1))
})

test('keeps times and addresses of each answer', () => {
  expect(parseTraceroute(fixture('macos-paths'), '192.0.2.80')[1]?.answers).toEqual([
    { kind: 'passed', from: '203.0.113.1', ms: 23.53 },
    { kind: 'passed', from: '203.0.113.2', ms: 26.518 },
    { kind: 'passed', from: '203.0.113.2', ms: 23.48 },
  ])
})

test('several addresses on one line, IPv6, and a line that was cut off', () => {
  const output = ` 1  2001:db8::1  0.5 ms 2001:db8::2  0.7 ms !N\n 2  2001:db8:0::80  1.5 ms  1.`
  expect(parseTraceroute(output, '2001:db8::80')).toEqual([
    {
      hop: 1,
      answers: [
        { kind: 'passed', from: '2001:db8::1', ms: 0.5 },
        { kind: 'refused', from: '2001:db8::2', ms: 0.7 },
      ],
    },
    { hop: 2, answers: [{ kind: 'arrived', from: '2001:db8:0::80', ms: 1.5 }] },
  ])
})

test.for([
  '',
  'traceroute: unknown host',
  ' 1  what 1 ms',
  ' 7  10.0.0.1  1 ms',
  '9'.repeat(9_999),
])('gives no hops for %#, whatever it is', (output) => {
  expect(parseTraceroute(output, '10.0.0.1')).toEqual([])
})

const RUN = { address: '192.0.2.1', protocol: 'icmp', port: null, packets: 3, maxHops: 9 } as const

test.for<[Parameters<typeof tracerouteArgs>, string]>([
  [[RUN, 'linux'], '-n -q 3 -m 9 -w 3 -I 192.0.2.1'],
  [[{ ...RUN, protocol: 'tcp', port: 443 }, 'linux'], '-n -q 3 -m 9 -w 3 -T -p 443 192.0.2.1'],
  [[{ ...RUN, protocol: 'udp', port: 53 }, 'linux'], '-n -q 3 -m 9 -w 3 -U -p 53 192.0.2.1'],
  [[{ ...RUN, protocol: 'tcp', port: 443 }, 'darwin'], '-n -q 3 -m 9 -w 1 -P tcp -p 443 192.0.2.1'],
  [[{ ...RUN, address: '::ffff:192.0.2.1' }, 'linux'], '-n -q 3 -m 9 -w 3 -I 192.0.2.1'],
  [[{ ...RUN, address: 'fe80::1%-f' }, 'linux'], '-n -q 3 -m 9 -w 3 -I fe80::1'],
])('arguments %#', ([given, args]) => {
  expect(tracerouteArgs(...given).join(' ')).toBe(args)
})

test.for(['-I', 'example.com', '', '192.0.2.1 -i eth0'])(
  'no other text than an address becomes an argument: %o',
  (address) => {
    expect(() => tracerouteArgs({ ...RUN, address }, 'linux')).toThrow(/no address/)
  },
)
