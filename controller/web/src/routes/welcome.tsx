import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Proposal } from '../data/monitors.ts'
import { createMonitor, proposalsQuery } from '../data/monitors.ts'
import { useMe } from '../data/me.ts'
import type { Monitor } from '../data/wire.ts'
import { useSettled } from '../data/use-settled.ts'
import { Button } from '../parts/controls/button.tsx'
import { Checkbox } from '../parts/controls/checkbox.tsx'
import { Form } from '../parts/controls/form.tsx'
import { TextField } from '../parts/controls/text-field.tsx'
import { FormError } from '../parts/feedback/form-error.tsx'
import { OnlyChangers } from '../parts/feedback/only-changers.tsx'
import { Page } from '../parts/layout/page.tsx'
import { proposeTarget } from '../parts/monitor-form/propose-type.ts'
import { TakenBy } from '../parts/monitor-form/taken-by.tsx'
import { TYPE_WORDS } from '../words/settings/index.ts'

const PUBLIC_MAIL = /^(?:gmail|outlook|hotmail|yahoo|icloud|gmx|web|proton|protonmail)\./
const TYPED_MS = 700

/** The domain of the person's own address, which is what most people begin with. */
function ownDomain(email: string | undefined): string {
  const domain = email?.split('@')[1] ?? ''
  return PUBLIC_MAIL.test(domain) ? '' : domain
}

/** The first thing to be watched: one field, and its first answer a moment later. What else can be watched of the
 *  address is proposed beside it. */
export default function Welcome() {
  const me = useMe().data
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [typed, setTyped] = useState<string | null>(null)
  const [picked, setPicked] = useState<readonly Proposal[]>([])
  const address = typed ?? ownDomain(me?.person.email)
  const target = proposeTarget(address)
  // Of several some may be made when one is refused: they are there the next time.
  const made = useRef(new Map<string, Monitor>())
  async function make(body: object): Promise<Monitor> {
    const key = JSON.stringify(body)
    const monitor = made.current.get(key) ?? (await createMonitor(body))
    made.current.set(key, monitor)
    return monitor
  }
  const create = useMutation({
    async mutationFn() {
      const first = await make({ url: target?.url ?? address })
      for (const { monitor } of picked) await make(monitor)
      return first
    },
    async onSuccess({ id }) {
      await navigate({ to: '/monitors/$monitorId', params: { monitorId: id } })
    },
    onSettled() {
      void queries.invalidateQueries({ queryKey: ['monitors'] })
      void queries.invalidateQueries({ queryKey: ['overview'] })
    },
  })
  return (
    <Page title="What do you want to watch?">
      <OnlyChangers>
        <Form
          className="max-w-xl space-y-4"
          isPending={create.isPending}
          onSend={() => create.mutate()}
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
            onChange={(text) => {
              setTyped(text)
              setPicked([])
            }}
            isCode
            autoFocus
          />
          <Proposals address={address} url={target?.url ?? ''} picked={picked} onPick={setPicked} />
          <FormError text={create.error?.message}>
            <TakenBy error={create.error} />
          </FormError>
          <div className="flex flex-wrap items-center gap-3">
            <Button
              look="primary"
              type="submit"
              isDisabled={address.trim() === ''}
              isPending={create.isPending}
            >
              {picked.length === 0 ? 'Watch it' : `Watch these ${picked.length + 1}`}
            </Button>
            <Link to="/" className="text-sm text-ink-soft hover:text-ink">
              Later
            </Link>
          </div>
        </Form>
      </OnlyChangers>
    </Page>
  )
}

function Proposals({
  address,
  url,
  picked,
  onPick,
}: {
  address: string
  /** What is watched anyway. */
  url: string
  picked: readonly Proposal[]
  onPick: (picked: readonly Proposal[]) => void
}) {
  const settled = useSettled(address.trim(), TYPED_MS)
  const query = useQuery({ ...proposalsQuery(settled), enabled: settled.includes('.') })
  const others = (query.data ?? []).filter(
    ({ monitor, monitorId }) =>
      monitorId === null && String(monitor['url']).replace(/\/$/, '') !== url.replace(/\/$/, ''),
  )
  if (settled !== address.trim() || others.length === 0) return null
  return (
    <fieldset className="min-w-0 space-y-2.5 rounded-xl border border-line bg-surface p-4">
      <legend className="px-1 text-sm font-medium">Also worth watching</legend>
      {others.map((proposal) => (
        <Checkbox
          key={`${proposal.what} ${String(proposal.monitor['url'])}`}
          isSelected={picked.includes(proposal)}
          onChange={(isOn) =>
            onPick(isOn ? [...picked, proposal] : picked.filter((other) => other !== proposal))
          }
        >
          <span className="min-w-0">
            <span className="font-mono text-xs break-all">{String(proposal.monitor['url'])}</span>
            <span className="block text-xs wrap-anywhere text-ink-soft">{proposal.reason}</span>
          </span>
        </Checkbox>
      ))}
    </fieldset>
  )
}
