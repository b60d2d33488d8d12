import type { AuditCheckOf } from '@sightline/shared/analyses/audit-checks'
import type { AuditCase, CheckCases } from '../../../../helpers/audited-page.ts'
import { testChecks } from '../../../../helpers/audited-page.ts'

const NO_LINKS = { links: '' }
const links = (...hrefs: readonly string[]): AuditCase => ({
  links: hrefs.map((href, i) => `<a href="${href}">Tree ${i}</a>`).join(' '),
})
const many = (n: number): AuditCase =>
  links(...Array.from({ length: n }, (_, i) => `https://example.org/${i}`))
const texts = (...contents: readonly string[]): AuditCase => ({
  links: contents.map((content) => `<a href="/a">${content}</a>`).join(' '),
})
const onHttp = { page: { url: 'http://example.com/trees' } }

const NO_IMAGES = { images: '' }
const images = (...attributes: readonly string[]): AuditCase => ({
  images: attributes.map((each) => `<img ${each}>`).join(''),
})
const lazy = (n: number, attributes: string): AuditCase =>
  images(...Array.from({ length: n }, () => `src=a.webp ${attributes}`))

testChecks({
  linksNone: {
    fails: [
      [NO_LINKS, 'Page has no outgoing links'],
      [links('mailto:a@example.com', 'javascript:go()'), 'Page has no outgoing links'],
    ],
    passes: [{}, links('https://example.org/')],
  },
  internalLinksFew: {
    fails: [
      [links('/a', '/b'), 'Page has only 2 internal links'],
      [links('https://example.org/'), 'Page has only 0 internal links'],
    ],
    passes: [links('/a', 'https://www.example.com/b', '?c')],
    doesNotApply: [NO_LINKS],
  },
  linksTooMany: {
    fails: [
      [many(101), 'Page has too many links (101)'],
      [
        many(5_002),
        'Page has too many links (5002, of which the first 5000 are looked at one by one)',
      ],
    ],
    passes: [many(100), NO_LINKS],
  },
  linksUncrawlable: {
    fails: [
      [
        links('javascript:void(0)', '', 'https://', 'file:///a', '/a', 'mailto:a@example.com'),
        '4 links are not crawlable (no usable href)',
      ],
      [{ body: '<a onclick="go()">Go</a>' }, '1 link is not crawlable (no usable href)'],
    ],
    passes: [
      {},
      { body: '<a name="top"></a>' },
      { body: '<a id="top">Top</a>' },
      { body: '<a role=button onclick="go()">Go</a>' },
    ],
    doesNotApply: [NO_LINKS],
  },
  linksEmptyText: {
    fails: [[texts('', '<img src=a>', '<i></i>', 'A'), '3 links have no anchor text']],
    passes: [{}, texts('<img src=a alt="Home">'), { links: '<a href="/a" aria-label="Home"></a>' }],
    doesNotApply: [NO_LINKS],
  },
  linksGenericText: {
    fails: [
      [
        texts('Click here', ' » Read more…', 'HIER', 'En savoir plus', 'Apples'),
        '4 links have generic text ("click here")',
      ],
    ],
    passes: [{}, texts('Read more about apples')],
    doesNotApply: [NO_LINKS],
  },
  internalNofollow: {
    fails: [
      [
        { body: '<a href="/x" rel="noopener NOFOLLOW">X</a><a href="//x.org" rel=nofollow>Y</a>' },
        '1 internal link is nofollow',
      ],
    ],
    passes: [{}],
    doesNotApply: [NO_LINKS, links('https://example.org/')],
  },
  linksInsecure: {
    fails: [
      [
        links('http://example.com/a', 'http://www.example.com/b', 'http://example.org/', '/c'),
        '2 internal links use HTTP',
      ],
    ],
    passes: [{}],
    doesNotApply: [NO_LINKS, onHttp],
  },
  linksLocalhost: {
    fails: [
      [
        links('http://localhost:3000/', 'http://127.1/', 'http://[::1]/', 'http://10.0.0.1', '/a'),
        '4 links point to localhost or a private address',
      ],
      [
        links('https://app.localhost/', 'https://LOCALHOST./', 'http://[::ffff:192.168.1.1]/'),
        '3 links point to localhost or a private address',
      ],
    ],
    passes: [{}, links('https://localhost.example.org/')],
    doesNotApply: [
      NO_LINKS,
      { page: { url: 'http://127.0.0.1:8080/' } },
      { page: { url: 'http://localhost/' } },
    ],
  },
  imagesAltMissing: {
    fails: [
      [
        { images: '<img src="/a.webp">'.repeat(5_001) },
        '5000 of the first 5000 images have no alt attribute',
      ],
      [images('src=a', 'src=b alt=""', 'src=c alt=C'), '1 of 3 images has no alt attribute'],
    ],
    passes: [
      {},
      images('src=a role=presentation', 'src=b alt'),
      { body: '<noscript><img src=a></noscript>' },
    ],
    doesNotApply: [NO_IMAGES],
  },
  imagesAltLong: {
    fails: [
      [
        images(`src=a alt="${'a'.repeat(126)}"`, 'src=b alt=b'),
        '1 image has alt text over 125 characters',
      ],
    ],
    passes: [{}, images(`src=a alt="${'a'.repeat(125)}"`), images('src=a')],
    doesNotApply: [NO_IMAGES],
  },
  imagesNoSize: {
    fails: [
      [
        images('src=a', 'src=b width=5', 'src=c width=5 height=5'),
        '2 images have no width and height',
      ],
    ],
    passes: [{}],
    doesNotApply: [NO_IMAGES],
  },
  imagesNotLazy: {
    fails: [
      [lazy(7, 'loading=eager'), '2 images below the first five are not lazy-loaded'],
      [lazy(6, ''), '1 image below the first five is not lazy-loaded'],
    ],
    passes: [
      lazy(9, 'loading=Lazy'),
      // A script fills them in.
      images(...Array.from({ length: 9 }, () => 'data-src=a.webp')),
    ],
    doesNotApply: [lazy(5, '')],
  },
  imagesLegacyFormat: {
    fails: [
      [images('src=a.jpg', 'src=b.PNG?w=5', 'src=c.svg'), 'No image uses WebP or AVIF'],
      [images('src=/webphotos/a.jpg'), 'No image uses WebP or AVIF'],
    ],
    passes: [
      {},
      images('src=a.jpg', 'src=b.jpg srcset="b.avif 2x"'),
      { images: '<picture><source srcset="a.webp"><img src=a.jpg></picture>' },
      images('src="/a.jpg?format=webp"'),
      images('src="/f_avif/a.jpg"'),
    ],
    doesNotApply: [NO_IMAGES, images('src=a.svg', 'src=/image/5')],
  },
  pictureNoImg: {
    fails: [
      [
        { body: '<picture><source srcset=a.webp></picture><picture><img src=a></picture>' },
        '1 picture element has no img',
      ],
    ],
    passes: [{ body: '<picture><img src=a alt=a></picture>' }],
    doesNotApply: [{}],
  },
} satisfies Record<AuditCheckOf<'links' | 'images'>, CheckCases>)
