import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { classes } from '../class-names.ts'

/** A press that opens it somewhere else is the browser's. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** A way to a monitor in a list of thousands: unlike the router's own it follows no address and has no effects, of
 *  which a list that scrolls would begin and end hundreds a second. */
export function MonitorLink({
  id,
  className,
  children,
}: {
  id: string
  className: string
  children: ReactNode
}) {
  const router = useRouter()
  const way = { to: '/monitors/$monitorId', params: { monitorId: id } } as const
  return (
    <a
      href={`/monitors/${encodeURIComponent(id)}`}
      // A name that is read from the right is cut off at its end too.
      dir="auto"
      className={classes('text-left', className)}
      onPointerEnter={() => void router.preloadRoute(way).catch(() => undefined)}
      onClick={(event) => {
        if (!isPlain(event)) return
        event.preventDefault()
        void router.navigate(way)
      }}
    >
      {children}
    </a>
  )
}
