import type { Database, Queryable } from './pool.ts'
import { withinSavepoint } from './pool.ts'

/** A transaction as the services see a database: what each of them does in a transaction of its own becomes a part of
 *  this one, of which nothing stays when it fails.
 *  @param database what the transaction is of */
export function databaseWithin(database: Database, tx: Queryable): Database {
  return {
    url: database.url,
    connections: database.connections,
    query: (statement, values) => tx.query(statement, values),
    transaction: (work) => withinSavepoint(tx, () => work(tx)),
    snapshot: (read) => read(tx),
    close: async () => undefined,
  }
}
