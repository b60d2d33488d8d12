import { join } from 'node:path'
import { createOwnerKey } from '../../controller/src/accounts/keys.ts'
import type { Database } from '../../controller/src/db/pool.ts'
import { startEmbeddedPostgres } from '../../controller/src/supervisor/postgres/embedded-postgres.ts'

/** Environment of a controller that keeps its things in a folder, and takes any free ports. */
export function controllerEnvironment(
  folder: string,
  databaseUrl: string,
): Readonly<Record<string, string>> {
  return {
    SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    SIGHTLINE_DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    DATABASE_URL: databaseUrl,
    PORT: '0',
    SIGHTLINE_GRPC_PORT: '0',
  }
}

/** Starts the database of a folder. */
export function startDatabase(folder: string): ReturnType<typeof startEmbeddedPostgres> {
  return startEmbeddedPostgres({ folder: join(folder, 'postgres') })
}

/** Makes a key of the owner. */
export async function newOwnerKey(db: Database): Promise<string> {
  return (await createOwnerKey(db, { name: 'bench', now: new Date() })).key
}
