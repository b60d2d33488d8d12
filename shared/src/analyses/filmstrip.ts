import { z } from 'zod'
import { imageProblem } from './image-data.ts'

/** Most pictures of one load: of a page that never rests they stand further apart. */
export const MAX_FRAMES = 16
/** Longest side of a picture, in pixels. */
export const FRAME_SIDE = 320
/** A jpeg of that size takes 2 to 20 kB. */
export const MAX_FRAME_BYTES = 100_000

const MAX_DATA_LENGTH = Math.ceil(MAX_FRAME_BYTES / 3) * 4
const pixels = z.int().min(1).max(FRAME_SIDE)

const Frame = z
  .object({
    atMs: z.number().min(0).meta({
      description:
        'Since when the page looked like this, in ms since the navigation began: until the next picture.',
      example: 241.7,
    }),
    mimeType: z.literal('image/jpeg').meta({ description: 'Of the picture.' }),
    width: pixels.meta({ description: 'Pixels of the picture.', example: 160 }),
    height: pixels.meta({ description: 'Pixels of the picture.', example: FRAME_SIDE }),
    data: z.string().max(MAX_DATA_LENGTH).meta({ description: 'The picture as base64.' }),
  })
  .check(({ value, issues }) => {
    const problem = imageProblem(value, null)
    if (problem === null) return
    // Without the data itself, which is long.
    issues.push({ code: 'custom', message: problem, path: ['data'], input: undefined })
  })

/** How a page came to look like it does, picture by picture. */
export const Filmstrip = z.array(Frame).max(MAX_FRAMES)
