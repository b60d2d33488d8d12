import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Autocomplete, Input, Menu, MenuItem, SearchField } from 'react-aria-components'
import { monitorsQuery } from '../../data/monitors.ts'
import type { Permissions } from '../../data/me.ts'
import { useSettled } from '../../data/use-settled.ts'
import { ITEM_CLASSES } from '../controls/popover-classes.ts'
import { StatusMark } from '../status/status-mark.tsx'
import { waysOf } from './navigation.tsx'

const TYPED_MS = 150
const MOST_MONITORS = 8

interface Entry {
  readonly id: string
  readonly text: string
  readonly mark?: React.ReactNode
  readonly go: () => void
}

/** What the palette leads to, by what is typed. */
export function Entries({ permissions, onDone }: { permissions: Permissions; onDone: () => void }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const settled = useSettled(text.trim(), TYPED_MS)
  const found = useQuery({
    ...monitorsQuery({ search: settled, sort: 'name', order: 'asc' }, 1, MOST_MONITORS),
    enabled: permissions.viewMonitoring,
  })
  const isLike = (words: string): boolean => words.toLowerCase().includes(text.trim().toLowerCase())
  const actions: Entry[] = [
    ...(permissions.manageMonitoring
      ? [
          {
            id: 'new',
            text: 'Add a monitor',
            go: () => void navigate({ to: '/monitors/new' }),
          },
        ]
      : []),
    ...waysOf(permissions).map(({ to, text: name, icon }) => ({
      id: to,
      text: name,
      mark: icon,
      go: () => void navigate({ to }),
    })),
  ]
  const address = text.trim()
  const withAddress = (id: string, verb: string, to: '/monitors/new' | '/audit'): Entry => ({
    id,
    text: `${verb} ${address}`,
    go: () => void navigate({ to, search: { url: address } as never }),
  })
  const addressed: Entry[] = address.includes('.')
    ? [
        ...(permissions.manageMonitoring ? [withAddress('watch', 'Watch', '/monitors/new')] : []),
        ...(permissions.analyse ? [withAddress('audit', 'Audit', '/audit')] : []),
      ]
    : []
  // Until the answer to what is typed is there: who presses Enter must not get to another one.
  const isOld = found.isPlaceholderData || settled !== text.trim()
  const monitors: Entry[] = (found.data?.monitors ?? [])
    .filter(({ name }) => !isOld || isLike(name))
    .map(({ id, name, status }) => ({
      id,
      text: name,
      mark: <StatusMark status={status} />,
      go: () => void navigate({ to: '/monitors/$monitorId', params: { monitorId: id } }),
    }))
  const entries = [...actions.filter(({ text: name }) => isLike(name)), ...addressed, ...monitors]
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label="Go to" autoFocus>
        <Input
          placeholder="A page, a monitor, an address"
          className="h-10 w-full rounded-lg border border-line-strong/60 bg-surface px-3 text-sm"
        />
      </SearchField>
      <Menu
        aria-label="Places"
        items={entries}
        onAction={(id) => {
          entries.find((entry) => entry.id === id)?.go()
          onDone()
        }}
        renderEmptyState={() => (
          <p className="px-2.5 py-2 text-sm text-ink-faint">
            {found.isFetching || settled !== text.trim() ? 'Looking…' : 'Nothing.'}
          </p>
        )}
        className="mt-2 max-h-80 overflow-y-auto outline-none"
      >
        {(entry) => (
          <MenuItem id={entry.id} textValue={entry.text} className={ITEM_CLASSES}>
            <span aria-hidden className="flex w-5 justify-center text-ink-faint">
              {entry.mark}
            </span>
            <span dir="auto" className="min-w-0 truncate text-left">
              {entry.text}
            </span>
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  )
}
