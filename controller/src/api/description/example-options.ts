import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { CHECK_MODES, DEFAULTS } from '../../monitors/monitor-fields.ts'
import { QUORUM_WORDS } from '../../verdicts/rule-settings.ts'
import { CONFIRMING_REGIONS } from '../../votes/confirming-regions.ts'
import type { ToldOperations } from './told.ts'

const { timeoutMs, settings } = TYPE_DESCRIPTIONS.ping

const ping = {
  ...DEFAULTS,
  confirmation: { ...DEFAULTS.confirmation, regions: 'all' },
  timeoutMs,
  settings: settings.parse({}),
}

const options = {
  types: ['ping'],
  methods: ['GET', 'HEAD', 'POST'],
  checkModes: CHECK_MODES,
  quorums: QUORUM_WORDS,
  confirmingRegions: CONFIRMING_REGIONS,
  recordTypes: ['A', 'AAAA', 'MX'],
  presets: ['dns', 'ntp'],
  regions: [
    { name: 'Western Europe', capabilities: ['browser', 'dns', 'ping', 'web'], missing: [] },
  ],
  statuses: ['pending', 'up', 'down'],
  resultStatuses: ['up', 'down'],
  defaults: { ping },
}

/** What is told of the options: those of one type. */
export const OPTIONS_EXAMPLES: ToldOperations = {
  readMonitorOptions: {
    answers: { short: { summary: 'Cut short, to what ping needs', value: options } },
  },
}
