import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { createHash } from 'node:crypto'
import { follow } from '../../checks/web/follow.ts'
import { tellingHeaders } from '../../checks/web/telling-headers.ts'
import { printable } from '../../outcome/printable.ts'
import type { Gather } from '../gather.ts'
import { MAX_SENTENCE } from '../gather.ts'

/** More of a page is not read to tell it from another. */
const MAX_PAGE_BYTES = 1024 * 1024

/** Any status, so that the body of each is read; redirects are followed as the monitor does. */
const ANY_ANSWER = ['100-299', '400-599']
/** Has the body kept. */
const LOOK_AT_BODY = { value: 'any', mode: 'absent', caseSensitive: false } as const

/** What is answered: whether two regions get the same is told by size, hash and headers. */
export const gatherPage: Gather<'page'> = async (subject, { tools }, signal) => {
  const settings: SettingsOf<'web'> = {
    ...(subject.settings as SettingsOf<'web'>),
    expectedStatus: ANY_ANSWER,
    keyword: LOOK_AT_BODY,
    maxBodyBytes: MAX_PAGE_BYTES,
  }
  const trail = await follow(new URL(subject.url), settings, { ...tools, signal })
  const { answer } = trail.last
  const failure = trail.failure ?? trail.last.failure
  return {
    statusCode: answer?.statusCode ?? null,
    bytes: answer?.bodyBytes ?? null,
    sha256: answer === null ? null : createHash('sha256').update(answer.body).digest('hex'),
    headers: answer === null ? {} : tellingHeaders(answer),
    redirects: [...trail.hops],
    error: failure === null ? null : printable(failure.message, MAX_SENTENCE),
  }
}
