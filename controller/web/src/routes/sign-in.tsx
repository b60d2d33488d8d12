import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { askForPasswordLink, goToProvider, waysQuery } from '../data/sign-in.ts'
import { usePageSearch } from '../data/use-search.ts'
import { Button } from '../parts/controls/button.tsx'
import { Form } from '../parts/controls/form.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { TextField } from '../parts/controls/text-field.tsx'
import { FormError } from '../parts/feedback/form-error.tsx'
import { FrontCard } from '../parts/layout/front-card.tsx'
import { SignInForm } from '../parts/sign-in-form.tsx'
import { PROVIDER_ERRORS } from '../words/provider-errors.ts'

/** Where somebody wanted to go; never to another site. */
function ownPath(to: string | undefined): string {
  return to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/'
}

export default function SignIn() {
  const { search } = usePageSearch()
  return search['forgot'] === undefined ? <Ways /> : <Forgot />
}

function Ways() {
  const navigate = useNavigate()
  const { search } = usePageSearch()
  const ways = useQuery(waysQuery).data
  const to = ownPath(search['to'])
  const provider = useMutation({ mutationFn: () => goToProvider(to) })
  const failed = search['error']
  // By the identity provider others may come in before the owner does.
  if (ways?.hasOwner === false && ways.oidc === null) return <NobodyYet />
  return (
    <FrontCard title="Sign in">
      <div className="space-y-4">
        {failed === undefined ? null : (
          <FormError
            text={PROVIDER_ERRORS[failed] ?? 'Signing in there did not work. Try again.'}
          />
        )}
        <SignInForm onDone={() => void navigate({ to })} />
        {ways?.oidc == null ? null : (
          <Button
            className="w-full"
            isPending={provider.isPending}
            onPress={() => provider.mutate()}
          >
            Sign in with {ways.oidc.name}
          </Button>
        )}
        <FormError text={provider.error?.message} />
        {ways?.mail === true ? (
          <p className="text-center text-sm">
            <Link
              to="/sign-in"
              search={{ forgot: 'yes' } as never}
              className="text-accent hover:underline"
            >
              Forgot your password?
            </Link>
          </p>
        ) : null}
      </div>
    </FrontCard>
  )
}

/** Leads whoever started the installation to its first account; nobody else can do anything with it. */
function NobodyYet() {
  return (
    <FrontCard
      title="Nobody has an account yet"
      lead={
        <>
          The owner’s account is made with a link that works once. It was printed when this
          installation started, and is kept in{' '}
          <code className="font-mono whitespace-nowrap">first-run.json</code> in its data folder.
        </>
      }
    >
      <p className="mb-2 text-sm text-ink-soft">Another link is made on the machine it runs on:</p>
      <CopyField label="Command" text="npm run cli -- sign-up-link" />
      <p className="mt-4 mb-2 text-sm text-ink-soft">Or, where it runs in containers:</p>
      <CopyField label="Command for containers" text="docker compose run --rm cli sign-up-link" />
    </FrontCard>
  )
}

function Forgot() {
  const [email, setEmail] = useState('')
  const ask = useMutation({ mutationFn: () => askForPasswordLink(email.trim()) })
  return (
    <FrontCard title="Forgot your password?">
      {ask.isSuccess ? (
        <p role="status" className="text-sm text-ink-soft">
          If there is an account of that address, a link to a new password is on its way to it.
        </p>
      ) : (
        <Form className="space-y-4" isPending={ask.isPending} onSend={() => ask.mutate()}>
          <TextField
            label="E-mail address"
            type="email"
            value={email}
            onChange={setEmail}
            autoComplete="username"
            autoFocus
          />
          <FormError text={ask.error?.message} />
          <Button look="primary" type="submit" className="w-full" isPending={ask.isPending}>
            Mail me a link
          </Button>
        </Form>
      )}
      <p className="mt-4 text-center text-sm">
        <Link to="/sign-in" className="text-accent hover:underline">
          Back
        </Link>
      </p>
    </FrontCard>
  )
}
