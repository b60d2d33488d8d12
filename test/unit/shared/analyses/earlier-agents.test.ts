import type { AnalysisName } from '@sightline/shared/analyses/registry'
import { ANALYSES } from '@sightline/shared/analyses/registry'
import { expect, test } from 'vitest'
import { analysisExample } from '../../../../controller/src/api/description/analyses/example.ts'

type Tree = { [field: string]: Tree }

/** Every object in a value that has the field. */
function holdersOf(value: unknown, field: string): Tree[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap((part) => holdersOf(part, field))
  return field in value ? [value as Tree, ...inner] : inner
}

test.each([
  ['lighthouse', 'complete', true],
  ['ai-readiness', 'complete', false],
  ['security-headers', 'preloaded', null],
  ['waterfall', 'filmstrip', null],
] as const satisfies [AnalysisName, string, unknown][])(
  'a result of %s from an agent that did not know "%s" yet is one',
  (name, field, meant) => {
    const result: unknown = structuredClone(analysisExample(name))
    const [holder = {}, ...others] = holdersOf(result, field)
    expect(others).toEqual([])
    delete holder[field]
    const [read] = holdersOf(ANALYSES[name].result.parse(result), field)
    expect(read?.[field]).toBe(meant)
  },
)
