import type { SettingGroup } from './fields.ts'
import { IP_FAMILY } from './fields.ts'

export const PING_SETTINGS: readonly SettingGroup[] = [
  {
    title: 'When it is down or slow',
    isOpen: true,
    fields: [
      { path: 'maxLossPercent', label: 'Down above a loss of', kind: 'number', unit: '%' },
      { path: 'degradedLossPercent', label: 'Degraded above a loss of', kind: 'number', unit: '%' },
      { path: 'maxAvgMs', label: 'Degraded when slower than', kind: 'number', unit: 'ms' },
    ],
  },
  {
    title: 'Packets',
    fields: [
      { path: 'packets', label: 'Packets a check', kind: 'number' },
      { path: 'packetIntervalMs', label: 'Between two', kind: 'number', unit: 'ms' },
      { path: 'packetSize', label: 'Size of one', kind: 'number', unit: 'bytes' },
      IP_FAMILY,
    ],
  },
]
