import type { DatabaseSync } from 'node:sqlite'
import type { Probe } from './probe.ts'
import { fault } from './probe.ts'

/** Whether results can be put on disk. */
export function stateFolderProbe(database: DatabaseSync): Probe {
  const write = database.prepare(
    "insert into facts (name, value) values ('self_test', ?) on conflict (name) do update set value = excluded.value",
  )
  return async () => {
    try {
      write.run(String(Date.now()))
      return null
    } catch (error) {
      return fault(`the state folder cannot be written: ${String(error)}`)
    }
  }
}
