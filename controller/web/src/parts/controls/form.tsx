import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'

/** A form that is sent by its button or by Enter, once: a browser sends a form of one field at Enter also while no button
 *  of it sends. @param isPending it is being sent */
export function Form({
  className,
  isPending,
  onSend,
  children,
}: {
  className: string
  isPending: boolean
  onSend: () => void
  children: ReactNode
}) {
  // From being sent until it is drawn as pending, or what came of it is.
  const isSent = useRef(false)
  useEffect(() => {
    isSent.current = false
  })
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        if (isPending || isSent.current) return
        isSent.current = true
        onSend()
      }}
    >
      {children}
    </form>
  )
}
