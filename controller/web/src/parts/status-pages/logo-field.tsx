import { useState } from 'react'
import type { StatusPage } from '../../data/wire.ts'
import { Button } from '../controls/button.tsx'
import { FileButton } from '../controls/file-button.tsx'

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml']
const MAX_BYTES = 150_000

/** An image that the page shows beside its title. */
export function LogoField({
  present,
  logo,
  onChange,
  error,
}: {
  /** The page as it is kept. */
  present: StatusPage | null
  /** As in `Draft`. */
  logo: string | null | undefined
  onChange: (logo: string | null | undefined) => void
  error: string | undefined
}) {
  const [problem, setProblem] = useState<string>()
  async function take(file: File): Promise<void> {
    const isFine = TYPES.includes(file.type) && file.size <= MAX_BYTES
    setProblem(isFine ? undefined : 'Take a PNG, JPEG, WebP or SVG image of at most 150 kB.')
    if (isFine) onChange(await dataUrl(file))
  }
  const isKept = present?.logoUrl != null && logo === undefined
  const said = problem ?? error
  return (
    <div role="group" aria-label="Logo">
      <span className="mb-1 block text-sm font-medium text-ink">Logo</span>
      <div className="flex min-h-9 flex-wrap items-center gap-3">
        <Preview present={present} logo={logo} />
        <FileButton isSmall types={TYPES} onPick={(file) => void take(file)}>
          {isKept || typeof logo === 'string' ? 'Another' : 'Choose an image'}
        </FileButton>
        {isKept || typeof logo === 'string' ? (
          <Button
            look="quiet"
            isSmall
            onPress={() => onChange(present?.logoUrl == null ? undefined : null)}
          >
            Remove
          </Button>
        ) : null}
      </div>
      {said === undefined ? null : (
        <p role="alert" className="mt-1 text-xs font-medium text-down">
          {said}
        </p>
      )}
    </div>
  )
}

function Preview({
  present,
  logo,
}: {
  present: StatusPage | null
  logo: string | null | undefined
}) {
  const look = 'max-h-9 max-w-32 rounded'
  if (typeof logo === 'string') return <img src={logo} alt="Your logo" className={look} />
  if (present?.logoUrl == null || logo === null) return null
  // It is served with the page, and so only once that is published.
  return present.published ? (
    <img
      src={`/status/${present.slug}/logo?${present.updatedAt}`}
      alt="Your logo"
      className={look}
    />
  ) : (
    <span className="text-sm text-ink-soft">There is one.</span>
  )
}

function dataUrl(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => resolve(reader.result as string))
  reader.addEventListener('error', () => reject(new Error('The file could not be read.')))
  reader.readAsDataURL(file)
  return promise
}
