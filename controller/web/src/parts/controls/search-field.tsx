import { useState } from 'react'
import type { TextFieldProps } from './text-field.tsx'
import { TextField } from './text-field.tsx'
import { beginTyped, saidToBe, typedInto } from './typed-text.ts'

/** A field whose text stands in the address. It holds what is typed itself: the address is a moment late, in which a
 *  browser would take the letter away again, and put the next one at the end. */
export function SearchField({ value, onChange, ...rest }: Omit<TextFieldProps, 'label' | 'type'>) {
  const [kept, setKept] = useState(() => beginTyped(value))
  const typed = saidToBe(kept, value)
  if (typed !== kept) setKept(typed)
  return (
    <TextField
      {...rest}
      label="Search"
      type="search"
      value={typed.text}
      onChange={(text) => {
        setKept((before) => typedInto(before, text))
        onChange(text)
      }}
    />
  )
}
