import type { Story } from '../story.ts'
import { reason, saidByServer } from '../wording.ts'
import type { CausesOf, CauseText } from './cause-text.ts'

/** What is told of a name that is there, as an alias of one that is not; null for any other. */
const aliasClause = ({ host, from, error }: Story): string | null =>
  error.startsWith(`The name ${host} is an alias of `) ? `${error} as seen ${from}` : null

/** What to do where a resolver says itself that it holds names back. Source: RFC 8914, sections 4.16 to 4.19 */
function heldBack({ error }: Story): string[] {
  const isHeldBack = /the server says: (?:.*; )?(?:Blocked|Censored|Filtered|Prohibited)\b/.test(
    error,
  )
  return isHeldBack
    ? [
        'The name server that was asked holds the name back on purpose: have it taken off its list, or have another asked (settings.resolver of a dns monitor, SIGHTLINE_DNS_SERVERS of an agent).',
      ]
    : []
}

/** The name. */
export const DNS_TEXTS = {
  dnsNxdomain: {
    sentence: (story) =>
      aliasClause(story) ??
      `The name ${story.host} does not exist as seen ${story.from}${saidByServer(story.error)}`,
    advice: (story) => [
      ...heldBack(story),
      'Check that the domain is still registered and paid for, and that its registrar has not put it on hold.',
      `Add the record of ${story.host} to its zone, or correct the spelling in the monitor.`,
      'If the name is an alias (CNAME), it may be the name it leads to that is gone: a service that was given up, say.',
      'After a correction resolvers may remember the wrong answer for as long as the zone says (the last number of its SOA record).',
    ],
  },
  dnsServfail: {
    sentence: (story) =>
      `Name servers fail to answer for ${story.host} as asked ${story.from}${reason(story)}`,
    advice: ({ host }) => [
      `Ask each name server of the zone for ${host} by itself: those that refuse do not hold the zone, or failed to load it.`,
      'Compare the name servers at the registrar with those in the zone: they must be the same.',
      'If the monitor names a resolver, it must be one that looks names up for others.',
      'If the zone is signed, have its DNSSEC signatures and the DS record at the registrar checked.',
    ],
  },
  dnsTimeout: {
    // A resolver that the monitor names says nothing about others.
    sentence: (story) =>
      `Nobody answers for the name ${story.host} in time ${story.from}${/ did not answer the DNS question/.test(story.error) ? reason(story) : ''}`,
    advice: () => [
      'Check that the name servers of the zone run and that UDP and TCP port 53 reach them.',
      'Name servers at two providers keep a name alive when one is under attack.',
    ],
  },
  dnsNoAddress: {
    sentence: (story) =>
      aliasClause(story) ??
      `The name ${story.host} exists, but has no address of the kind asked for ${story.from}${saidByServer(story.error)}`,
    advice: (story) => [
      ...heldBack(story),
      `Add an A record (and an AAAA record for IPv6) for ${story.host}.`,
      story.hasSetting('ipFamily')
        ? 'If only one family is meant to be there, set "ipFamily" of the monitor to it.'
        : 'If it was moved, the name may be another now: look at what others are told to use.',
    ],
  },
  dnsWrongAnswer: {
    sentence: ({ host, from, error }) =>
      `DNS gives another answer for ${host} than the monitor expects ${from}${error === '' ? '' : ` (${error})`}`,
    advice: () => [
      'If the record was changed on purpose, change what the monitor expects.',
      'If not, somebody else changed it: look at the history of the zone and who may sign in there.',
      'Old answers are remembered for the time to live of the record: wait that long after a change.',
    ],
  },
  dnssecBogus: {
    sentence: ({ host, from, error }) =>
      `The DNSSEC signatures of ${host} are not valid, so resolvers that check them refuse the name ${from}${saidByServer(error)}`,
    advice: () => [
      'Compare the DS record at the registrar with the keys of the zone: after a change of keys it must change too.',
      'Sign the zone anew if its signatures have expired.',
      'As a first aid have the DS record removed at the registrar: the name then works unsigned.',
    ],
  },
  nameserverDown: {
    // One that the monitor names need not be one of the zone.
    sentence: ({ host, from, error }) =>
      error.startsWith('No name server listens at ')
        ? `${error} as seen ${from}`
        : `Name servers of ${host} are down as seen ${from}`,
    advice: () => [
      'Start the name service on those servers, and let UDP and TCP port 53 through to them.',
      'Take servers that are gone for good out of the zone and out of the registrar.',
    ],
  },
} as const satisfies Record<CausesOf<'dns'>, CauseText>
