import { useEffect } from 'react'
import { changeZone } from './account.ts'
import type { Me } from './me.ts'
import { timeZone } from './preferences.ts'

/** Has mails tell a person times in the zone that they are shown in. */
export function useToldZone({ person }: Me): void {
  const shown = timeZone.use()
  const known = person.zone
  useEffect(() => {
    // It is told again with the next visit.
    if (shown !== known) changeZone(shown).catch(() => undefined)
  }, [shown, known])
}
