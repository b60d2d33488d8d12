import { headerText } from '../page/content-type.ts'
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../page/structured-data/json-ld/json-value.ts'
import { objectIn, type ReadAnswer } from './read-answer.ts'

/** Payments by HTTP 402: an answer that asks for one, or the descriptor of what has a price.
 *  Source: x402 specification, versions 1 (JSON body) and 2 (PAYMENT-REQUIRED header) */
export function isX402(answer: ReadAnswer): boolean {
  const { path, statusCode, headers } = answer
  if (statusCode !== 200 && statusCode !== 402) return false
  if (statusCode === 402 && headerText(headers, 'payment-required') !== null) return true
  const object = objectIn(answer)
  if (object === null) return false
  // A plain answer of an API may have lists of such names too.
  if (statusCode === 200 && !path.startsWith('/.well-known/')) return false
  const { accepts, resources, x402Version } = object
  return x402Version !== undefined || Array.isArray(accepts) || Array.isArray(resources)
}

const PAYMENT = 'x-payment-info'
/** As a key: in a text it would stand with its quotes escaped. */
const PAYMENT_KEY = new RegExp(String.raw`"${PAYMENT}"\s*:`)
const OPENAPI_KEY = /^\s*\{[^]{0,20000}?"openapi"\s*:/

const objectsIn = (value: JsonValue | undefined): JsonObject[] =>
  isJsonObject(value) ? Object.values(value).filter(isJsonObject) : []

/** A description of an API that tells prices, at its root, a path or an operation. Of one that is longer
 *  than what is read, the beginning decides by its text.
 *  Source: draft-payment-discovery-00 */
export function isPricedApi(answer: ReadAnswer): boolean {
  if (answer.statusCode !== 200) return false
  const object = objectIn(answer)
  if (object === null) {
    const { isTruncated, text } = answer
    return isTruncated && OPENAPI_KEY.test(text) && PAYMENT_KEY.test(text)
  }
  if (!('openapi' in object)) return false
  const paths = objectsIn(object['paths'])
  return [object, ...paths, ...paths.flatMap(objectsIn)].some((part) => PAYMENT in part)
}
