import { imageHeader } from './image-header.ts'

/** An image as it stands in an answer. */
interface ToldImage {
  /** As base64. */
  readonly data: string
  readonly mimeType: string
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** Why an image is not what is told of it, as what comes after its name in a sentence; null when it is. What is shown
 *  as an image must be one. @param bytes as told; null where its length is not */
export function imageProblem(told: ToldImage, bytes: number | null): string | null {
  const image = Buffer.from(told.data, 'base64')
  if (bytes !== null && image.length !== bytes) return 'is not as long as "bytes" says'
  if (image.toString('base64') !== told.data) return 'is not base64 in its one canonical form'
  const header = imageHeader(image)
  if (header?.mimeType !== told.mimeType) return `does not begin as ${told.mimeType}`
  if (header.width !== told.width || header.height !== told.height) {
    return `is an image of ${header.width} x ${header.height} pixels`
  }
  return null
}
