export const CONFIRMING_REGIONS = ['own', 'all'] as const

/** Which regions' agents a failure is confirmed by: `own` the monitor's, `all` any. */
export type ConfirmingRegions = (typeof CONFIRMING_REGIONS)[number]

/** Which regions may confirm a monitor's failures, and so get its settings. A monitor that does not say
 *  shows its secrets to no region that it does not name.
 *  @param monitor.confirmation as stored */
export function confirmingRegionsOf(monitor: {
  readonly confirmation: unknown
  readonly hasSecrets: boolean
}): ConfirmingRegions {
  const { regions } = monitor.confirmation as { readonly regions?: ConfirmingRegions | null }
  return regions ?? (monitor.hasSecrets ? 'own' : 'all')
}
