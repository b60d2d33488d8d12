import { printable } from '../../outcome/printable.ts'
import type { WebAnswer } from '../../http/answer.ts'
import { headerText } from '../../http/header-text.ts'

/** Headers that tell who answered: the evidence for a failure. */
const TELLING_HEADERS = ['server', 'via', 'retry-after', 'cf-ray', 'x-cache', 'content-type']

/** Those of an answer, as results carry them. */
export function tellingHeaders({ headers }: Pick<WebAnswer, 'headers'>): Record<string, string> {
  const told: Record<string, string> = {}
  for (const name of TELLING_HEADERS) {
    const value = headers.get(name)
    if (value !== undefined) told[name] = printable(headerText(value), 200)
  }
  return told
}
