import { exampleOf } from '../../controller/src/api/description/compose.ts'
import { AuditObject } from '../../controller/src/api/schemas/audit.ts'
import type { AuditPartName } from '../../controller/src/audits/parts.ts'
import { AUDIT_PART_NAMES, AUDIT_PARTS } from '../../controller/src/audits/parts.ts'

/** What is answered to an analysis; undefined: the controller is asked. */
export type Analyses = (name: string, query: URLSearchParams) => object | undefined

const PATH = /^\/api\/v1\/audits(?:\/(\w+))?(?:\/(parts)(?:\/([\w-]+))?)?$/
const DAY_MS = 86_400_000

const whole = exampleOf(AuditObject)

/** One of three looks at the same page, a day between them. */
function lookOf(id: string, daysBefore: number, slower: number): object {
  const { figures } = whole
  return {
    ...whole,
    id,
    parts: AUDIT_PART_NAMES,
    createdAt: new Date(Date.parse(whole.createdAt) - daysBefore * DAY_MS).toISOString(),
    figures: {
      ...figures,
      performanceScore: 91 - slower * 20,
      largestContentfulPaintMs: (figures.largestContentfulPaintMs ?? 0) * (1 + slower),
      loadMs: (figures.loadMs ?? 0) * (1 + slower / 10),
    },
  }
}

const LOOKS = [
  lookOf('aud_kept', 0, 0),
  lookOf('aud_kept_before', 1, 0.4),
  lookOf('aud_kept_first', 2, 0.1),
]
const [NOW, BEFORE] = LOOKS

/** What is answered of audits that are kept: three looks at one page, whose parts are what the analyses say.
 *  @returns undefined for what is not about them */
export function keptAuditAnswer(
  path: string,
  body: string | undefined,
  analyses: Analyses,
): object | undefined {
  const [isAudits, id, isPart, named] = PATH.exec(path) ?? []
  if (isAudits === undefined) return undefined
  if (isPart === undefined) {
    if (id === undefined && body === undefined) {
      return { total: LOOKS.length, page: 1, per: LOOKS.length, audits: LOOKS }
    }
    return id === 'aud_kept_before' ? BEFORE : NOW
  }
  const part = named ?? (JSON.parse(body ?? '{}') as { readonly part?: string }).part ?? ''
  const { analysis, options } = AUDIT_PARTS[part as AuditPartName]
  const query = Object.entries<string | number>(options).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  const result = analyses(analysis, new URLSearchParams(query))
  return { part, createdAt: whole.createdAt, result, kept: true, figures: whole.figures }
}
