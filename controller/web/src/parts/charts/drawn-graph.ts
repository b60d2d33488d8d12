import { UndirectedGraph } from 'graphology'

/** A page of the picture. */
export interface DrawnPage {
  readonly url: string
  readonly statusCode: number
  readonly depth: number | null
  readonly pageRank: number
}

/** What a page is drawn as. */
export interface DrawnNode {
  x: number
  y: number
  size: number
  label: string
  color: string
}

const MIN_SIZE = 3
const MAX_SIZE = 16

/** A golden angle turns each page away from the one before, so that the start is the same every time. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

/** Pages and links before they are laid out: the best in the middle.
 *  @param colourOf a page's colour */
export function drawnGraph(
  pages: readonly DrawnPage[],
  links: readonly (readonly number[])[],
  colourOf: (page: DrawnPage) => string,
): UndirectedGraph<DrawnNode> {
  const graph = new UndirectedGraph<DrawnNode>()
  for (const [place, page] of pages.entries()) {
    const radius = Math.sqrt(place)
    graph.addNode(String(place), {
      x: radius * Math.cos(place * GOLDEN_ANGLE),
      y: radius * Math.sin(place * GOLDEN_ANGLE),
      size: MIN_SIZE + (MAX_SIZE - MIN_SIZE) * Math.sqrt(page.pageRank / 100),
      label: labelOf(page.url),
      color: colourOf(page),
    })
  }
  for (const [from, to] of links) graph.mergeEdge(String(from), String(to))
  return graph
}

/** Gives the pages other colours, in place.
 *  @param pages those that the graph was made of */
export function paintPages(
  graph: UndirectedGraph<DrawnNode>,
  pages: readonly DrawnPage[],
  colourOf: (page: DrawnPage) => string,
): void {
  graph.updateEachNodeAttributes(
    (place, node) => {
      const page = pages[Number(place)]
      return page === undefined ? node : { ...node, color: colourOf(page) }
    },
    { attributes: ['color'] },
  )
}

/** Path of an address: all are of one site. */
function labelOf(url: string): string {
  const { pathname = url, search = '' } = URL.parse(url) ?? {}
  return pathname + search
}
