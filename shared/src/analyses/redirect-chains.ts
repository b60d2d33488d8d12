import { z } from 'zod'
import { FETCHED_PAGE, Url } from './fetched-page.ts'

const Ms = z.number().min(0)
const Header = z.string()

/** Source: analyses design, "redirect-chains" */
export const RedirectChainsResult = z.object({
  ...FETCHED_PAGE,
  finalUrl: Url.meta({
    description: 'The last address of the chain, also where it gave no answer.',
    example: 'https://www.example.com/',
  }),
  finalStatusCode: z.int().nullable().meta({
    description: 'Status of the last address; null when it gave no answer.',
    example: 200,
  }),
  hops: z.int().min(0).meta({ description: 'Redirects, meta refreshes among them.', example: 1 }),
  isChain: z.boolean().meta({ description: 'There is more than one hop.' }),
  isLoop: z.boolean().meta({ description: 'The chain comes back to an address it had been at.' }),
  isCut: z.boolean().meta({ description: 'There are more hops than the 20 that are followed.' }),
  hasHttpsDowngrade: z.boolean().meta({ description: 'A hop leads from https to http.' }),
  hasTemporary: z.boolean().meta({ description: 'A hop is temporary.', example: true }),
  totalMs: Ms.meta({ description: 'Time of all steps together.', example: 128.4 }),
  chain: z
    .array(
      z.object({
        step: z.int().min(1).meta({ description: 'Counted from 1.', example: 1 }),
        url: Url.meta({ description: 'Address that was asked.', example: 'http://example.com/' }),
        statusCode: z
          .int()
          .nullable()
          .meta({ description: 'Its HTTP status; null when no answer came.', example: 302 }),
        location: Url.nullable().meta({
          description: 'Where it leads to, as written.',
          example: 'https://www.example.com/',
        }),
        type: z.enum(['http', 'meta-refresh', 'final']).meta({
          description:
            'How it leads on: by its status, by a meta refresh (or Refresh header) within 10 s, or not.',
        }),
        permanent: z.boolean().meta({
          description: '301 and 308, and a meta refresh without delay.',
        }),
        delaySeconds: z.number().min(0).nullable().meta({ description: 'Of a meta refresh.' }),
        protocol: z
          .string()
          .max(20)
          .nullable()
          .meta({ description: 'Version of HTTP it answered in.', example: 'HTTP/1.1' }),
        ms: Ms.meta({ description: 'From the request to the end of its answer.', example: 40.2 }),
        server: z.string().nullable().meta({ description: 'Its Server header.', example: 'nginx' }),
        headers: z.record(z.string(), z.union([Header, z.array(Header)])).meta({
          description: 'Header fields by lower-case name.',
          example: { server: 'nginx', location: 'https://www.example.com/' },
        }),
      }),
    )
    .max(21)
    .meta({ description: 'Every address on the way, the last one too.' }),
  issues: z
    .array(z.string().max(2_000))
    .max(20)
    .meta({
      description: 'What is wrong with the chain, as sentences.',
      example: ['A hop is temporary (302): search engines may keep the old address.'],
    }),
})
