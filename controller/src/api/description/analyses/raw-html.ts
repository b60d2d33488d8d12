import type { AnalysisWords } from './words.ts'

export const RAW_HTML_WORDS: AnalysisWords<'raw-html'> = {
  summary: 'Fetch a page as it is',
  description:
    'Status, headers and body of the page after its redirects, without running its scripts. A body of another type than HTML is given as text all the same. Bodies are cut at 5 MB.',
  example: {
    url: 'https://example.com/',
    fetchedUrl: 'https://www.example.com/',
    statusCode: 200,
    contentType: 'text/html; charset=utf-8',
    charset: 'utf-8',
    bytes: 78,
    transferBytes: 84,
    truncated: false,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'set-cookie': ['session=abc; HttpOnly'],
    },
    redirects: 1,
    html: '<!doctype html>\n<html lang="en">\n<title>Example shop</title>\n<h1>Welcome</h1>\n',
  },
}
