import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** From when on results, quarters and hours are kept; null: as long as where nobody has set anything. */
export interface KeptFrom {
  readonly results: Date | null
  readonly quarters: Date | null
  readonly hours: Date | null
}

/** As a part of what is selected from rollup_progress. */
export const KEPT_FROM = {
  sqlPart: `results_from as "resultsFrom", quarters_from as "quartersFrom", hours_from as "hoursFrom"`,
}

/** The columns of {@link KEPT_FROM}. */
export interface KeptFromRow {
  readonly resultsFrom: Date | null
  readonly quartersFrom: Date | null
  readonly hoursFrom: Date | null
}

export function keptFromOf(row: KeptFromRow): KeptFrom {
  return { results: row.resultsFrom, quarters: row.quartersFrom, hours: row.hoursFrom }
}

// Only ever later: what is gone does not come back when more is to be kept.
const advance = sql<never>`
  update rollup_progress set
    results_from = greatest(coalesce(results_from, $4), $1::timestamptz),
    quarters_from = greatest(coalesce(quarters_from, $5), $2::timestamptz),
    hours_from = greatest(coalesce(hours_from, $6), $3::timestamptz)
  where results_from is not null or ($1, $2, $3) is distinct from ($4::timestamptz, $5::timestamptz, $6::timestamptz)`

/** Notes what is about to be removed, before it is.
 *  @param from what is kept from now on
 *  @param unset what was kept while nobody had set anything */
export async function advanceKeptFrom(
  db: Queryable,
  from: { readonly [K in keyof KeptFrom]: Date },
  unset: { readonly [K in keyof KeptFrom]: Date },
): Promise<void> {
  await db.query(advance, [
    from.results,
    from.quarters,
    from.hours,
    unset.results,
    unset.quarters,
    unset.hours,
  ])
}
