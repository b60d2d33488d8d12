import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createLiveUpdates } from './live.ts'
import { followWorkspace } from './live-connection.ts'
import type { LiveListener, LiveState } from './live-stream.ts'

/** Said only when it lasts: a controller that restarts is back in seconds. */
const LOST_AFTER_MS = 4_000

/** Keeps everything that is shown as it is now.
 *  @param name of person and workspace
 *  @param isAllowed whether the person may see monitoring */
export function useLive(name: string, isAllowed: boolean): LiveState {
  const queries = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => {
    if (!isAllowed) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const listener: LiveListener = {
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
    }
    const leave = followWorkspace(listener, name)
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [queries, name, isAllowed])
  return state
}
