import {
  FAQ_RICH_RESULTS_NOTE,
  MAX_DETECTED_TYPES,
  MAX_TYPE_LENGTH,
} from '@sightline/shared/analyses/ai-readiness'
import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { StructuredDataFacts } from '../../page/facts.ts'
import type { StructuredItem } from '../../page/structured-data/item.ts'
import type { JsonLdBlock } from '../../page/structured-data/json-ld/block.ts'
import { isJsonObject, type JsonValue } from '../../page/structured-data/json-ld/json-value.ts'
import { bareName, typesOf } from '../../page/structured-data/schema-node.ts'
import { beginningOf } from '../../page/white-space.ts'

type SchemaDeprecation = AnalysisResult<'ai-readiness'>['aiSearchReadiness']['schemaDeprecation']

/** Every object in JSON-LD, those within others too, from the outside in. */
function typesInJson(data: JsonValue): string[] {
  const found: string[] = []
  const open: JsonValue[] = [data]
  for (let at = 0; at < open.length; at += 1) {
    const value = open[at]
    // One by one: arguments of a call are bounded, and a page may give a thing more types.
    if (isJsonObject(value)) for (const type of typesOf(value)) found.push(type)
    const within = typeof value === 'object' && value !== null ? Object.values(value) : []
    for (const each of within) if (typeof each === 'object') open.push(each)
  }
  return found
}

/** The same of microdata and RDFa. */
function typesInItems(items: readonly StructuredItem[]): string[] {
  const found: string[] = []
  const open = [...items]
  for (let at = 0; at < open.length; at += 1) {
    const { type, properties } = open[at] ?? { type: [], properties: {} }
    for (const word of type) found.push(word)
    for (const value of Object.values(properties).flat()) {
      if (typeof value !== 'string') open.push(value)
    }
  }
  return found
}

/** Which types a page describes things by, and which of them lost their rich results. */
export function judgeTypes(
  blocks: readonly JsonLdBlock[],
  { microdata, rdfa }: StructuredDataFacts,
): SchemaDeprecation {
  const written = [
    ...blocks.flatMap(({ data }) => typesInJson(data)),
    ...typesInItems(microdata),
    ...typesInItems(rdfa),
  ]
  const types = new Set(written.map((type) => bareName(type).trim()).filter((type) => type !== ''))
  const faqPageSchema = types.has('FAQPage')
  return {
    faqPageSchema,
    ...(faqPageSchema ? { faqRichResultsDeprecated: FAQ_RICH_RESULTS_NOTE } : {}),
    howToSchema: types.has('HowTo'),
    detectedTypes: [...types]
      .slice(0, MAX_DETECTED_TYPES)
      .map((type) => beginningOf(type, MAX_TYPE_LENGTH)),
  }
}
