import { Client } from 'pg'
import type { ClusterPasswords } from './cluster.ts'
import { EMBEDDED_NAME } from './cluster.ts'

/** The role of controllers and the command line. It owns its database and what is in it, and can neither
 *  read files nor run programs nor make roles: a hole in a statement opens the data and nothing else. */
const APPLICATION_ROLE = 'sightline_app'

/** Connection URL of the application in an embedded PostgreSQL. */
export function applicationUrl(port: number, password: string): string {
  return urlOf(port, APPLICATION_ROLE, password, EMBEDDED_NAME)
}

/** Connection URL of the superuser, for what no application does. */
export function superuserUrl(port: number, password: string, database = EMBEDDED_NAME): string {
  return urlOf(port, EMBEDDED_NAME, password, database)
}

function urlOf(port: number, role: string, password: string, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`
}

/** Makes the application's role and database where they are missing. Harmless when all of it is done. */
export async function prepareDatabase(port: number, passwords: ClusterPasswords): Promise<void> {
  await asSuperuser(superuserUrl(port, passwords.superuser, 'postgres'), async (client) => {
    await client.query(
      roleStatement(await isThere(client, 'pg_roles', APPLICATION_ROLE), passwords),
    )
    if (!(await isThere(client, 'pg_database', EMBEDDED_NAME))) {
      await client.query(`create database ${EMBEDDED_NAME} owner ${APPLICATION_ROLE}`)
    }
    await client.query('revoke connect on database postgres, template1 from public')
  })
}

/** Makes the application's database anew, without anything in it. Nobody may be connected to it. */
export async function renewDatabase(port: number, passwords: ClusterPasswords): Promise<void> {
  await asSuperuser(superuserUrl(port, passwords.superuser, 'postgres'), async (client) => {
    await client.query(`drop database ${EMBEDDED_NAME}`)
  })
  await prepareDatabase(port, passwords)
}

/** The password is told each time: the file may have been lost. */
function roleStatement(isRoleThere: boolean, { application }: ClusterPasswords): string {
  return `${isRoleThere ? 'alter' : 'create'} role ${APPLICATION_ROLE} login nosuperuser nocreatedb
    nocreaterole noreplication nobypassrls password '${application}'`
}

async function isThere(
  client: Client,
  catalog: 'pg_roles' | 'pg_database',
  name: string,
): Promise<boolean> {
  const column = catalog === 'pg_roles' ? 'rolname' : 'datname'
  const { rowCount } = await client.query(`select from ${catalog} where ${column} = $1`, [name])
  return rowCount === 1
}

async function asSuperuser(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
