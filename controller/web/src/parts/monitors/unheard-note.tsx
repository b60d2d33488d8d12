import { Link } from '@tanstack/react-router'
import { usePermissions } from '../../data/me.ts'

const WAY = 'font-medium text-accent hover:underline'

/** Says of a monitor that its alerts reach nobody, which else shows when it is down and nobody came; and leads to where
 *  that is mended. */
export function UnheardNote({ monitorId }: { monitorId: string }) {
  const { manageMonitoring } = usePermissions()
  return (
    <p role="note" className="mt-2 max-w-prose text-sm text-degraded">
      Nobody is told when it breaks: this installation can send to none of its recipients.{' '}
      {manageMonitoring ? (
        <>
          <Link to="/alerting" className={WAY}>
            Add a contact
          </Link>
          , then{' '}
          <Link to="/monitors/$monitorId/edit" params={{ monitorId }} className={WAY}>
            pick it here
          </Link>
          .
        </>
      ) : null}
    </p>
  )
}
