/** Bytes of an array before its dimensions: how many, flags, type. */
const HEAD_BYTES = 12
/** Of a dimension: its length, its lower bound. */
const DIMENSION_BYTES = 8
/** Of an element: its length. */
const LENGTH_BYTES = 4
const FLOAT_BYTES = 8
const INTEGER_BYTES = 4

/** Unpacks numbers that came as `encode(array_send(array_agg(n::float8)), 'base64')`, those of lists of lists one after the
 *  other. A row for each number, or text for it, takes both sides several times as long.
 *  @param packed none of them null; null: of no rows */
export function unpackFloats(packed: string | null): Float64Array {
  if (packed === null) return new Float64Array()
  const { buffer, byteOffset, byteLength } = Buffer.from(packed, 'base64')
  const view = new DataView(buffer, byteOffset, byteLength)
  const head = HEAD_BYTES + view.getInt32(0) * DIMENSION_BYTES
  const numbers = new Float64Array((byteLength - head) / (LENGTH_BYTES + FLOAT_BYTES))
  let at = head + LENGTH_BYTES
  for (let index = 0; index < numbers.length; index += 1) {
    numbers[index] = view.getFloat64(at)
    at += LENGTH_BYTES + FLOAT_BYTES
  }
  return numbers
}

/** Unpacks whole numbers that came as `encode(string_agg(int4send(n), ''::bytea), 'base64')`: as {@link unpackFloats}, and
 *  made in less time than an array. */
export function unpackIntegers(packed: string | null): Int32Array {
  const bytes = Buffer.from(packed ?? '', 'base64')
  const numbers = new Int32Array(bytes.length / INTEGER_BYTES)
  for (let index = 0; index < numbers.length; index += 1) {
    numbers[index] = bytes.readInt32BE(index * INTEGER_BYTES)
  }
  return numbers
}

/** Unpacks words without commas that `string_agg(word, ',')` made.
 *  @param text null: of no rows */
export function unpackWords(text: string | null): string[] {
  return text === null ? [] : text.split(',')
}
