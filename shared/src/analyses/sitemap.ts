import { z } from 'zod'
import { Url } from './fetched-page.ts'

/** Addresses that a result shows; the figures are of all. */
export const MAX_SITEMAP_URLS = 500
/** Files that are read of a site at most. */
export const MAX_SITEMAP_FILES = 50

const count = z.int().min(0)
const Sentence = z.string().max(2_000)
const lastmod = z.string().max(50).nullable()
const instant = z.iso.datetime({ precision: 3 }).nullable()
const priority = z.number().min(0).max(1).nullable()

/** Source: analyses design, "sitemap" */
export const SitemapResult = z.object({
  url: Url.meta({ description: 'As asked, normalised.', example: 'https://example.com/' }),
  found: z.boolean().meta({ description: 'A sitemap was found and could be read.', example: true }),
  source: z.enum(['robots', 'default', 'link', 'none']).meta({
    description:
      'How it was found: a Sitemap line of robots.txt, one of the usual places, a link of the page.',
  }),
  sitemaps: z
    .array(
      z.object({
        url: Url.meta({
          description: 'Address of the file.',
          example: 'https://example.com/sitemap.xml',
        }),
        type: z.enum(['urlset', 'index', 'text', 'rss', 'atom']).nullable().meta({
          description: 'null when it could not be read, or is no sitemap.',
        }),
        statusCode: z
          .int()
          .nullable()
          .meta({ description: 'null when no answer came.', example: 200 }),
        urlCount: count.meta({
          description: 'Addresses in it, or files an index names.',
          example: 2,
        }),
        bytes: count.meta({ description: 'Without gzip, as far as it was read.', example: 412 }),
        gzip: z.boolean().meta({ description: 'The file is a gzip file.' }),
        lastmod: lastmod.meta({ description: 'As the index that names it says.' }),
        parent: Url.nullable().meta({ description: 'The index that names it.' }),
        valid: z
          .boolean()
          .meta({ description: 'It was read, and nothing is wrong with it.', example: true }),
        errors: z
          .array(Sentence)
          .max(50)
          .meta({ description: 'The first ones, with their lines.' }),
        errorTotal: count.meta({ description: 'How many there are.' }),
      }),
    )
    .max(MAX_SITEMAP_FILES * 2)
    .meta({ description: 'Files that were found, indexes among them.' }),
  stats: z
    .object({
      sitemapFiles: count.meta({
        description: 'Files that were read, indexes among them.',
        example: 1,
      }),
      totalUrls: count.meta({ description: 'URLs in all files.', example: 2 }),
      uniqueUrls: count.meta({ description: 'Different ones among them.', example: 2 }),
      duplicates: count.meta({ description: 'Those that had come before.' }),
      offHost: count.meta({ description: 'URLs on another host; a leading "www." is ignored.' }),
      insecure: count.meta({ description: 'http URLs in a sitemap that is served over https.' }),
      withLastmod: count.meta({
        description: 'URLs with a date of their last change.',
        example: 1,
      }),
      oldestLastmod: instant.meta({
        description: 'The oldest such date.',
        example: '2026-10-01T00:00:00.000Z',
      }),
      newestLastmod: instant.meta({
        description: 'The newest such date.',
        example: '2026-10-01T00:00:00.000Z',
      }),
      invalidLastmod: count.meta({ description: 'lastmod values that are no W3C date.' }),
      withImages: count.meta({ description: 'URLs that name images.', example: 1 }),
      withVideos: count.meta({ description: 'URLs that name videos.' }),
      withNews: count.meta({ description: 'URLs that are news.' }),
      withHreflang: count.meta({ description: 'URLs with versions in other languages.' }),
      changefreq: z.record(z.string().max(10), count).meta({
        description: 'How many URLs say each of the seven words of the protocol.',
        example: { daily: 12, weekly: 30 },
      }),
      invalidChangefreq: count.meta({ description: 'URLs with any other word.' }),
      priority: z
        .object({
          min: priority.meta({ description: 'The lowest.', example: 0.5 }),
          max: priority.meta({ description: 'The highest.', example: 1 }),
          avg: priority.meta({ description: 'The mean.', example: 0.75 }),
        })
        .meta({ description: 'Priorities; null when none is given.' }),
      invalidPriority: count.meta({ description: 'Priorities that are no number from 0 to 1.' }),
    })
    .meta({ description: 'Figures over all files that were read.' }),
  urls: z
    .array(
      z.object({
        loc: z
          .string()
          .max(2_048)
          .meta({ description: 'The address.', example: 'https://example.com/' }),
        lastmod: lastmod.meta({ description: 'As written.', example: '2026-10-01' }),
        changefreq: z
          .string()
          .max(50)
          .nullable()
          .meta({ description: 'As written.', example: 'weekly' }),
        priority: priority.meta({ description: 'null when none is given.', example: 1 }),
        images: count.meta({ description: 'Images it names.', example: 1 }),
        videos: count.meta({ description: 'Videos it names.' }),
        news: z.boolean().meta({ description: 'It is news.' }),
        alternates: count.meta({ description: 'hreflang links.' }),
      }),
    )
    .max(MAX_SITEMAP_URLS)
    .meta({ description: `The first ${MAX_SITEMAP_URLS} URLs, file by file.` }),
  returned: count.meta({ description: 'URLs in this response.', example: 2 }),
  truncated: z.boolean().meta({ description: 'There are more URLs than are returned.' }),
  errors: z.array(Sentence).max(200).meta({ description: 'What was left out, or not found.' }),
})
