import type { CopyConnection } from './copy-connection.ts'

const IS_PARTITIONED = `select relkind = 'p' as partitioned from pg_class where oid = 'check_results'::regclass`
const MAKE_DAYS = 'select create_check_results_day(day) from unnest($1::date[]) as day'

/** Makes the tables that results of these UTC days go to. TimescaleDB makes its chunks by itself. */
export async function makeResultDays(
  connection: CopyConnection,
  days: readonly string[],
): Promise<void> {
  const { rows } = await connection.query<{ partitioned: boolean }>({ text: IS_PARTITIONED })
  if (rows[0]?.partitioned === true) await connection.query({ text: MAKE_DAYS }, [days])
}
