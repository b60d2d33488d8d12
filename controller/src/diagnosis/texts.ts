import type { Cause } from '@sightline/shared/causes'
import type { CauseText } from './texts/cause-text.ts'
import { CONTENT_TEXTS } from './texts/content.ts'
import { DNS_TEXTS } from './texts/dns.ts'
import { HTTP_TEXTS } from './texts/http.ts'
import { MAIL_TEXTS } from './texts/mail.ts'
import { NETWORK_TEXTS } from './texts/network.ts'
import { OURS_TEXTS } from './texts/ours.ts'
import { PARTIAL_TEXTS } from './texts/partial.ts'
import { PERFORMANCE_TEXTS } from './texts/performance.ts'
import { TCP_TEXTS } from './texts/tcp.ts'
import { TLS_TEXTS } from './texts/tls.ts'

/** What people read about each cause. */
export const CAUSE_TEXTS = {
  ...OURS_TEXTS,
  ...DNS_TEXTS,
  ...NETWORK_TEXTS,
  ...TCP_TEXTS,
  ...TLS_TEXTS,
  ...HTTP_TEXTS,
  ...CONTENT_TEXTS,
  ...PERFORMANCE_TEXTS,
  ...MAIL_TEXTS,
  ...PARTIAL_TEXTS,
} as const satisfies Record<Cause, CauseText>
