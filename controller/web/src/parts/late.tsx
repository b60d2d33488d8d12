import type { ComponentType, ReactNode } from 'react'
import { createElement, lazy, Suspense, useEffect } from 'react'
import { tellFailure } from './feedback/toasts.tsx'

const NOT_LOADED =
  'A part of the app could not be loaded: Sightline was updated, or the connection is gone. Save what you typed, then reload the page.'

/** In the place of what could not be loaded. What can be closed is closed: a press says it again, as browsers do not ask
 *  twice for a script while a page is open. */
function NotLoaded({ onClose }: { onClose?: () => void }) {
  useEffect(() => {
    if (onClose === undefined) return
    tellFailure(new Error(NOT_LOADED))
    onClose()
    // Once, when it was to be shown.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (onClose !== undefined) return null
  return (
    <p role="alert" className="py-4 text-sm text-ink-soft">
      {NOT_LOADED}
    </p>
  )
}

/** A component that is loaded when it is first shown. One that cannot be, after an update or without a connection, takes
 *  nothing else off the page.
 *  @param waiting shown until it is there */
export function late<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
): ComponentType<P> {
  const Part = lazy<ComponentType<P>>(async () => ({
    default: await load().catch(() => NotLoaded as ComponentType<P>),
  }))
  return function Late(props: P) {
    return <Suspense fallback={waiting}>{createElement(Part, props)}</Suspense>
  }
}
