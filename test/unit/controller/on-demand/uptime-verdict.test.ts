import type { Cause } from '@sightline/shared/causes'
import type { ResultStatus } from '@sightline/shared/check-words'
import type { UptimeCheckOutput } from '@sightline/shared/uptime-check'
import { expect, test } from 'vitest'
import { uptimeVerdict } from '../../../../controller/src/on-demand/uptime-verdict.ts'

const TIMINGS = { dnsMs: 1, connectMs: 1, tlsMs: null, firstByteMs: 1, downloadMs: 1 }

function found(status: ResultStatus, responseMs: number | null, cause?: Cause): UptimeCheckOutput {
  return {
    status,
    statusCode: cause === 'serverError' ? 500 : responseMs === null ? null : 200,
    responseMs,
    timings: TIMINGS,
    ip: null,
    failure:
      cause === undefined
        ? null
        : { source: 'target', phase: 'connect', cause, message: `Because of ${cause}.` },
  }
}

const findings = (...outputs: (UptimeCheckOutput | null)[]) =>
  outputs.map((finding, n) => ({ region: `r${n}`, finding }))

test.for<[string, (UptimeCheckOutput | null)[], Partial<ReturnType<typeof uptimeVerdict>>]>([
  [
    'all up',
    [found('up', 10), found('up', 20), found('up', 33)],
    {
      status: 'up',
      statusCode: 200,
      responseMs: 21,
      cause: null,
      explanation: 'It is up from 3 of 3 regions, answering in 21 ms.',
    },
  ],
  [
    'the majority down',
    [found('up', 10), found('down', 5, 'serverError'), found('down', null, 'connectionRefused')],
    { status: 'down', responseMs: 10 },
  ],
  [
    'one region, down',
    [found('down', 5, 'serverError')],
    {
      status: 'down',
      statusCode: 500,
      cause: 'serverError',
      explanation: 'It is down from r0. Because of serverError.',
    },
  ],
  [
    'an error is an answer too, and takes its time',
    [
      found('down', 5, 'serverError'),
      found('down', 8, 'serverError'),
      found('down', null, 'timeout'),
    ],
    { status: 'down', statusCode: 500, responseMs: 6.5, cause: 'serverError' },
  ],
  [
    'a failing minority',
    [found('up', 10), found('up', 10), found('down', null, 'connectionTimeout')],
    {
      status: 'degraded',
      statusCode: 200,
      cause: 'connectionTimeout',
      explanation:
        'It fails from 1 of 3 regions and works from the others. Because of connectionTimeout.',
    },
  ],
  [
    'slow from the majority',
    [found('degraded', 900, 'slowServer'), found('degraded', 800, 'slowServer'), found('up', 10)],
    {
      status: 'degraded',
      cause: 'slowServer',
      explanation: 'It works, but not well, from 2 of 3 regions. Because of slowServer.',
    },
  ],
  [
    'slow from one of three',
    [found('degraded', 900, 'slowServer'), found('up', 10), found('up', 10)],
    { status: 'up', cause: null },
  ],
  [
    'an agent without a way out says nothing about the target',
    [found('unknown', null, 'agentEgressDown'), found('up', 10), null],
    {
      status: 'up',
      responseMs: 10,
      cause: null,
      explanation: 'It is up from the only one of 3 regions that could tell, answering in 10 ms.',
    },
  ],
  [
    'only one of several could tell, and it is down there',
    [found('down', null, 'connectionRefused'), found('unknown', null, 'resolverFault'), null],
    {
      status: 'unknown',
      cause: 'connectionRefused',
      explanation:
        'It fails from the only one of 3 regions that could tell, which is too few to call it down. Because of connectionRefused.',
    },
  ],
  [
    'two of three could tell, and disagree',
    [found('down', null, 'timeout'), found('up', 10), found('unknown', null, 'resolverFault')],
    {
      status: 'degraded',
      explanation:
        'It fails from 1 of 2 regions that could tell and works from the other. Because of timeout.',
    },
  ],
  [
    'two of three could tell, and agree',
    [found('down', null, 'timeout'), found('down', null, 'timeout'), null],
    {
      status: 'down',
      explanation: 'It is down from 2 of 2 regions that could tell. Because of timeout.',
    },
  ],
  [
    'nobody could tell',
    [found('unknown', null, 'resolverFault'), null],
    {
      status: 'unknown',
      statusCode: null,
      responseMs: null,
      cause: 'resolverFault',
      explanation: 'No region could tell. Because of resolverFault.',
    },
  ],
  [
    'half of two down is no majority',
    [found('down', null, 'timeout'), found('up', 1)],
    { status: 'degraded' },
  ],
])('%s', ([, outputs, expected]) => {
  expect(uptimeVerdict(findings(...outputs))).toMatchObject(expected)
})
