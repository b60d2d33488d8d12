import type { Cause } from '@sightline/shared/causes'
import { CAUSES } from '@sightline/shared/causes'
import type { StoredAnalysis } from '../../../controller/src/diagnosis/analysis.ts'
import type { LifelikeOutage } from './company.ts'

const IP = '203.0.113.80'

/** Why it broke, as it would be told. */
export function storyOf(outage: LifelikeOutage, from: Date): StoredAnalysis {
  const { summary, statusCode, regions } = outage
  const cause = outage.cause as Cause
  const { category, title } = CAUSES[cause]
  const at = (seconds: number): string => new Date(from.getTime() + seconds * 1_000).toISOString()
  const failed = { status: 'down', cause, error: summary, responseMs: null, ip: IP } as const
  const verdict = {
    cause,
    category,
    scope: regions.length === 1 ? ('regional' as const) : ('global' as const),
    confidence: 0.86,
    title,
    explanation: `${summary} Ports 80 and 22 of the host are open and the way to it is the usual one, so the machine is up and only this service is not answering.`,
    advice: [
      'Look whether the service that should listen there is running, and start it.',
      'Compare its last deploy with the time of the first failing check.',
    ],
  }
  return {
    isGathered: true,
    traces: [],
    analysis: {
      verdict,
      alternatives: [
        {
          ...verdict,
          cause: 'hostUnreachable',
          category: 'network',
          confidence: 0.09,
          title: CAUSES.hostUnreachable.title,
          explanation: 'A firewall that answers for the host would look the same from outside.',
          advice: [],
        },
      ],
      regions: regions.map((region) => ({ region, phase: 'connect' as const, ...failed })),
      evidence: evidenceOf(outage, at),
      lastGood: {
        region: 'eu-west',
        at: at(-300),
        status: 'up',
        statusCode: 200,
        responseMs: 57,
        cause: null,
        error: null,
        ip: IP,
      },
      firstBad: { region: 'eu-west', at: at(0), statusCode, ...failed },
      related: [],
      generatedAt: at(4),
    },
  }
}

function evidenceOf(
  { summary }: LifelikeOutage,
  at: (seconds: number) => string,
): StoredAnalysis['analysis']['evidence'] {
  const seen = (
    kind: string,
    region: string | null,
    title: string,
    observed: string,
    expected: string | null = null,
  ) => ({ kind, region, at: at(3), title, observed, expected })
  return [
    seen('check', 'eu-west', 'The failing check', summary, 'HTTP 200 to 299 within 10 s'),
    seen('check', 'us-east', 'Asked again from another location', summary),
    seen('ports', 'eu-west', 'Other ports of the host', '443 refused, 80 open, 22 open'),
    seen('resolver', 'eu-west', 'What the name resolves to', `A ${IP}, as in the last 30 days`),
    seen(
      'trace',
      'eu-west',
      'The way to the address',
      '9 hops, the last one 203.0.113.80 after 11 ms; the same as the last time it was up',
    ),
    seen('tls', 'us-east', 'The handshake', 'No connection to begin one'),
  ]
}
