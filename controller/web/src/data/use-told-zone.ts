import { useEffect, useRef } from 'react'
import { changeZone } from './account.ts'
import type { Me } from './me.ts'
import { timeZone } from './preferences.ts'

/** Has mails tell a person times in the zone that they are shown in. */
export function useToldZone({ person }: Me): void {
  const shown = timeZone.use()
  // Who they are is read now and then only: whoever goes back to the zone of before must be told of too.
  const told = useRef<string | null>(null)
  const known = useRef<string | null>(null)
  useEffect(() => {
    if (known.current !== person.zone) told.current = person.zone
    known.current = person.zone
    if (shown === told.current) return
    told.current = shown
    changeZone(shown).catch(() => {
      // It is told again with the next choice, or visit.
      told.current = null
    })
  }, [shown, person.zone])
}
