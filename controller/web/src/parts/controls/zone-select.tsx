import type { FieldWords } from './field.tsx'
import { Select } from './select.tsx'

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')]

/** One of the time zones that this browser knows. What is chosen is among them, though another browser chose it. */
export function ZoneSelect({
  value,
  onChange,
  ...words
}: FieldWords & {
  value: string
  onChange: (zone: string) => void
}) {
  const choices = [...new Set([value, ...ZONES])].map((zone) => ({ value: zone, text: zone }))
  return <Select {...words} choices={choices} value={value} onChange={onChange} />
}
