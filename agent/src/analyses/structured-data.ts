import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import { socialContent } from '../page/meta-content.ts'
import type { StructuredItem } from '../page/structured-data/item.ts'
import { readJsonLdBlock, type JsonLdBlock } from '../page/structured-data/json-ld/block.ts'
import { bareName } from '../page/structured-data/schema-node.ts'
import { beginningOf } from '../page/white-space.ts'
import type { Analysis } from './analysis.ts'
import { describedItems } from './structured-data/described-items.ts'
import { createRichResultJudge } from './structured-data/rich-results/judge.ts'

type Result = AnalysisResult<'structured-data'>

/** Items that are judged. */
const MAX_ITEMS = 1_000
/** Rich results that are listed: one item may have the types of several. */
const MAX_RICH_RESULTS = 5_000
/** Types that are listed, of the page and of one item. */
const MAX_TYPES = 1_000
/** Longest type that is shown, in characters. */
const MAX_TYPE_LENGTH = 1_000

/** What a page says of itself to machines. Source: design, "structured-data" */
export const structuredDataAnalysis: Analysis<'structured-data', 'page' | 'facts'> = {
  needs: ['page', 'facts'],
  analyse({ page, facts }) {
    const { microdata, rdfa, isCut } = facts.structuredData
    const blocks = facts.structuredData.jsonLd.map(({ text }) => readJsonLdBlock(text))
    const errors = errorsOf(blocks)
    const judgeRichResults = createRichResultJudge()
    const judged = describedItems(blocks, facts.structuredData, MAX_ITEMS)
      .flatMap(({ source, index, node }) =>
        judgeRichResults(node).map((result) => ({ source, index, ...result })),
      )
      .slice(0, MAX_RICH_RESULTS)
    const types = [
      ...blocks.flatMap((block) => block.types),
      ...[...microdata, ...rdfa].flatMap(({ type }) => type.map(bareName)),
    ]
    return {
      url: page.askedUrl,
      fetchedUrl: page.url,
      statusCode: page.statusCode,
      hasStructuredData:
        blocks.some(({ error }) => error === null) || microdata.length + rdfa.length > 0,
      counts: {
        jsonLd: blocks.length,
        microdata: microdata.length,
        rdfa: rdfa.length,
        errors: errors.length,
      },
      types: shownTypes([...new Set(types)]),
      jsonLd: blocks.map((block, index) => ({
        index,
        types: shownTypes(block.types),
        data: block.data,
        valid: block.error === null,
        error: block.error === null ? null : inWords(block.error),
      })),
      microdata: microdata.map(itemOf),
      rdfa: rdfa.map(itemOf),
      openGraph: socialContent(facts.metas, 'og:'),
      errors,
      warnings: [
        ...blocks.flatMap(({ warnings }, index) =>
          warnings.map((message) => ({ source: 'jsonLd' as const, index, message })),
        ),
        ...judged.flatMap(({ source, index, note }) =>
          note === null ? [] : [{ source, index, message: note }],
        ),
        ...(isCut ? [CUT] : []),
      ],
      richResults: judged.map(({ type, eligible, missing, recommended, source, index }) => ({
        type,
        eligible,
        missing,
        recommended,
        source,
        index,
      })),
    }
  },
}

const CUT: Result['warnings'][number] = {
  source: 'page',
  index: null,
  message: 'The page holds more structured data than is looked at: some was left out',
}

function errorsOf(blocks: readonly JsonLdBlock[]): Result['errors'] {
  return blocks.flatMap(({ error }, index) =>
    error === null
      ? []
      : [
          {
            source: 'jsonLd' as const,
            index,
            message: inWords(error),
            line: error.line,
            column: error.column,
          },
        ],
  )
}

function inWords({ message, line, column }: NonNullable<JsonLdBlock['error']>): string {
  return `${message} (line ${line}, column ${column})`
}

function shownTypes(types: readonly string[]): string[] {
  return types.slice(0, MAX_TYPES).map((type) => beginningOf(type, MAX_TYPE_LENGTH))
}

/** A copy that may be changed, as results are; items within stay as they are. */
function itemOf({ type, id, properties }: StructuredItem): Result['microdata'][number] {
  const copied = Object.entries(properties).map(([name, values]): [string, unknown[]] => [
    name,
    [...values],
  ])
  return { type: shownTypes(type), id, properties: Object.fromEntries(copied) }
}
