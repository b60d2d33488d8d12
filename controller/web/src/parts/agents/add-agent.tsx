import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { regionFacts } from '@sightline/shared/region-facts'
import { agentsQuery, agentTokensQuery, createToken, optionsQuery } from '../../data/agents.ts'
import { formErrors } from '../../data/field-errors.ts'
import { Button } from '../controls/button.tsx'
import { Form } from '../controls/form.tsx'
import { FormButtons } from '../controls/form-buttons.tsx'
import { TextField } from '../controls/text-field.tsx'
import { CopyField } from '../copy-field.tsx'
import { FormError } from '../feedback/form-error.tsx'

/** From a location's code to the line that starts an agent there, and until it has connected. */
export function AddAgent({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [region, setRegion] = useState('')
  const make = useMutation({
    mutationFn: () => createToken({ region: region.trim() }),
    onSuccess: () => queries.invalidateQueries({ queryKey: agentTokensQuery.queryKey }),
  })
  const errors = formErrors(make.error, (path) => path === 'region')
  if (make.data !== undefined) return <Waiting token={make.data} onClose={onClose} />
  const { name } = regionFacts(region.trim())
  return (
    <Form className="space-y-4" isPending={make.isPending} onSend={() => make.mutate()}>
      <TextField
        label="Location"
        hint={
          name === region.trim()
            ? 'A code such as eu-west, us-east or ap-southeast, or one of your own.'
            : name
        }
        placeholder="eu-west"
        value={region}
        onChange={setRegion}
        error={errors.of('region')}
        isCode
        autoFocus
      />
      <FormError text={errors.rest} />
      <FormButtons action="Make a token" isPending={make.isPending} onCancel={onClose} />
    </Form>
  )
}

type Made = Awaited<ReturnType<typeof createToken>>

function Waiting({ token, onClose }: { token: Made; onClose: () => void }) {
  const queries = useQueryClient()
  const { data } = useQuery(agentsQuery)
  // By the installation's clock, which this machine's may differ from.
  const [before] = useState(() => new Map(data?.map(({ id, connectedAt }) => [id, connectedAt])))
  const arrived = data?.find(
    ({ id, region, connectedAt }) => region === token.region && before.get(id) !== connectedAt,
  )
  return (
    <div className="space-y-4 text-sm">
      <p className="text-ink-soft">
        Run this on the machine, in a checkout of Sightline. The token is shown this once.
      </p>
      <CopyField label="Command" text={token.command} />
      {token.note === null ? null : <p className="text-xs text-degraded">{token.note}</p>}
      <p role="status" className="flex items-center gap-2 font-medium">
        {arrived === undefined ? (
          <>
            <span
              aria-hidden
              className="size-4 animate-spin rounded-full border-2 border-accent border-t-transparent"
            />
            Waiting for it to connect
          </>
        ) : (
          <>
            <CircleCheck aria-hidden className="size-5 text-up" />
            {arrived.hostname} is connected.
          </>
        )}
      </p>
      <div className="flex justify-end">
        <Button
          look={arrived === undefined ? 'quiet' : 'primary'}
          onPress={() => {
            void queries.invalidateQueries({ queryKey: optionsQuery.queryKey })
            onClose()
          }}
        >
          {arrived === undefined ? 'Close, and let it connect later' : 'Done'}
        </Button>
      </div>
    </div>
  )
}
