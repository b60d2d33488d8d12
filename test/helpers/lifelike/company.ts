import type { MonitorType } from '@sightline/shared/check-words'

/** A company that never was, as it would look to itself in the app. */
interface LifelikeMonitor {
  readonly name: string
  readonly url: string
  readonly type: MonitorType
  readonly tags: readonly string[]
  /** Usual response time in ms by region, in the order of {@link REGIONS}. */
  readonly ms: readonly [number, number, number]
  readonly status?: 'paused' | 'degraded'
  readonly reason?: string
}

export const REGIONS = ['eu-west', 'us-east', 'ap-southeast'] as const

export const MONITORS: readonly LifelikeMonitor[] = [
  web('Storefront', 'https://www.alderfinch.com/', ['shop'], [142, 231, 388]),
  web('Checkout', 'https://checkout.alderfinch.com/cart', ['shop', 'payments'], [188, 264, 402]),
  web('Product search', 'https://search.alderfinch.com/v2/health', ['shop', 'api'], [64, 148, 271]),
  web('Customer accounts', 'https://account.alderfinch.com/sign-in', ['shop'], [121, 205, 340]),
  web('Orders API', 'https://api.alderfinch.com/orders/health', ['api'], [48, 131, 244]),
  web(
    'Payments webhook',
    'https://api.alderfinch.com/webhooks/adyen',
    ['payments', 'api'],
    [57, 139, 252],
  ),
  web('Image delivery', 'https://img.alderfinch.com/probe.webp', ['shop'], [22, 31, 44]),
  web('Help centre', 'https://help.alderfinch.com/', ['support'], [210, 298, 451]),
  {
    ...web('Journal', 'https://journal.alderfinch.com/', ['marketing'], [620, 880, 1_340]),
    status: 'degraded',
    reason: 'It answers in 1.34 s from ap-southeast, over the limit of 1 s.',
  },
  web('Careers', 'https://careers.alderfinch.com/', ['marketing'], [180, 266, 395]),
  web('Warehouse console', 'https://wms.alderfinch.net/login', ['internal'], [95, 180, 310]),
  web('Supplier portal', 'https://suppliers.alderfinch.net/', ['internal'], [133, 220, 360]),
  web(
    'Identity provider',
    'https://id.alderfinch.net/.well-known/openid-configuration',
    ['internal'],
    [71, 160, 290],
  ),
  other('tcp', 'Primary database', 'tcp://db-1.alderfinch.net:5432', ['internal'], [4, 82, 190]),
  other('tcp', 'Message queue', 'tcp://mq.alderfinch.net:5671', ['internal'], [5, 84, 188]),
  other('ping', 'Amsterdam gateway', 'ping://gw-ams.alderfinch.net', ['network'], [8, 86, 172]),
  other('ping', 'Singapore gateway', 'ping://gw-sin.alderfinch.net', ['network'], [162, 221, 3]),
  other('dns', 'alderfinch.com', 'dns://alderfinch.com', ['network'], [12, 14, 18]),
  other('mail', 'Incoming mail', 'smtp://mx1.alderfinch.com:25', ['mail'], [96, 174, 320]),
  other(
    'mail',
    'Newsletter relay',
    'smtp://relay.alderfinch.com:587',
    ['mail', 'marketing'],
    [88, 170, 305],
  ),
  other('udp', 'Office clock (NTP)', 'udp://ntp.alderfinch.net:123', ['network'], [9, 90, 181]),
  {
    ...web(
      'Staging storefront',
      'https://staging.alderfinch.com/',
      ['shop', 'staging'],
      [240, 330, 480],
    ),
    status: 'paused',
  },
  web('Reporting', 'https://reports.alderfinch.net/', ['internal'], [310, 402, 560]),
  web('Gift cards', 'https://gifts.alderfinch.com/', ['shop', 'payments'], [155, 240, 371]),
]

function web(
  name: string,
  url: string,
  tags: readonly string[],
  ms: LifelikeMonitor['ms'],
): LifelikeMonitor {
  return other('web', name, url, tags, ms)
}

function other(
  type: MonitorType,
  name: string,
  url: string,
  tags: readonly string[],
  ms: LifelikeMonitor['ms'],
): LifelikeMonitor {
  return { name, url, type, tags, ms }
}

/** Something that broke. */
export interface LifelikeOutage {
  readonly monitor: string
  readonly startedMinutesAgo: number
  /** null: it goes on. */
  readonly minutes: number | null
  readonly cause: string
  readonly summary: string
  readonly statusCode: number | null
  readonly regions: readonly string[]
}

const ALL = [...REGIONS]

/** The latest first. */
export const OUTAGES: readonly LifelikeOutage[] = [
  outage(
    'Payments webhook',
    17,
    null,
    'connectionRefused',
    'The connection to api.alderfinch.com:443 was refused.',
  ),
  outage(
    'Newsletter relay',
    190,
    24,
    'bannerTimeout',
    'The mail server did not greet within 10 s.',
  ),
  outage(
    'Checkout',
    1_410,
    11,
    'badGateway',
    'The server answered 502 where 200-299 was expected.',
    502,
  ),
  outage('Product search', 3_300, 46, 'timeout', 'No complete answer came within 10 s.'),
  {
    ...outage(
      'Image delivery',
      5_900,
      18,
      'pathBreak',
      'The route breaks off after 9 hops, at 198.51.100.9.',
    ),
    regions: ['ap-southeast'],
  },
  outage(
    'Journal',
    8_800,
    73,
    'serviceUnavailable',
    'The server answered 503 where 200-299 was expected.',
    503,
  ),
  outage(
    'Customer accounts',
    13_000,
    7,
    'certExpired',
    'The certificate of account.alderfinch.com expired an hour before.',
  ),
  outage(
    'Checkout',
    20_300,
    4,
    'connectionReset',
    'The connection to checkout.alderfinch.com:443 was reset.',
  ),
]

function outage(
  monitor: string,
  startedMinutesAgo: number,
  minutes: number | null,
  cause: string,
  summary: string,
  statusCode: number | null = null,
): LifelikeOutage {
  return { monitor, startedMinutesAgo, minutes, cause, summary, statusCode, regions: ALL }
}

export const AGENTS = [
  { region: 'eu-west', hostname: 'probe-dub-1', clockMs: 2 },
  { region: 'eu-west', hostname: 'probe-dub-2', clockMs: -4 },
  { region: 'us-east', hostname: 'probe-iad-1', clockMs: 7 },
  { region: 'ap-southeast', hostname: 'probe-sin-1', clockMs: -11 },
] as const

export const PEOPLE = [
  { name: 'Marit Solberg', email: 'marit@alderfinch.com', role: 'admin' },
  { name: 'Tomás Rivera', email: 'tomas@alderfinch.com', role: 'editor' },
  { name: 'Priya Nair', email: 'priya@alderfinch.com', role: 'viewer' },
] as const
