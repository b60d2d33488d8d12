import { describe, expect, it } from 'vitest'
import { analysisExample } from '../../../../controller/src/api/description/analyses/example.ts'
import { AUDIT_FIGURES, figuresOf } from '../../../../controller/src/audits/figures.ts'
import { packResult, unpackResult } from '../../../../controller/src/audits/pack.ts'
import type { AuditPartName } from '../../../../controller/src/audits/parts.ts'
import { AUDIT_PART_NAMES, AUDIT_PARTS } from '../../../../controller/src/audits/parts.ts'

const exampleOf = (part: AuditPartName) => analysisExample(AUDIT_PARTS[part].analysis)

describe('the figures of an audit', () => {
  it('come of its parts, each of one', () => {
    const names = AUDIT_PART_NAMES.flatMap((part) =>
      Object.keys(figuresOf(part, exampleOf(part) as never)),
    )
    expect(names.toSorted()).toEqual(Object.keys(AUDIT_FIGURES).toSorted())
  })

  it('leave out what did not come', () => {
    const load = analysisExample('waterfall')
    const timings = { firstByteMs: 80, domContentLoadedMs: null, loadMs: null }
    const figures = figuresOf('waterfall', { ...load, timings })
    expect(Object.keys(figures)).toEqual(['firstByteMs', 'requests', 'transferBytes'])
  })
})

describe('a result that is packed', () => {
  it('is the same when it is unpacked, and much smaller', async () => {
    const result = { ...analysisExample('audit'), title: '\u0000<b>\ud800' }
    const packed = await packResult(result)
    expect(await unpackResult(packed)).toEqual(JSON.parse(JSON.stringify(result)))
    expect(packed.length).toBeLessThan(JSON.stringify(result).length / 3)
  })
})
