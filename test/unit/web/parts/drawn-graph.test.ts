import { expect, test } from 'vitest'
import { drawnGraph } from '../../../../controller/web/src/parts/charts/drawn-graph.ts'

const pages = Array.from({ length: 60 }, (_, place) => ({
  url: `https://example.com/p${place}?x=1`,
  statusCode: place % 9 === 8 ? 404 : 200,
  depth: place === 0 ? 0 : 1,
  pageRank: 100 - place,
}))
const links = pages.flatMap((_, place) =>
  [2 * place + 1, 2 * place + 2]
    .filter((to) => to < pages.length)
    .map((to) => [place, to] as const),
)

test('the same pages make the same picture, and all of it can be seen', () => {
  const made = () => {
    const graph = drawnGraph(pages, [...links, [1, 0]], ({ statusCode }) => String(statusCode))
    return graph.mapNodes((_, { x, y, size, label, color }) => ({ x, y, size, label, color }))
  }
  const one = made()
  expect(made()).toEqual(one)
  expect(one).toHaveLength(60)
  expect(one.every(({ x, y, size }) => Number.isFinite(x + y) && size >= 3 && size <= 16)).toBe(
    true,
  )
  expect(one[8]).toMatchObject({ label: '/p8?x=1', color: '404' })
})

test('a single page without links is drawn too', () => {
  const graph = drawnGraph(pages.slice(0, 1), [], () => 'red')
  expect(graph.order).toBe(1)
})
