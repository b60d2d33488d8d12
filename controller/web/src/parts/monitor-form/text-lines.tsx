import { useState } from 'react'
import { TextField } from '../controls/text-field.tsx'

/** As many as there are lines to begin with, within these. */
const [FEWEST_ROWS, MOST_ROWS] = [3, 8]

/** Text that stands for a list or pairs: what is typed stays as it is typed, whatever is read from it. */
export function TextLines({
  label,
  hint,
  placeholder,
  error,
  text,
  onChange,
}: {
  label: string
  hint?: string | undefined
  placeholder?: string | undefined
  error?: string | undefined
  /** To begin with. */
  text: string
  onChange: (text: string) => void
}) {
  const [typed, setTyped] = useState(text)
  return (
    <TextField
      label={label}
      hint={hint}
      {...(placeholder === undefined ? {} : { placeholder })}
      error={error}
      rows={Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, text.split('\n').length))}
      isCode
      value={typed}
      onChange={(next) => {
        setTyped(next)
        onChange(next)
      }}
    />
  )
}
