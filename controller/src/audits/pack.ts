import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

/** In threads of Node's own: a picture of 2 MB would hold up a controller for 60 ms. */
const [press, unpress] = [promisify(gzip), promisify(gunzip)]

/** A result as it is stored. Of JSON a sixth is left; a picture in it, which is base64, is as long as the file it is of. */
export const packResult = (result: object): Promise<Buffer> => press(JSON.stringify(result))

/** @param packed by `packResult` */
export async function unpackResult(packed: Buffer): Promise<Record<string, unknown>> {
  return JSON.parse((await unpress(packed)).toString('utf8')) as Record<string, unknown>
}
