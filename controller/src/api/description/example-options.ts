import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import {
  CHECK_MODES,
  DEFAULTS,
  MAX_TIMEOUT_MS,
  MIN_TIMEOUT_MS,
} from '../../monitors/monitor-fields.ts'
import { CONFIRMING_REGIONS } from '../../votes/confirming-regions.ts'
import { QUORUM_WORDS } from '../../verdicts/rule-settings.ts'

const options = {
  types: ['ping'],
  intervalsMinutes: [1, 2, 3, 4, 5],
  timeouts: {
    ping: {
      defaultMs: TYPE_DESCRIPTIONS.ping.timeoutMs,
      minMs: MIN_TIMEOUT_MS,
      maxMs: MAX_TIMEOUT_MS,
    },
  },
  methods: ['GET', 'HEAD', 'POST'],
  checkModes: CHECK_MODES,
  quorums: QUORUM_WORDS,
  confirmingRegions: CONFIRMING_REGIONS,
  recordTypes: ['A', 'AAAA', 'MX'],
  presets: ['dns', 'ntp'],
  settings: { ping: { ipFamily: ['any', 'ipv4', 'ipv6'] } },
  regions: [
    {
      code: 'eu-west',
      name: 'Western Europe',
      country: 'IE',
      continent: 'Europe',
      available: true,
      capabilities: ['browser', 'dns', 'mail', 'mtr', 'ping', 'tcp', 'traceroute', 'udp', 'web'],
      missingScripts: [],
      missing: [],
    },
  ],
  statuses: ['pending', 'up', 'down'],
  resultStatuses: ['up', 'down'],
  causes: [{ code: 'connectionRefused', category: 'tcp', title: 'The connection is refused' }],
  limits: { maxMonitors: 50, minIntervalMinutes: 1, maxRegions: 20, maxWindows: 500 },
  defaults: {
    ping: {
      ...DEFAULTS,
      confirmation: { ...DEFAULTS.confirmation, regions: 'all' },
      timeoutMs: TYPE_DESCRIPTIONS.ping.timeoutMs,
      settings: TYPE_DESCRIPTIONS.ping.settings.parse({}),
    },
  },
  usage: { used: 18, dailyLimit: 1000, tier: 'starter' },
}

/** The options of one type, by operation. */
export const OPTIONS_EXAMPLES = {
  readMonitorOptions: {
    answers: {
      200: { examples: { short: { summary: 'Cut short, to what ping needs', value: options } } },
    },
  },
}
