import type { PublicStatus } from '../../../status-pages/shown/public-status.ts'

/** The page for programs: the same that people read. */
export function statusJson(status: PublicStatus): string {
  const { title, description, timezone, at, state, components, outages, maintenance } = status
  return JSON.stringify({
    title,
    description,
    timezone,
    at,
    state,
    components: components.map(({ days, ...component }) => ({
      ...component,
      days: days.map(({ date, state: day, downSeconds, degradedSeconds }) => ({
        date,
        state: day,
        downSeconds: Math.round(downSeconds),
        degradedSeconds: Math.round(degradedSeconds),
      })),
    })),
    outages,
    maintenance: maintenance.map(
      ({ id, from, to, repeats, isUnderWay, description: what, components: touched }) => ({
        id,
        from,
        to,
        repeats,
        underWay: isUnderWay,
        description: what,
        components: touched,
      }),
    ),
  })
}
