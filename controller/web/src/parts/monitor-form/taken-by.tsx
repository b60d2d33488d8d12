import { Link } from '@tanstack/react-router'
import { holderOf } from '../../data/monitors.ts'

/** The way to the monitor that has a target already. @param error what was refused */
export function TakenBy({ error }: { error: unknown }) {
  const monitorId = holderOf(error)
  return monitorId === null ? null : (
    <Link to="/monitors/$monitorId" params={{ monitorId }} className="ml-2 underline">
      Open that monitor
    </Link>
  )
}
