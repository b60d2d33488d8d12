import type { MonitorType } from '@sightline/shared/check-words'
import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { knownSettings, withoutDefaults } from '@sightline/shared/monitor-types/sparse-settings'
import { parseMonitorUrl } from '@sightline/shared/monitor-url'
import { alertSettingsOf } from '../../alerting/alert-settings.ts'
import type { ExportedMonitorRow, MonitorCursor } from '../../db/monitor-export.ts'
import { readMonitorsAfter } from '../../db/monitor-export.ts'
import { everySecret, redact } from '../../secrets/secret-box.ts'
import type { ConfirmationSettings } from '../../verdicts/rule-settings.ts'
import { hiddenPaths } from './hidden-paths.ts'
import type { ImportContext } from '../import-context.ts'

/** Monitors of one statement: some hundred kilobytes of settings. */
const PAGE = 500

/** The monitors of a workspace in the order in which they were made, as POST /monitors takes them. */
export async function* exportMonitors(
  { db }: Pick<ImportContext, 'db'>,
  workspaceId: number,
): AsyncGenerator<readonly object[]> {
  let after: MonitorCursor | null = null
  for (;;) {
    const rows: ExportedMonitorRow[] = await readMonitorsAfter(db, workspaceId, after, PAGE)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.flatMap((row) => (Object.hasOwn(TYPE_DESCRIPTIONS, row.type) ? [exported(row)] : []))
    after = last
  }
}

function exported(row: ExportedMonitorRow): object {
  const type = row.type as MonitorType
  const { shape, spelledOut } = TYPE_DESCRIPTIONS[type]
  const differing = withoutDefaults(shape, knownSettings(shape, redact(type, row.settings)))
  const settings = spelledOut(differing, parseMonitorUrl(row.url, type))
  const { regions, ...confirmation } = row.confirmation as ConfirmationSettings
  // A default reads as hidden too, and is none.
  const secretsLeftOut = everySecret(type, settings, () => false) ? [] : hiddenPaths(settings)
  return {
    id: row.publicId,
    type,
    url: row.url,
    name: row.name,
    active: row.active,
    intervalMinutes: row.intervalMinutes,
    timeoutMs: row.timeoutMs,
    regions: row.regions,
    checkMode: row.checkMode,
    // null: what follows from the settings, which a body says by leaving it out.
    confirmation: regions === null ? confirmation : { ...confirmation, regions },
    recovery: row.recovery,
    alerts: alertSettingsOf(row.alerts),
    dependsOn: row.dependsOn,
    tags: row.tags,
    settings,
    secretsLeftOut,
  }
}
