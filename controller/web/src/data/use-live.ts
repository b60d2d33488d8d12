import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createLiveUpdates } from './live.ts'
import type { LiveState } from './live-connection.ts'
import { followWorkspace } from './live-connection.ts'

/** Said only when it lasts: a controller that restarts is back in seconds. */
const LOST_AFTER_MS = 4_000

/** Keeps everything that is shown as it is now.
 *  @param isAllowed whether the person may see monitoring */
export function useLive(isAllowed: boolean): LiveState {
  const queries = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => {
    if (!isAllowed) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = followWorkspace({
      event: createLiveUpdates(queries),
      state(next) {
        if (next === 'lost') {
          timer ??= setTimeout(() => setState('lost'), LOST_AFTER_MS)
          return
        }
        clearTimeout(timer)
        timer = undefined
        setState(next)
      },
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [queries, isAllowed])
  return state
}
