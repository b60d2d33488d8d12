import { Link } from '@tanstack/react-router'
import { usePermissions } from '../../data/me.ts'
import { unheardWords } from '../../words/unheard.ts'

/** Says that alerts reach nobody, before something is down and nobody came. */
export function Unheard({ unheard, total }: { unheard: number; total: number }) {
  const { manageMonitoring } = usePermissions()
  return (
    <p role="note" className="max-w-prose text-sm text-degraded">
      {unheardWords(unheard, total)}{' '}
      {manageMonitoring ? (
        <>
          <Link to="/alerting" className="font-medium text-accent hover:underline">
            Add a contact
          </Link>
          , then pick it where the monitors are changed.
        </>
      ) : null}
    </p>
  )
}
