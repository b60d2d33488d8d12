import { AppError } from '@sightline/shared/errors'
import type { Command } from 'commander'
import type { Database } from '../db/pool.ts'
import { define } from './context.ts'

/** What can be revoked. */
interface Revocable {
  /** As it begins a sentence: "Key". */
  readonly noun: string
  /** @returns false when there is none in force */
  readonly revoke: (db: Database, id: string) => Promise<boolean>
  /** What is said where there is none in force. */
  readonly none: (id: string) => string
}

/** Has a command revoke what its first argument names. */
export function defineRevoke(
  command: Command,
  example: string,
  { noun, revoke, none }: Revocable,
): void {
  define(command, example, async ({ db, output, positional: [id = ''] }) => {
    if (!(await revoke(db, id))) throw new AppError('notFound', none(id))
    output.show({ id, revoked: true }, `${noun} ${id} is revoked.`)
  })
}
