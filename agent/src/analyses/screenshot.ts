import type { Analysis } from './analysis.ts'

/** An image of the page. */
export const screenshotAnalysis: Analysis<'screenshot', 'screenshot'> = {
  needs: ['screenshot'],
  analyse({ screenshot }) {
    const { image } = screenshot
    return {
      url: screenshot.askedUrl,
      fetchedUrl: screenshot.url,
      statusCode: screenshot.statusCode,
      device: screenshot.device,
      width: screenshot.width,
      height: screenshot.height,
      truncated: screenshot.isTruncated,
      complete: screenshot.isComplete,
      mimeType: screenshot.mimeType,
      bytes: image.byteLength,
      data: Buffer.from(image.buffer, image.byteOffset, image.byteLength).toString('base64'),
    }
  },
}
