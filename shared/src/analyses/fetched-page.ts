import { z } from 'zod'

/** Longest address that a result shows, in characters. */
export const MAX_URL_LENGTH = 16_384

export const Url = z.string().max(MAX_URL_LENGTH)

/** What the result of every analysis that fetched a page begins with.
 *  Source: decisions, section 4 */
export const FETCHED_PAGE = {
  url: Url.meta({ description: 'As asked, normalised.', example: 'https://example.com/' }),
  fetchedUrl: Url.meta({
    description: 'Where the page came from, after redirects.',
    example: 'https://www.example.com/',
  }),
  statusCode: z.int().meta({ description: 'HTTP status of the page.', example: 200 }),
} as const
