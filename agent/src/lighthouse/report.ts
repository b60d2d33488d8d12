/** What is read of Lighthouse's own result for one audit. */
export interface ReportedAudit {
  readonly title: string
  /** null where the audit does not judge, does not apply, or failed. */
  readonly score: number | null
  /** Such as `numeric`, `metricSavings`, `informative`, `notApplicable`, `error`. */
  readonly scoreDisplayMode: string
  readonly numericValue?: number
  readonly displayValue?: string
  readonly errorMessage?: string
  /** In ms by metric (LCP, FCP, TBT); of the layout shift without unit. */
  readonly metricSavings?: Readonly<Partial<Record<string, number>>>
  readonly details?: {
    /** A list in tables; something else in others. */
    readonly items?: unknown
    readonly overallSavingsMs?: number
    readonly overallSavingsBytes?: number
    readonly debugData?: { readonly wastedBytes?: number }
  }
}

/** What is read of Lighthouse's own result. */
export interface Report {
  readonly lighthouseVersion: string
  /** Where the document came from, after redirects. */
  readonly mainDocumentUrl?: string
  /** Why there is nothing to read. */
  readonly runtimeError?: { readonly code: string; readonly message: string }
  /** What a reader of the figures must know, in sentences. */
  readonly runWarnings?: readonly string[]
  readonly audits: Readonly<Record<string, ReportedAudit>>
  /** Scores from 0 to 1; null where an audit that counts failed. */
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>
}

/** A figure that Lighthouse could not find out for this page; the message is a sentence for people. */
export class UnmeasuredError extends Error {
  override readonly name = 'UnmeasuredError'
}

/** @throws Error for an id that this version of Lighthouse does not have, UnmeasuredError where the audit
 *  failed at the page */
export function auditOf({ audits }: Pick<Report, 'audits'>, id: string): ReportedAudit {
  const audit = audits[id]
  if (audit === undefined) throw new Error(`Lighthouse has no audit "${id}"`)
  if (audit.scoreDisplayMode === 'error') {
    throw new UnmeasuredError(
      `Lighthouse could not measure "${audit.title}" of this page: ${audit.errorMessage ?? 'it does not say why'}`,
    )
  }
  return audit
}
