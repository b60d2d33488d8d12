import { EnvironmentError } from '@sightline/shared/environment'
import type { Queryable } from '../db/pool.ts'
import { readSealingKeys } from '../db/sealed-rows.ts'
import type { SecretKeys } from './secret-keys.ts'
import { loadSecretKeys, readSecretKeyFile, secretKeyFile } from './secret-keys.ts'

/** The keys of a controller's installation. One is made where there is none, but not beside secrets that are stored already:
 *  it would open none of them, and what is sealed with it none of the other controllers.
 *  @param fromEnvironment SIGHTLINE_SECRET_KEY
 *  @throws EnvironmentError with what to do */
export async function openSecretKeys(
  db: Queryable,
  fromEnvironment: string | undefined,
  dataFolder: string,
): Promise<SecretKeys> {
  if (fromEnvironment === undefined && (await readSecretKeyFile(dataFolder)) === null) {
    const [id] = await readSealingKeys(db)
    if (id !== undefined) throw new EnvironmentError(missingKey(id, dataFolder))
  }
  return loadSecretKeys(fromEnvironment, dataFolder)
}

/** What is said of secrets that are stored and were sealed by somebody with other keys: two controllers, each with a key of its
 *  own, would learn of it from the first monitor or contact that cannot be told what it needs.
 *  @returns null where there are none among those that were looked at */
export async function otherKeysNote(db: Queryable, keys: SecretKeys): Promise<string | null> {
  const ids = await readSealingKeys(db)
  const unknown = ids.filter((id) => id !== '' && keys.find(id) === null)
  if (unknown.length === 0) return null
  const own = keys.all().map(({ id }) => id)
  return `What is sealed with the key ${unknown.join(' or ')} in the database opens with no key of this controller (${own.join(', ')}): give it the secret.key or SIGHTLINE_SECRET_KEY that the other controllers have, or set those passwords and tokens anew`
}

function missingKey(id: string, dataFolder: string): string {
  const file = secretKeyFile(dataFolder)
  return `There is no secret key in ${dataFolder}, and passwords or tokens in the database are sealed with one${id === '' ? '' : ` (${id})`}: put the secret.key of the installation there, as a backup has it, or set SIGHTLINE_SECRET_KEY as its other controllers have it. If it is lost for good, make another ("openssl rand -hex 32 > ${file}") and set those passwords and tokens anew`
}
