import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { mute } from '../../data/outages.ts'
import { Button } from '../controls/button.tsx'
import { Menu } from '../controls/menu.tsx'
import { tellFailure } from '../feedback/toasts.tsx'

const TIMES = [
  { minutes: 60, text: 'For an hour' },
  { minutes: 240, text: 'For four hours' },
  { minutes: 1_440, text: 'For a day' },
] as const

/** Has nobody told again for a time that an outage lasts. */
export function MuteMenu({ id, isMuted }: { id: string; isMuted: boolean }) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (minutes: number | null) => mute(id, minutes),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['outages'] }),
    onError: tellFailure,
  })
  const times = TIMES.map(({ minutes, text }) => ({
    id: String(minutes),
    text,
    onAction: () => change.mutate(minutes),
  }))
  const over = { id: 'over', text: 'No longer', onAction: () => change.mutate(null) }
  return (
    <Menu
      label="Mute"
      renderTrigger={(opener) => (
        <Button {...opener} isPending={change.isPending}>
          <BellOff aria-hidden />
          {isMuted ? 'Muted' : 'Mute'}
        </Button>
      )}
      entries={isMuted ? [over, ...times] : times}
    />
  )
}
