import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, ExternalLink, Globe, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { timeZone } from '../../data/preferences.ts'
import type { StatusPage } from '../../data/wire.ts'
import { deleteStatusPage, statusPagesQuery } from '../../data/status-pages.ts'
import { usePageSearch } from '../../data/use-search.ts'
import { countWords } from '../../words/durations.ts'
import { Button } from '../controls/button.tsx'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { tellDone } from '../feedback/toasts.tsx'
import { Card } from '../layout/card.tsx'
import { BadgeList } from '../status-pages/badge-list.tsx'
import { EmbedList } from '../status-pages/embed-list.tsx'
import { PageForm } from '../status-pages/page-form.tsx'
import { Subscribers } from '../status-pages/subscribers.tsx'

const NEW = 'new'

/** What the workspace shows to everybody: the list, or the one that the address names. */
export function StatusPages({ mayChange }: { mayChange: boolean }) {
  const query = useQuery(statusPagesQuery)
  const { search, change } = usePageSearch()
  const open = (page: string | undefined) => change({ page })
  const asked = mayChange ? search['page'] : undefined
  return (
    <Loaded query={query}>
      {(pages) => {
        const edited = pages.find(({ id }) => id === asked) ?? null
        return edited !== null || asked === NEW ? (
          <Edited key={asked} page={edited} onClose={() => open(undefined)} />
        ) : (
          <List pages={pages} mayChange={mayChange} onOpen={open} />
        )
      }}
    </Loaded>
  )
}

function Edited({ page, onClose }: { page: StatusPage | null; onClose: () => void }) {
  const zone = timeZone.use()
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button look="quiet" isSmall onPress={onClose}>
          <ArrowLeft aria-hidden />
          All status pages
        </Button>
        <h2 className="min-w-40 flex-1 text-lg font-semibold wrap-anywhere">
          {page?.title ?? 'A new status page'}
        </h2>
        {page?.published === true ? (
          <>
            <a
              href={`/api/v1/status-pages/${page.id}/export`}
              className="text-sm font-medium text-accent hover:underline"
            >
              Save it as a file
            </a>
            <LiveLink page={page} />
          </>
        ) : null}
      </div>
      <PageForm
        page={page}
        zone={zone}
        onClose={onClose}
        onSaved={({ title, published }) => {
          tellDone(published ? `${title} is saved, and published.` : `${title} is saved.`)
          onClose()
        }}
      />
      {page === null ? null : (
        <>
          <BadgeList page={page} />
          <EmbedList page={page} />
          <Subscribers pageId={page.id} />
        </>
      )}
    </>
  )
}

function List({
  pages,
  mayChange,
  onOpen,
}: {
  pages: readonly StatusPage[]
  mayChange: boolean
  onOpen: (page: string) => void
}) {
  const add = mayChange ? (
    <Button look="primary" isSmall onPress={() => onOpen(NEW)}>
      Make a page
    </Button>
  ) : null
  if (pages.length === 0) {
    return (
      <EmptyState icon={<Globe />} title="There are no status pages yet" action={add}>
        A status page tells everybody how your services are, by names that you choose, and what you
        write on outages for them.
      </EmptyState>
    )
  }
  return (
    <Card title="Status pages" actions={add} isFlush>
      <ul>
        {pages.map((page) => (
          <li key={page.id} className="border-t border-line px-4 py-3">
            <PageRow page={page} mayChange={mayChange} onEdit={() => onOpen(page.id)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function PageRow({
  page,
  mayChange,
  onEdit,
}: {
  page: StatusPage
  mayChange: boolean
  onEdit: () => void
}) {
  const queries = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const remove = useMutation({
    mutationFn: () => deleteStatusPage(page.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: statusPagesQuery.queryKey }),
  })
  const { title, published, components, host, slug } = page
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <span className="min-w-0 flex-1">
        <span className="font-medium break-words">{title}</span>
        <span className="block text-xs break-words text-ink-soft">
          /status/{slug}
          {host === null ? '' : `, ${host}`} · {countWords(components.length, 'service')}
        </span>
      </span>
      {published ? (
        <LiveLink page={page} />
      ) : (
        <span className="rounded-full bg-sunken px-2.5 py-0.5 text-xs font-semibold text-ink-soft">
          Not published
        </span>
      )}
      {mayChange ? (
        <span className="flex">
          <IconButton name={`Edit ${title}`} onPress={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton name={`Delete ${title}`} onPress={() => setLeaving(true)}>
            <Trash2 aria-hidden />
          </IconButton>
        </span>
      ) : null}
      <ConfirmDialog
        title="Delete this status page?"
        action="Delete page"
        name={title}
        isOpen={isLeaving}
        isPending={remove.isPending}
        error={remove.error?.message}
        onClose={() => setLeaving(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>Its address and its badges stop working, and its subscribers are forgotten.</p>
      </ConfirmDialog>
    </div>
  )
}

function LiveLink({ page: { slug, title } }: { page: StatusPage }) {
  return (
    <a
      href={`/status/${slug}`}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1.5 text-sm font-medium text-accent hover:underline"
    >
      <ExternalLink aria-hidden className="size-4" />
      See it<span className="sr-only">: {title}</span>
    </a>
  )
}
