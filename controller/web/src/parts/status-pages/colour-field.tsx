import { useId } from 'react'
import { Button } from '../controls/button.tsx'

/** What a page has that chose none. */
const OWN = '#1d4ed8'

/** A colour, or none. */
export function ColourField({
  value,
  onChange,
  error,
}: {
  value: string | null
  onChange: (value: string | null) => void
  error: string | undefined
}) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium text-ink">
        Colour of its upper edge
      </label>
      <div className="flex items-center gap-3">
        <input
          id={id}
          type="color"
          value={value ?? OWN}
          onChange={(event) => onChange(event.target.value)}
          className="h-9 w-14 cursor-pointer rounded-lg border border-line-strong/60 bg-surface p-1"
        />
        {value === null ? (
          <span className="text-xs text-ink-faint">Blue, unless you choose another.</span>
        ) : (
          <>
            <code className="font-mono text-sm">{value}</code>
            <Button look="quiet" isSmall onPress={() => onChange(null)}>
              Use blue
            </Button>
          </>
        )}
      </div>
      {error === undefined ? null : (
        <p role="alert" className="mt-1 text-xs font-medium text-down">
          {error}
        </p>
      )}
    </div>
  )
}
