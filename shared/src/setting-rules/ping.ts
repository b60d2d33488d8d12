import type { SettingsOf } from '../setting-shapes.ts'
import { rule } from './rule.ts'

/** Rules between the settings of a ping monitor. */
export const pingRules = rule<SettingsOf<'ping'>>((settings, refuse) => {
  const { degradedLossPercent, maxLossPercent } = settings
  if (degradedLossPercent === null || degradedLossPercent <= maxLossPercent) return
  const message = `must be at most maxLossPercent, which is ${maxLossPercent}: above that it is down`
  refuse(['degradedLossPercent'], degradedLossPercent, message)
})
