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
  return text.replace(/[&<>"'\0]/g, (character) => ESCAPES[character] ?? character)
}

/** Text put into it is escaped; other pieces of HTML go in as they are. */
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

const STYLE = `
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 3rem auto; padding: 0 1rem }
label { display: block; font-weight: 600; margin-top: 1rem }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem; margin-top: .25rem }
button { font: inherit; font-weight: 600; padding: .6rem 1.2rem; margin-top: 1.5rem }
.hint { margin: .25rem 0 0 }
.error { color: #b00020; font-weight: 600; margin: .25rem 0 0 }
pre { overflow-x: auto; padding: .75rem; border: 1px solid }
@media (prefers-color-scheme: dark) { .error { color: #ff8a9a } }
`

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
            <main>
              <h1>${page.title}</h1>
              ${page.body}
            </main>
          </body>
        </html> `.html,
    )
}
