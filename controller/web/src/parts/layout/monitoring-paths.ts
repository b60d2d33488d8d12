/** Parts of the app that only those see who may see monitoring. The overview is none: it leads on to what they may see. */
const MONITORING_PATHS = [
  '/monitors',
  '/outages',
  '/maintenance',
  '/alerting',
  '/agents',
  '/welcome',
] as const

/** Whether a page is about monitoring. Pure. */
export const isMonitoringPath = (path: string): boolean =>
  MONITORING_PATHS.some((part) => path === part || path.startsWith(`${part}/`))
