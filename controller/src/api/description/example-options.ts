import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { DEFAULTS } from '../../monitors/monitor-fields.ts'
import type { ToldOperations } from './told.ts'

const { timeoutMs, settings } = TYPE_DESCRIPTIONS.ping

const ping = {
  ...DEFAULTS,
  confirmation: { ...DEFAULTS.confirmation, regions: 'all' },
  timeoutMs,
  settings: settings.parse({}),
}

/** What is told of the options: those of one type. */
export const OPTIONS_EXAMPLES: ToldOperations = {
  readMonitorOptions: {
    answers: {
      short: { summary: 'Cut short, to what ping needs', value: { defaults: { ping } } },
    },
  },
}
