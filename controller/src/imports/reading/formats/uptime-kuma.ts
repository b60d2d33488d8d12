import { convertRows } from '../kuma/backup.ts'
import { FileProblem } from '../reading.ts'
import type { Row } from '../values.ts'
import { isRow, rowsOf } from '../values.ts'
import type { Format } from './format.ts'
import { looksLikeJson } from './format.ts'

/** Monitors of a backup: a list, or an object by their ids. */
function monitorsOf(backup: Row): readonly Row[] {
  const list = backup['monitorList']
  return rowsOf(isRow(list) ? Object.values(list) : list)
}

/** The backup that Uptime Kuma 1 writes: monitors, and the notifications they name. */
export const UPTIME_KUMA = {
  title: "Uptime Kuma's backup",
  recognises(file) {
    if (!looksLikeJson(file)) return false
    const backup = file.json()
    return isRow(backup) && typeof backup['monitorList'] === 'object'
  },
  read(file) {
    const backup = file.json()
    if (!isRow(backup) || typeof backup['monitorList'] !== 'object') {
      throw new FileProblem('It is no backup of Uptime Kuma: it has no field "monitorList".')
    }
    return convertRows({
      monitors: monitorsOf(backup),
      notifications: rowsOf(backup['notificationList']),
      maintenance: rowsOf(backup['maintenanceList']),
      others: { proxies: rowsOf(backup['proxyList']).length },
    })
  },
} satisfies Format
