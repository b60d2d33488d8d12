import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Directory } from '../../status-pages/directory.ts'
import type { KeptLogos } from '../../status-pages/kept-logos.ts'
import type { KeptBody, KeptPage, KeptPages } from '../../status-pages/kept-pages.ts'
import type { PublicStatus } from '../../status-pages/shown/public-status.ts'
import type { OwnHosts } from '../own-hosts.ts'
import type { BadgeKind } from '../pages/status-page/badge.ts'
import { badge, BADGES } from '../pages/status-page/badge.ts'
import { EMBED_POLICY, embedHtml } from '../pages/status-page/embed.ts'
import { statusFeed } from '../pages/status-page/feed.ts'
import { stateIcon } from '../pages/status-page/icon.ts'
import { noStatusPage, statusIndexPage } from '../pages/status-page/index-page.ts'
import { statusJson } from '../pages/status-page/status-json.ts'
import { policyOf, statusPageHtml } from '../pages/status-page/status-page.ts'
import { sendPage } from '../pages/page.ts'

/** Made once and kept in memory, so nobody who reads is counted: people behind one address are many. */
const KEPT = { access: { area: 'file' } } as const
const HIDDEN = { hide: true } as const

const BASE_HEADERS = {
  // Whoever stands in between may keep it for as long as we do, and go on with it while we are away.
  'Cache-Control': 'public, max-age=5, stale-while-revalidate=30, stale-if-error=3600',
  Vary: 'Accept-Encoding',
  'X-Content-Type-Options': 'nosniff',
} as const
const PAGE_HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const
/** An image of somebody's: it runs and loads nothing, even where it is opened by itself. */
const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const LOGO_SECONDS = 86_400

/** How an answer is compressed, and whether whoever asks takes that. */
const ENCODINGS = (['br', 'gzip'] as const).map((name) => ({
  name,
  accepted: new RegExp(String.raw`\b${name}\b(?!\s*;\s*q=0(?:\.0*)?(?:\s*,|$))`),
}))

/** The policy names the style by its digest, which took as long as all else of an answer. */
const headersOf = new WeakMap<PublicStatus, Readonly<Record<string, string>>>()

function pageHeaders(status: PublicStatus): Readonly<Record<string, string>> {
  const headers = headersOf.get(status) ?? {
    ...PAGE_HEADERS,
    'Content-Security-Policy': policyOf(status.color),
  }
  headersOf.set(status, headers)
  return headers
}

const Path = z.object({ slug: z.string() })
const EmbedPath = Path.extend({ component: z.string() })
const BadgePath = Path.extend({ file: z.string() })

/** What the public reads is served with. */
export interface PublicStatusParts {
  readonly directory: Directory
  readonly kept: KeptPages
  readonly logos: KeptLogos
  readonly ownHosts: OwnHosts
  /** Where people reach this installation, without a slash at the end. */
  readonly publicUrl: () => string
  readonly canSubscribe: boolean
}

/** Status pages as the public reads them, and their other forms. */
export function addPublicStatusRoutes(app: FastifyInstance, parts: PublicStatusParts): void {
  const { directory, kept, logos, ownHosts, publicUrl, canSubscribe } = parts
  const own = { config: { ...KEPT, cors: false }, schema: HIDDEN } as const
  /** Programs of other sites read it too. */
  const shared = { config: KEPT, schema: HIDDEN } as const

  async function find(request: FastifyRequest): Promise<KeptPage | null> {
    const entry = await directory.find(Path.parse(request.params).slug)
    return entry === null ? null : kept.get(entry.id)
  }
  const isAtOwnHost = (request: FastifyRequest): boolean => ownHosts.has(request.raw)
  const baseOf = (request: FastifyRequest, { status: { slug } }: KeptPage): string =>
    isAtOwnHost(request) ? '' : `/status/${slug}`
  const missing = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendPage(reply, 404, noStatusPage(isAtOwnHost(request)))

  app.get('/status', own, async (_request, reply) =>
    sendPage(reply, 200, statusIndexPage(await directory.listed())),
  )

  app.get('/status/:slug', own, async (request, reply) => {
    const page = await find(request)
    if (page === null) return missing(request, reply)
    const base = baseOf(request, page)
    const body = await page.body(`page ${base}`, (status) =>
      statusPageHtml(status, { base, canSubscribe }),
    )
    void reply.headers(pageHeaders(page.status))
    return sendKept(request, reply, body, 'text/html; charset=utf-8')
  })

  // As people type it. What it leads to is found out there.
  app.get('/status/:slug/', own, async (request, reply) =>
    reply.redirect(`/status/${encodeURIComponent(Path.parse(request.params).slug)}`, 301),
  )

  app.get('/status/:slug/embed/:component', own, async (request, reply) => {
    const page = await find(request)
    const { component: id } = EmbedPath.parse(request.params)
    const component = page?.status.components.find((one) => one.id === id)
    if (page === null || component === undefined) return missing(request, reply)
    const base = baseOf(request, page)
    const body = await page.body(`embed ${base} ${id}`, (status) =>
      embedHtml(status, component, base),
    )
    void reply.headers({
      ...PAGE_HEADERS,
      'Content-Security-Policy': EMBED_POLICY,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    return sendKept(request, reply, body, 'text/html; charset=utf-8')
  })

  app.get('/status/:slug/status.json', shared, async (request, reply) => {
    const page = await find(request)
    if (page === null) return missing(request, reply)
    const body = await page.body('json', statusJson)
    return sendKept(request, reply, body, 'application/json; charset=utf-8')
  })

  app.get('/status/:slug/feed.xml', shared, async (request, reply) => {
    const page = await find(request)
    if (page === null) return missing(request, reply)
    const { protocol = 'http:' } = URL.parse(publicUrl()) ?? {}
    const url = isAtOwnHost(request)
      ? `${protocol}//${request.host}`
      : `${publicUrl()}/status/${page.status.slug}`
    const body = await page.body(`feed ${url}`, (status) => statusFeed(status, url))
    return sendKept(request, reply, body, 'application/rss+xml; charset=utf-8')
  })

  app.get('/status/:slug/icon.svg', shared, async (request, reply) => {
    const page = await find(request)
    if (page === null) return missing(request, reply)
    const body = await page.body('icon', ({ state }) => stateIcon(state))
    void reply.header('Content-Security-Policy', IMAGE_POLICY)
    return sendKept(request, reply, body, 'image/svg+xml')
  })

  app.get('/status/:slug/badge/:file', shared, async (request, reply) => {
    const page = await find(request)
    const kind = badgeKind(BadgePath.parse(request.params).file)
    if (page === null || kind === null) return missing(request, reply)
    const { component: id } = request.query as { readonly component?: unknown }
    const component = page.status.components.find((one) => one.id === id) ?? null
    if (id !== undefined && component === null) return missing(request, reply)
    const body = await page.body(`badge ${kind} ${component?.id ?? ''}`, (status) =>
      badge(kind, status, component),
    )
    void reply.headers({
      'Content-Security-Policy': IMAGE_POLICY,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    return sendKept(request, reply, body, 'image/svg+xml')
  })

  app.get('/status/:slug/logo', shared, async (request, reply) => {
    const page = await find(request)
    const entry = await directory.find(Path.parse(request.params).slug)
    const digest = page?.status.logo ?? null
    const logo = entry === null || digest === null ? null : await logos.get(entry.id, digest)
    if (logo === null) return missing(request, reply)
    return reply
      .headers({
        ...BASE_HEADERS,
        'Cache-Control': `public, max-age=${LOGO_SECONDS}`,
        'Content-Security-Policy': IMAGE_POLICY,
      })
      .type(logo.type)
      .send(logo.bytes)
  })
}

function badgeKind(file: string): BadgeKind | null {
  return BADGES.find((kind) => file === `${kind}.svg`) ?? null
}

/** Sends what was made once, in the form that the reader takes; whoever has it already is told so. */
async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  body: KeptBody,
  type: string,
): Promise<FastifyReply> {
  void reply.headers({ ...BASE_HEADERS, ETag: body.etag })
  const known = request.headers['if-none-match']
  if (
    known !== undefined &&
    known.split(/,\s*/).some((tag) => tag.replace(/^W\//, '') === body.etag)
  ) {
    return reply.code(304).send()
  }
  void reply.type(type)
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = ENCODINGS.find((one) => one.accepted.test(accepted))?.name
  if (encoding === undefined) return reply.send(await body.plain())
  const bytes = encoding === 'br' ? body.br : await body.gzip()
  return reply.header('Content-Encoding', encoding).send(bytes)
}
