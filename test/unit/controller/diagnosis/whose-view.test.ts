import { describe, expect, it } from 'vitest'
import type { DiagnosisFacts, RegionCheck } from '../../../../controller/src/diagnosis/facts.ts'
import { whoseView } from '../../../../controller/src/diagnosis/screenshot/whose-view.ts'
import { factsOf, OUTAGE_AT_MS } from '../../../helpers/diagnosis.ts'

const WEB = { type: 'web', url: 'https://shop.example/' } as const

function check(region: string, statusCode: number | null): RegionCheck {
  return {
    region,
    atMs: OUTAGE_AT_MS,
    status: 'down',
    cause: statusCode === null ? 'connectionRefused' : 'serverError',
    phase: statusCode === null ? 'connect' : 'content',
    error: 'It failed.',
    statusCode,
    responseMs: null,
    ip: null,
    timings: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null },
    details: {},
  }
}

const seen = (facts: DiagnosisFacts, settings = {}) => whoseView(facts, settings)

describe('a picture is taken', () => {
  it('where the page failed first, else where it fails too', () => {
    const votes = [check('eu-west', 500), check('us-east', 502)]
    expect(seen(factsOf(WEB, votes, { firstBad: check('us-east', 500) }))).toEqual([
      'us-east',
      'eu-west',
    ])
  })

  it('only where something answered', () => {
    expect(seen(factsOf(WEB, [check('eu-west', null), check('us-east', 500)]))).toEqual(['us-east'])
    expect(seen(factsOf(WEB, [check('eu-west', null)]))).toEqual([])
  })

  it('only of pages', () => {
    const dns = factsOf({ type: 'dns', url: 'dns://shop.example' }, [check('eu-west', 500)])
    expect(seen(dns)).toEqual([])
  })

  it('not where the monitor it depends on is down', () => {
    const parent = {
      publicId: 'mon_2',
      name: 'Gateway',
      host: 'gateway.example',
      ip: null,
      cause: 'timeout',
      startedAtMs: OUTAGE_AT_MS,
      isParent: true,
    }
    expect(seen(factsOf(WEB, [check('eu-west', 500)], { neighbours: [parent] }))).toEqual([])
  })

  it.each([
    [{}, true],
    [{ method: 'GET', headers: {}, auth: { kind: 'none' }, body: null }, true],
    [{ method: 'POST' }, false],
    [{ headers: { 'x-tenant': 'shop' } }, false],
    [{ headers: [{ name: 'x-tenant', value: 'shop' }] }, false],
    [{ auth: { kind: 'basic', username: 'ada' } }, false],
    [{ body: '{}' }, false],
  ])('of a page that is asked for with %j: %s', (settings, isTaken) => {
    expect(seen(factsOf(WEB, [check('eu-west', 500)]), settings)).toEqual(
      isTaken ? ['eu-west'] : [],
    )
  })
})
