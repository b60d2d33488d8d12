/** The colours of both schemes. Those of states reach a contrast of 4.5 to 1 with what is behind or on them. */
const COLOURS = `
:root { color-scheme: light dark; --back: #f7f8fa; --card: #fff; --text: #16181d; --soft: #585f6d; --line: #e3e6eb;
  --operational: #15803d; --degraded: #9a5b00; --down: #c81e1e; --maintenance: #1d4ed8; --unknown: #5b6270;
  --bar-good: #22a55b; --bar-degraded: #d99a1c; --bar-partial: #e9722e; --bar-down: #dc2626; --bar-none: #d5d9e0;
  --accent: #1d4ed8 }
@media (prefers-color-scheme: dark) { :root { --back: #0e1116; --card: #161a21; --text: #e8eaee; --soft: #a3abb9;
  --line: #2a303a; --operational: #15803d; --degraded: #8f5600; --down: #c81e1e; --maintenance: #1d4ed8;
  --unknown: #59606e; --bar-good: #2fb86b; --bar-none: #343b47 } }
`

/** What a service looks like, on its page and in pages of others. */
const PART = `
* { box-sizing: border-box }
h3, h4 { font-size: 1rem; margin: 0; overflow-wrap: anywhere }
a { color: inherit }
.head { display: flex; align-items: baseline; gap: .5rem 1rem; flex-wrap: wrap }
.head h3 { flex: 1 1 8rem }
.state { display: inline-flex; align-items: center; gap: .4rem; border-radius: 1rem; padding: .05rem .6rem; color: #fff;
  font-size: .8125rem; font-weight: 600; white-space: nowrap; background: var(--unknown) }
.operational.state { background: var(--operational) } .degraded.state { background: var(--degraded) }
.down.state { background: var(--down) } .maintenance.state { background: var(--maintenance) }
.soft { color: var(--soft); font-size: .875rem; margin: .25rem 0 0; overflow-wrap: anywhere }
.days { display: block; width: 100%; height: 2.25rem; margin: .75rem 0 .25rem }
.g { fill: var(--bar-good) } .w { fill: var(--bar-degraded) } .p { fill: var(--bar-partial) } .d { fill: var(--bar-down) }
.n { fill: var(--bar-none) }
.ends { display: flex; justify-content: space-between; gap: .5rem; color: var(--soft); font-size: .8125rem; text-align: center }
.ends > :first-child, .ends > :last-child { flex: none }
`

/** How a status page looks. */
const STYLE = `${COLOURS}${PART}
body { margin: 0; background: var(--back); color: var(--text); border-top: 4px solid var(--accent);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
.page { max-width: 50rem; margin: 0 auto; padding: 2rem 1rem 4rem }
header { display: flex; align-items: center; gap: 1rem; flex-wrap: wrap; margin-bottom: 1.5rem }
header img { max-height: 3rem; max-width: 12rem }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere }
header p { margin: .25rem 0 0; color: var(--soft); overflow-wrap: anywhere }
header a.home { margin-left: auto; min-width: 0; overflow-wrap: anywhere }
h2 { font-size: 1.125rem; margin: 2.25rem 0 .75rem }
a:focus-visible, summary:focus-visible, input:focus-visible, button:focus-visible { outline: 3px solid var(--maintenance);
  outline-offset: 2px; border-radius: 4px }
.overall { display: flex; align-items: center; gap: .75rem; border-radius: .75rem; padding: 1rem 1.25rem; color: #fff;
  font-size: 1.25rem; font-weight: 650; background: var(--unknown) }
.overall small { display: block; font-size: .875rem; font-weight: 400 }
.sign { display: inline-grid; place-items: center; flex: none; width: 1.75rem; height: 1.75rem; border-radius: 50%;
  background: rgb(255 255 255 / .2); font-size: 1rem }
.operational.overall { background: var(--operational) } .degraded.overall { background: var(--degraded) }
.down.overall { background: var(--down) } .maintenance.overall { background: var(--maintenance) }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; margin: 0 0 .75rem; padding: 1rem 1.25rem }
.card > .part + .part, details > .part { border-top: 1px solid var(--line); padding-top: 1rem; margin-top: 1rem }
.date { color: var(--soft); font-size: .875rem; margin-bottom: .5rem }
.card > h2:first-child { margin-top: 0 }
summary { cursor: pointer; display: flex; align-items: baseline; gap: .5rem 1rem; flex-wrap: wrap }
summary h3 { flex: 1 1 6rem } summary::before { content: "▸"; color: var(--soft) } details[open] > summary::before { content: "▾" }
.notes { list-style: none; margin: .75rem 0 0; padding: 0 0 0 1rem; border-left: 2px solid var(--line) }
.notes li + li { margin-top: .75rem }
.notes p { margin: 0; white-space: pre-line; overflow-wrap: anywhere }
form { display: flex; gap: .5rem; flex-wrap: wrap; margin-top: .5rem }
label { flex: 1 0 100% }
input { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--soft); border-radius: .5rem;
  padding: .5rem .75rem; flex: 1 1 14rem; min-width: 0 }
button { font: inherit; font-weight: 600; color: #fff; background: #1d4ed8; border: 0; border-radius: .5rem; padding: .5rem 1rem; cursor: pointer }
footer { margin-top: 2.5rem; color: var(--soft); font-size: .875rem; display: flex; gap: .25rem 1.25rem; flex-wrap: wrap }
@media print { body { border: 0 } form { display: none } }
`

/** @param color of the upper edge, as #rrggbb; null: ours */
export function styleOf(color: string | null): string {
  return color === null ? STYLE : `${STYLE}:root { --accent: ${color} }\n`
}

/** How one service looks in the pages of others. */
export const EMBED_STYLE = `${COLOURS}${PART}
body { margin: 0; padding: .75rem 1rem; background: var(--card); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
/* One line: who frames it gave it a height. */
.head { flex-wrap: nowrap }
.head h3 { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
a:focus-visible { outline: 3px solid var(--maintenance); outline-offset: -3px; border-radius: 4px }
p { margin: 0 }
`
