import { words } from './words.ts'

/** Elements that begin a new line: text on one side of their borders is no neighbour of the other side's.
 *  Source: HTML standard, section 15.3 (display: block, list-item, table and its parts) */
export const BLOCK_ELEMENTS: ReadonlySet<string> = new Set(
  words(
    'html body address article aside blockquote center dialog dir div dd dl dt fieldset',
    'figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr',
    'legend li listing main menu nav ol optgroup option p plaintext pre search section',
    'summary details ul xmp table caption colgroup col thead tbody tfoot tr td th video',
    'audio iframe object canvas',
  ),
)
