import { useState } from 'react'
import type { AuditSource } from '../../data/audits.ts'
import { Segments } from '../controls/segments.tsx'
import { hasPart } from './section.tsx'

const DEVICES = [
  { value: 'mobile', text: 'Phone' },
  { value: 'desktop', text: 'Desktop' },
] as const
export type Device = (typeof DEVICES)[number]['value']

/** Which device of those that an audit has a part for is shown, and what changes it.
 *  @param first the one that people want to see first */
export function useDevice(
  source: AuditSource,
  part: 'screenshot' | 'lighthouse',
  first: Device,
): { readonly device: Device; readonly choice: React.ReactNode } {
  const choices = DEVICES.filter(({ value }) => hasPart(source, `${part}-${value}`))
  const [chosen, setChosen] = useState(first)
  const device = choices.some(({ value }) => value === chosen)
    ? chosen
    : (choices[0]?.value ?? first)
  const choice =
    choices.length < 2 ? null : (
      <Segments label="Device" choices={choices} value={device} onChange={setChosen} />
    )
  return { device, choice }
}
