import type { FieldWords } from './field.tsx'
import { Select } from './select.tsx'

const ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** One of the time zones that this browser knows. What is chosen is among them, though another browser chose it. */
export function ZoneSelect({
  value,
  onChange,
  ...words
}: FieldWords & {
  value: string
  onChange: (zone: string) => void
}) {
  // Never moved while the list is open: what is pressed would be another by the time it is let go, and the list stay open.
  const choices = [...new Set([...ZONES, value])].map((zone) => ({ value: zone, text: zone }))
  return <Select {...words} choices={choices} value={value} onChange={onChange} />
}
