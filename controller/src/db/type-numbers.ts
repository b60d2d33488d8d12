import type { ClientBase, Pool } from 'pg'
import { CompositeArray } from './composite-array.ts'

/** The numbers a database gave its composite types, which what is sent in binary form names. */
export interface TypeNumbers {
  /** @returns the values of a statement as the driver sends them */
  readonly written: (runner: Pool | ClientBase, values: readonly unknown[]) => Promise<unknown[]>
  /** For a database that is another one now, such as one that was restored. */
  readonly forget: () => void
}

/** Asks for each number once. */
export function createTypeNumbers(): TypeNumbers {
  const known = new Map<string, number>()

  async function numberOf(runner: Pool | ClientBase, type: string): Promise<number> {
    const kept = known.get(type)
    if (kept !== undefined) return kept
    const text = 'select $1::regtype::oid::bigint as number'
    const { rows } = await runner.query<{ number: number }>({ text, values: [type] })
    const number = rows[0]?.number ?? 0
    known.set(type, number)
    return number
  }

  return {
    written(runner, values) {
      if (!values.some((value) => value instanceof CompositeArray)) {
        return Promise.resolve([...values])
      }
      return Promise.all(
        values.map(async (value) =>
          value instanceof CompositeArray
            ? value.encode(await numberOf(runner, value.type))
            : value,
        ),
      )
    },
    forget: () => known.clear(),
  }
}
