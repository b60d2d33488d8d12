import { retentionOf } from '../../config.ts'
import { readMonitoredLoad } from '../../db/monitored-load.ts'
import type { Database } from '../../db/pool.ts'
import { readDiskRoom } from '../../process/disk-room.ts'
import type { SupervisorConfig } from '../config.ts'
import { diskWarning } from './disk-forecast.ts'

/** Says when the disk of the embedded database would not hold what is to be kept; of another database nobody here
 *  knows the disk. null: it would, or it cannot be found out, which keeps nobody from starting. */
export async function readDiskNote(db: Database, config: SupervisorConfig): Promise<string | null> {
  if (config.DATABASE_URL !== undefined) return null
  try {
    const room = await readDiskRoom(config.dataFolder)
    if (room === null) return null
    return diskWarning(await readMonitoredLoad(db), retentionOf(config), room.freeBytes)
  } catch {
    return null
  }
}
