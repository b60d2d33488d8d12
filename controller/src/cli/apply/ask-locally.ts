import type { Database } from '../../db/pool.ts'
import type { SupervisorConfig } from '../../supervisor/config.ts'
import { createLocalApply, ownerOf } from '../import-parts.ts'
import type { Ask } from './ask.ts'

/** Applies documents to the installation of this machine, for the owner of a workspace.
 *  @param workspace its id; undefined: the workspace that owns the installation */
export async function askLocally(
  config: SupervisorConfig,
  db: Database,
  workspace: string | undefined,
): Promise<Ask> {
  const actor = await ownerOf(db, workspace)
  const applying = await createLocalApply(config, db)
  const { workspaceId, personId } = actor
  const by = { workspaceId, personId, keyId: 0, address: 'command line' }
  return (document, order) => applying.apply(actor, document, { ...order, by })
}
