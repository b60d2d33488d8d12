import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cookiesOf } from '../../accounts/sign-in/cookies.ts'
import { SESSION_COOKIE } from '../../accounts/sign-in/session-cookie.ts'
import type { BuiltPage } from './app-begin.ts'
import { createBeginnings } from './app-begin.ts'

/** The pages of the app: all are one document, which shows the one that its address names. */
const PAGES = [
  '/',
  '/sign-in',
  '/welcome',
  '/monitors',
  '/monitors/*',
  '/outages',
  '/outages/*',
  '/audit',
  '/audit/*',
  '/crawls',
  '/crawls/*',
  '/maintenance',
  '/alerting',
  '/agents',
  '/settings',
  '/settings/*',
] as const

/** Where people begin who just made their account. */
export const FIRST_PAGE = '/welcome'

/** Files beside the document whose names stay. */
const FIXED_FILES = [
  '/appearance.js',
  '/favicon.svg',
  '/manifest.webmanifest',
  '/service-worker.js',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-192.png',
  '/icon-maskable-512.png',
  '/apple-touch-icon.png',
  '/badge-96.png',
] as const

const FILE = { access: { area: 'file' }, cors: false } as const
const HIDDEN = { hide: true } as const
const YEAR_SECONDS = 31_536_000

/** Nothing of any other host, no script within the document, no style but those that the components set up with the
 *  document's nonce, no frame around it. Images may come as blob: (what an answer of the API holds) and data:
 *  (screenshots in JSON). */
const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const DOCUMENT_HEADERS = {
  // Its nonce is for one time.
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const

/** Of this host alone: what is beside it is not ours to say. */
const HTTPS_ALONE = { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` } as const

/** Stands in the document where the nonce goes. */
const NONCE_PLACE = 'NONCE'
const NONCE_BYTES = 18
/** Stands where the links go to what a page is begun with. */
const PRELOADS_PLACE = '<!--PRELOADS-->'
/** The empty frame around all pages of people who are signed in. */
const FRAME = /<!--frame-->.*?<!--\/frame-->/s

export type SendDocument = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** The app in the browser. Source: app design, section 2
 *  @param folder that it was built into
 *  @param publicUrl the address people reach it at: where that is https, browsers are told to come by no other way
 *  @returns sends the document, which at an address that is none of the app's says so */
export async function addAppPages(
  app: FastifyInstance,
  folder: string,
  publicUrl: () => string,
): Promise<SendDocument> {
  // Sent as they were compressed when the app was built.
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })

  const document = await readFile(join(folder, 'index.html'), 'utf8')
  const unframed = document.replace(FRAME, '')
  const pages = JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')) as BuiltPage[]
  const beginningOf = createBeginnings(pages)
  function sendDocument({ url, headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
    const [path = '', query] = url.split('?')
    // Whether it is good is said by the API: here it decides about links alone.
    const isSignedIn = headers.cookie?.includes(`${SESSION_COOKIE}=`) === true
    const isPage = reply.statusCode !== 404
    const cookies = cookiesOf(headers.cookie ?? '')
    const links = isPage ? beginningOf(path, query !== undefined, { isSignedIn, cookies }) : ''
    const shown = isSignedIn && path !== '/sign-in' ? document : unframed
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    return reply
      .headers({
        ...DOCUMENT_HEADERS,
        ...(publicUrl().startsWith('https:') ? HTTPS_ALONE : {}),
        'Content-Security-Policy': policyWith(nonce),
      })
      .type('text/html; charset=utf-8')
      .send(shown.replace(PRELOADS_PLACE, () => links).replaceAll(NONCE_PLACE, nonce))
  }

  for (const path of PAGES) {
    app.get(path, { config: FILE, schema: HIDDEN }, async (request, reply) =>
      sendDocument(request, reply),
    )
  }
  for (const path of FIXED_FILES) {
    app.get(path, { config: FILE, schema: HIDDEN }, async (_request, reply) =>
      reply
        .headers({
          'Cache-Control': 'no-cache',
          'X-Content-Type-Options': 'nosniff',
          // The service worker's own: it asks for nothing but the app's API.
          'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
        })
        .sendFile(path.slice(1)),
    )
  }
  app.get('/assets/:file', { config: FILE, schema: HIDDEN }, async (request, reply) => {
    const { file } = request.params as { readonly file: string }
    return (
      reply
        // Its name changes with its contents.
        .headers({
          'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
          'X-Content-Type-Options': 'nosniff',
        })
        .sendFile(`assets/${file}`)
    )
  })
  return sendDocument
}
