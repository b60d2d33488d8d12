import type { UndirectedGraph } from 'graphology'
import forceAtlas2 from 'graphology-layout-forceatlas2'
import type { DrawnNode } from './drawn-graph.ts'

/** Rounds of the layout: a picture of 500 pages hardly changes after. */
export const LAYOUT_ROUNDS = 150

/** Some rounds of the layout, in place. */
export function layOut(graph: UndirectedGraph<DrawnNode>, rounds: number): void {
  const settings = forceAtlas2.inferSettings(graph)
  forceAtlas2.assign(graph, { iterations: rounds, settings: { ...settings, gravity: 1 } })
}
