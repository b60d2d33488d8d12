/** A page with something in its main part. */
export const pageWith = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Shop</title></head><body><main>${body}</main></body></html>`

/** For each rule of accessibility a page that breaks it and one that keeps it. */
export const ACCESSIBILITY_CASES: readonly (readonly [string, string, string])[] = [
  ['image-alt', pageWith('<img src="a">'), pageWith('<img src="a" alt="">')],
  [
    'input-image-alt',
    pageWith('<input type="image" src="a">'),
    pageWith('<input type="image" alt="Go">'),
  ],
  [
    'area-alt',
    pageWith('<img usemap="#m" alt="x"><map name="m"><area href="/"></map>'),
    pageWith('<img usemap="#m" alt="x"><map name="m"><area href="/" alt="Home"></map>'),
  ],
  ['link-name', pageWith('<a href="/"></a>'), pageWith('<a href="/"><img src="a" alt="Home"></a>')],
  ['button-name', pageWith('<button></button>'), pageWith('<button aria-label="Close"></button>')],
  [
    'input-button-name',
    pageWith('<input type="button">'),
    pageWith('<input type="submit"><input type="button" value="Go">'),
  ],
  [
    'label',
    pageWith('<input name="q">'),
    pageWith('<label>Name <input></label><label for="b">City</label><input id="b">'),
  ],
  // A label around one field is none for the others.
  [
    'label',
    pageWith('<label>Name <input></label><input>'),
    pageWith('<label>Name <input></label>'),
  ],
  // The title of a drawing is its name.
  [
    'link-name',
    pageWith('<a href="/"><svg></svg></a>'),
    pageWith('<a href="/"><svg><title>Home</title></svg></a>'),
  ],
  [
    'frame-title',
    pageWith('<iframe src="/a"></iframe>'),
    pageWith('<iframe title="Map"></iframe>'),
  ],
  ['html-has-lang', '<title>Shop</title><p>Text', pageWith('<p>Text')],
  ['document-title', '<html lang="en"><p>Text', pageWith('<p>Text')],
  [
    'meta-viewport',
    '<html lang="en"><title>T</title><meta name="viewport" content="user-scalable=no"><p>T',
    '<html lang="en"><title>T</title><meta name="viewport" content="width=device-width"><p>T',
  ],
  ['heading-order', pageWith('<h1>One</h1><h3>Three</h3>'), pageWith('<h1>One</h1><h2>Two</h2>')],
  ['empty-heading', pageWith('<h1>One</h1><h2></h2>'), pageWith('<h1>One</h1><h2>Two</h2>')],
  ['list', pageWith('<ul><div>One</div></ul>'), pageWith('<ul><li>One</li></ul>')],
  ['listitem', pageWith('<div><li>One</li></div>'), pageWith('<ol><li>One</li></ol>')],
  [
    'td-headers-attr',
    pageWith('<table><tr><th id="h">A</th><td headers="gone">1</td></tr></table>'),
    pageWith('<table><tr><th id="h">A</th><td headers="h">1</td></tr></table>'),
  ],
  [
    'duplicate-id-aria',
    pageWith('<p id="n">A</p><p id="n">B</p><input aria-labelledby="n">'),
    pageWith('<p id="n">A</p><input aria-labelledby="n">'),
  ],
  [
    'tabindex',
    pageWith('<a href="/" tabindex="3">A</a>'),
    pageWith('<a href="/" tabindex="0">A</a>'),
  ],
  ['aria-roles', pageWith('<p role="knob">A</p>'), pageWith('<p role="note">A</p>')],
  [
    'aria-valid-attr',
    pageWith('<p aria-lable="A">A</p>'),
    pageWith('<p aria-describedby="x">A</p>'),
  ],
]

export const idsOf = (rules: readonly { readonly id: string }[]): string[] =>
  rules.map(({ id }) => id)
