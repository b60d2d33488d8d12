import { closedDirections } from '@sightline/shared/closed-directions'
import type { FastifyReply } from 'fastify'

/** A piece of HTML that is safe to show. Only `html` makes one. */
export interface Html {
  readonly html: string
}

/** What a page shows. */
export interface Page {
  readonly title: string
  readonly body: Html
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // HTML cannot hold it, not even as a reference.
  '\0': '\uFFFD',
}

function escaped(text: string): string {
  return closedDirections(text).replace(
    /[&<>"'\0]/g,
    (character) => ESCAPES[character] ?? character,
  )
}

/** Text put into it is escaped, and turns no direction around it; other pieces of HTML go in as they are. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html)[]): Html {
  const texts = values.map((value) => (typeof value === 'string' ? escaped(value) : value.html))
  return { html: parts.map((part, index) => part + (texts[index] ?? '')).join('') }
}

/** Pieces one after the other. */
export function each<T>(items: readonly T[], make: (item: T, index: number) => Html): Html {
  return { html: items.map((item, index) => make(item, index).html).join('') }
}

/** No piece at all. */
export const NOTHING: Html = { html: '' }

/** Like the app's page to sign in (controller/web/src/look/tokens.css has the colours), so that people see where they are. */
const STYLE = `
:root { color-scheme: light dark; --canvas: #f7f8fa; --surface: #fff; --line: #e2e5eb; --edge: #868e9c; --ink: #151a23;
  --soft: #4a5361; --accent: #3350c8; --fill: #3b5bdb; --error: #c42b3b }
@media (prefers-color-scheme: dark) { :root { --canvas: #0e1116; --surface: #161a21; --line: #262c37; --edge: #6b7482;
  --ink: #e9ecf1; --soft: #b0b8c5; --accent: #8fa5ff; --fill: #4c6ae6; --error: #ff7a85 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100dvh; display: flex; flex-direction: column; justify-content: center; padding: 2.5rem 1rem;
  background: var(--canvas); color: var(--ink); font: .9375rem/1.55 system-ui, -apple-system, 'Segoe UI', sans-serif }
header { display: flex; align-items: center; justify-content: center; gap: .5rem; margin: 0 0 2rem; font-weight: 600; font-size: 1rem }
header svg { width: 1.5rem; height: 1.5rem }
main { width: 100%; max-width: 26rem; margin: 0 auto; padding: 1.5rem; background: var(--surface); border: 1px solid var(--line);
  border-radius: 1rem; overflow-wrap: anywhere }
h1 { margin: 0 0 .5rem; font-size: 1.25rem; line-height: 1.35 }
p { margin: .75rem 0; color: var(--soft) }
p strong, ol { color: var(--ink) }
ol { padding-left: 1.25rem }
a { color: var(--accent) }
label { display: block; font-weight: 500; margin-top: 1rem }
input { font: inherit; color: inherit; width: 100%; height: 2.5rem; padding: 0 .75rem; margin-top: .25rem; background: transparent;
  border: 1px solid var(--edge); border-radius: .5rem }
input[aria-invalid] { border-color: var(--error) }
button { font: inherit; font-weight: 600; width: 100%; min-height: 2.5rem; padding: .4rem 1rem; margin-top: 1.5rem; color: #fff;
  background: var(--fill); border: 0; border-radius: .5rem; cursor: pointer }
button:hover { filter: brightness(1.1) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.hint { margin: .25rem 0 0; font-size: .8125rem }
.error { color: var(--error); font-weight: 500; margin: .25rem 0 0 }
pre { overflow-x: auto; overflow-wrap: normal; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem }
`

const SIGN = html`<svg aria-hidden="true" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="8" fill="#4c6ae6" />
  <path
    d="M4 18h6l3-9 5 14 3-8h7"
    fill="none"
    stroke="#fff"
    stroke-width="2.8"
    stroke-linecap="round"
    stroke-linejoin="round"
  />
</svg>`

/** Sends a page that loads nothing from anywhere, cannot be framed, and tells no other site its address:
 *  the address of a sign-up page is a secret. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  return reply
    .code(status)
    .headers({
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <title>${page.title} - Sightline</title>
            <style>
              ${{ html: STYLE }}
            </style>
          </head>
          <body>
            <header>${SIGN} Sightline</header>
            <main>
              <h1>${page.title}</h1>
              ${page.body}
            </main>
          </body>
        </html> `.html,
    )
}
