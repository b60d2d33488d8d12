import type { Scheme } from '../../data/use-scheme.ts'
// As it is written: the build takes light-dark() apart for browsers that do not know it, and a computed style has
// one of the two values only.
import tokens from '../../look/tokens.css?raw'

const TOKEN = /(--[\w-]+):\s*light-dark\(([^,]+),\s*([^)]+)\)/g

const VALUES = new Map(
  Array.from(tokens.matchAll(TOKEN), ([, name = '', light = '', dark = '']) => [
    name,
    { light, dark },
  ]),
)

/** The colours of the tokens for a canvas, which knows no custom properties. */
export const coloursOf =
  (scheme: Scheme) =>
  (name: string): string =>
    VALUES.get(name)?.[scheme] ?? 'gray'
