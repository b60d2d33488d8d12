import { MAX_SHOWN_HEADER } from '@sightline/shared/analyses/security-headers'
import { printable } from '../../outcome/printable.ts'

/** A header's value as results carry it. */
export function shownHeader(value: string): string
export function shownHeader(value: string | null): string | null
export function shownHeader(value: string | null): string | null {
  return value === null ? null : printable(value, MAX_SHOWN_HEADER)
}
