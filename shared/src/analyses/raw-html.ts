import { z } from 'zod'
import { FETCHED_PAGE } from './fetched-page.ts'

const bytes = z.int().min(0)

/** Source: contract, "One-URL analysis endpoints"; analyses design, "raw-html" */
export const RawHtmlResult = z.object({
  ...FETCHED_PAGE,
  contentType: z.string().nullable().meta({
    description: 'Content-Type as sent; null without one.',
    example: 'text/html; charset=utf-8',
  }),
  charset: z.string().meta({
    description:
      'The encoding that was used: by byte order mark, header, meta tag, else windows-1252.',
    example: 'utf-8',
  }),
  bytes: bytes.meta({ description: 'Bytes of the body without its content codings.', example: 78 }),
  transferBytes: bytes.meta({ description: 'Bytes of the body as it was sent.', example: 84 }),
  truncated: z.boolean().meta({
    description: 'The body is longer than 5 MB and was cut there.',
    example: false,
  }),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).meta({
    description: 'Header fields by lower-case name; a list for set-cookie.',
    example: { 'content-type': 'text/html; charset=utf-8' },
  }),
  redirects: z
    .int()
    .min(0)
    .meta({ description: 'How many redirects led to the page.', example: 1 }),
  html: z.string().meta({
    description: 'The body as text, whatever its type.',
    example: '<!doctype html>\n<html lang="en">\n<title>Example shop</title>\n<h1>Welcome</h1>\n',
  }),
})
