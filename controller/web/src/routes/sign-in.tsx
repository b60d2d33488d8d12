import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FrontCard } from '../parts/layout/front-card.tsx'
import { SignInForm } from '../parts/sign-in-form.tsx'

/** Where somebody wanted to go; never to another site. */
function ownPath(to: unknown): string {
  return typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : '/'
}

export default function SignIn() {
  const navigate = useNavigate()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  return (
    <FrontCard title="Sign in">
      <SignInForm onDone={() => void navigate({ to: ownPath(search['to']) })} />
      <p className="mt-4 text-center text-sm">
        <Link to="/sign-in" className="text-accent hover:underline">
          Forgot your password?
        </Link>
      </p>
    </FrontCard>
  )
}
