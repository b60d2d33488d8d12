import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { canUsePasskeys, signInByPasskey } from '../data/passkeys.ts'
import { giveSecondFactor, signIn } from '../data/sign-in.ts'
import { Button } from './controls/button.tsx'
import { Form } from './controls/form.tsx'
import { TextField } from './controls/text-field.tsx'

/** Signs a person in, where they are: what stands on the page behind it is kept.
 *  @param email of who was signed in before */
export function SignInForm({ email = '', onDone }: { email?: string; onDone: () => void }) {
  const [address, setAddress] = useState(email)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isOfApp, setOfApp] = useState(true)
  const first = useMutation({
    mutationFn: () => signIn(address.trim(), password),
    onSuccess: (next) => {
      if (next === 'in') onDone()
    },
  })
  const second = useMutation({ mutationFn: () => giveSecondFactor(code), onSuccess: onDone })
  const passkey = useMutation({ mutationFn: signInByPasskey, onSuccess: onDone })
  const asksForCode = first.data === 'secondFactor'
  const { error: refused, isPending } = asksForCode ? second : first
  const error = refused ?? passkey.error
  return (
    <Form
      className="space-y-4"
      isPending={isPending}
      onSend={() => (asksForCode ? second : first).mutate()}
    >
      {asksForCode ? (
        <TextField
          // Another field, which has the focus anew.
          key={String(isOfApp)}
          label="Code"
          hint={
            isOfApp
              ? 'The six digits that your authenticator shows.'
              : 'One of your backup codes: each does once.'
          }
          value={code}
          onChange={setCode}
          autoFocus
          isRequired
          // Backup codes have letters, for which phones then show no keys.
          {...(isOfApp ? { autoComplete: 'one-time-code', inputMode: 'numeric' } : {})}
        />
      ) : (
        <>
          <TextField
            label="E-mail address"
            type="email"
            name="email"
            value={address}
            onChange={setAddress}
            autoComplete="username"
            autoFocus={email === ''}
            isRequired
          />
          <TextField
            label="Password"
            type="password"
            name="password"
            value={password}
            onChange={setPassword}
            autoComplete="current-password"
            autoFocus={email !== ''}
            isRequired
          />
        </>
      )}
      {error === null ? null : (
        <p role="alert" className="text-sm font-medium text-down">
          {error.message}
        </p>
      )}
      <Button type="submit" look="primary" className="w-full" isPending={isPending}>
        {asksForCode ? 'Go on' : 'Sign in'}
      </Button>
      {asksForCode ? (
        <Button
          look="quiet"
          className="w-full"
          onPress={() => {
            second.reset()
            setCode('')
            setOfApp(!isOfApp)
          }}
        >
          {isOfApp ? 'Use a backup code' : 'Use the authenticator'}
        </Button>
      ) : null}
      {asksForCode ? (
        <Button
          look="quiet"
          className="w-full"
          onPress={() => {
            // Time for the code is over, or too many were wrong.
            first.reset()
            second.reset()
            setCode('')
          }}
        >
          Back to the password
        </Button>
      ) : null}
      {asksForCode || !canUsePasskeys() ? null : (
        <Button className="w-full" isPending={passkey.isPending} onPress={() => passkey.mutate()}>
          <KeyRound aria-hidden />
          Sign in with a passkey
        </Button>
      )}
    </Form>
  )
}
