import { useEffect, useRef } from 'react'
import Sigma from 'sigma'
import { useScheme } from '../../data/use-scheme.ts'
import { countWords } from '../../words/durations.ts'
import { coloursOf } from './colour.ts'
import type { DrawnPage } from './drawn-graph.ts'
import { drawnGraph, paintPages } from './drawn-graph.ts'
import { LAYOUT_ROUNDS, layOut } from './graph-layout.ts'
import { paintOnPaper } from './on-paper.ts'

/** Rounds of the layout in one go: some 10 ms with 500 pages, so that the page answers meanwhile. */
const ROUNDS_AT_ONCE = 5

/** Colours by what a page answers; see the words beside the picture. */
function statusColour({ statusCode, depth }: DrawnPage): string {
  if (statusCode >= 400) return '--down'
  if (statusCode >= 300) return '--degraded'
  return depth === 0 ? '--up' : '--accent'
}

/** Whether the browser can draw it: some have no WebGL, or have it turned off. */
export function canDraw(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

/** Pages and the links among them. A page that is pressed is told. What the picture says is in the table of pages too,
 *  for whoever does not see it. */
export function LinkGraph({
  pages,
  links,
  onPick,
}: {
  pages: readonly DrawnPage[]
  links: readonly (readonly number[])[]
  onPick: (url: string) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const scheme = useScheme()
  const pick = useRef(onPick)
  useEffect(() => {
    pick.current = onPick
  })
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    let colour = coloursOf(scheme)
    const colourOf = (page: DrawnPage): string => colour(statusColour(page))
    const inks = () => ({
      labelColor: { color: colour('--ink-soft') },
      defaultEdgeColor: colour('--line-many'),
    })
    const graph = drawnGraph(pages, links, colourOf)
    layOut(graph, ROUNDS_AT_ONCE)
    const sigma = new Sigma(graph, element, {
      ...inks(),
      labelFont: 'Inter Variable',
      labelSize: 11,
      labelRenderedSizeThreshold: 8,
      allowInvalidContainer: true,
    })
    const stayOnScreen = paintOnPaper((isPrinted) => {
      colour = coloursOf(isPrinted ? 'light' : scheme)
      paintPages(graph, pages, colourOf)
      sigma.setSettings(inks())
      sigma.refresh()
    })
    sigma.on('clickNode', ({ node }) => {
      const page = pages[Number(node)]
      if (page !== undefined) pick.current(page.url)
    })
    let rounds = ROUNDS_AT_ONCE
    let frame = requestAnimationFrame(function goOn() {
      layOut(graph, ROUNDS_AT_ONCE)
      rounds += ROUNDS_AT_ONCE
      if (rounds < LAYOUT_ROUNDS) frame = requestAnimationFrame(goOn)
    })
    return () => {
      cancelAnimationFrame(frame)
      stayOnScreen()
      sigma.kill()
    }
  }, [pages, links, scheme])
  return (
    <div
      ref={place}
      role="img"
      aria-label={`Picture of ${countWords(pages.length, 'page')} and ${countWords(links.length, 'link')} among them`}
      className="h-[32rem] w-full"
    />
  )
}
