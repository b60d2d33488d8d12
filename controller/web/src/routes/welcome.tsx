import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createMonitor } from '../data/monitors.ts'
import { useMe } from '../data/session.ts'
import { Button } from '../parts/controls/button.tsx'
import { TextField } from '../parts/controls/text-field.tsx'
import { FormError } from '../parts/feedback/form-error.tsx'
import { Page } from '../parts/layout/page.tsx'
import { proposeTarget } from '../parts/monitor-form/propose-type.ts'
import { TYPE_WORDS } from '../words/settings/index.ts'

/** The domain of the person's own address, which is what most people begin with. */
function ownDomain(email: string | undefined): string {
  const domain = email?.split('@')[1] ?? ''
  return /^(?:gmail|outlook|hotmail|yahoo|icloud|gmx|web|proton|protonmail)\./.test(domain)
    ? ''
    : domain
}

/** The first thing to be watched: one field, and its first answer a moment later. */
export default function Welcome() {
  const me = useMe().data
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [typed, setTyped] = useState<string | null>(null)
  const address = typed ?? ownDomain(me?.person.email)
  const target = proposeTarget(address)
  const create = useMutation({
    mutationFn: () => createMonitor({ url: target?.url ?? address }),
    async onSuccess({ id }) {
      void queries.invalidateQueries({ queryKey: ['monitors'] })
      void queries.invalidateQueries({ queryKey: ['overview'] })
      await navigate({ to: '/monitors/$monitorId', params: { monitorId: id } })
    },
  })
  return (
    <Page title="What do you want to watch?">
      <form
        className="max-w-xl space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate()
        }}
      >
        <TextField
          label="Address"
          hint={
            target === null
              ? 'A page, host:port, a name, or a mail server.'
              : `${TYPE_WORDS[target.type].title}: ${TYPE_WORDS[target.type].means.toLowerCase()}. It is checked at once and then every 5 minutes.`
          }
          placeholder="example.com"
          value={address}
          onChange={setTyped}
          isCode
          autoFocus
        />
        <FormError text={create.error?.message} />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            look="primary"
            type="submit"
            isDisabled={address.trim() === ''}
            isPending={create.isPending}
          >
            Watch it
          </Button>
          <Link to="/" className="text-sm text-ink-soft hover:text-ink">
            Later
          </Link>
        </div>
      </form>
    </Page>
  )
}
