/** Arrays of a composite type in the binary form of PostgreSQL's protocol (array_recv and record_recv of its
 *  sources): for rows that come by the thousand, of which the server then reads no text. */

/** Kinds of columns, with the number that PostgreSQL gives the type for ever (pg_type.dat). */
const COLUMN_OIDS = {
  boolean: 16,
  bigint: 20,
  smallint: 21,
  integer: 23,
  text: 25,
  real: 700,
  float8: 701,
  jsonb: 3802,
} as const

type Kind = keyof typeof COLUMN_OIDS

/** One column of a type, and where a row has its value. */
export type Column<Row> =
  | { readonly kind: 'boolean'; readonly of: (row: Row) => boolean }
  | { readonly kind: 'text' | 'jsonb'; readonly of: (row: Row) => string | null }
  | {
      readonly kind: Exclude<Kind, 'boolean' | 'text' | 'jsonb'>
      readonly of: (row: Row) => number | null
    }

/** A value of a statement that is written when the number of its type is known, which each database gives anew. */
export class CompositeArray {
  readonly type: string
  readonly #write: (oid: number) => Buffer<ArrayBuffer>
  #written: Buffer<ArrayBuffer> | null = null

  constructor(type: string, encoding: (oid: number) => Buffer<ArrayBuffer>) {
    this.type = type
    this.#write = encoding
  }

  /** @param oid of the composite type */
  encode(oid: number): Buffer {
    this.#written = this.#write(oid)
    return this.#written
  }

  /** Gives its memory back, once it is sent: by itself that waits until V8 looks through the old part of its heap, and
   *  a loaded controller held up to 35 MB of such buffers, the driver's copies among them. */
  free(): void {
    this.#written?.buffer.transfer(0)
    this.#written = null
  }
}

/** @param type the name of a composite type, of exactly these columns in this order
 *  @returns makes an array of it of rows */
export function compositeArray<Row>(
  type: string,
  columns: readonly Column<Row>[],
): (rows: readonly Row[]) => CompositeArray {
  const heads = columns.map((column) => COLUMN_OIDS[column.kind])
  return (rows) => new CompositeArray(type, (oid) => write({ oid, columns, heads, rows }))
}

interface Parts<Row> {
  readonly oid: number
  readonly columns: readonly Column<Row>[]
  readonly heads: readonly number[]
  readonly rows: readonly Row[]
}

const HEADER_BYTES = 20
/** Of a row and of a column, before what they hold: a length, and a type and a length. */
const ROW_HEAD_BYTES = 8
const COLUMN_HEAD_BYTES = 8
const MAX_NUMBER_BYTES = 8
/** UTF-8 of one unit of UTF-16 is at most so long. */
const MAX_UNIT_BYTES = 3
const NULL_LENGTH = -1
/** Before the text of a jsonb. */
const JSONB_VERSION = 1

function write<Row>({ oid, columns, heads, rows }: Parts<Row>): Buffer<ArrayBuffer> {
  let bytes = Buffer.allocUnsafeSlow(HEADER_BYTES + rows.length * 512)
  let view = viewOf(bytes)
  // One dimension, nulls or not are told per row, the type; as many, numbered from one.
  for (const [index, word] of [1, 0, oid, rows.length, 1].entries()) view.setInt32(index * 4, word)
  let at = HEADER_BYTES
  const fixed = ROW_HEAD_BYTES + columns.length * (COLUMN_HEAD_BYTES + MAX_NUMBER_BYTES)

  function makeRoom(needed: number): void {
    if (at + needed <= bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(at + needed, bytes.length * 2))
    bytes.copy(larger, 0, 0, at)
    bytes = larger
    view = viewOf(bytes)
  }

  for (const row of rows) {
    makeRoom(fixed)
    const rowAt = at
    view.setInt32(at + 4, columns.length)
    at += ROW_HEAD_BYTES
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index] as Column<Row>
      view.setInt32(at, heads[index] as number)
      const value = column.of(row)
      at += COLUMN_HEAD_BYTES
      if (value === null) view.setInt32(at - 4, NULL_LENGTH)
      else if (typeof value === 'string') {
        makeRoom(fixed + 1 + value.length * MAX_UNIT_BYTES)
        const from = at
        if (column.kind === 'jsonb') bytes[at++] = JSONB_VERSION
        at += bytes.write(value, at)
        view.setInt32(from - 4, at - from)
      } else {
        const size = writeScalar(view, at, column.kind, value)
        view.setInt32(at - 4, size)
        at += size
      }
    }
    view.setInt32(rowAt, at - rowAt - 4)
  }
  return bytes.subarray(0, at)
}

const viewOf = (bytes: Buffer): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** @returns how many bytes it takes */
function writeScalar(view: DataView, at: number, kind: Kind, value: number | boolean): number {
  const number = Number(value)
  switch (kind) {
    case 'boolean':
      view.setInt8(at, number)
      return 1
    case 'smallint':
      view.setInt16(at, number)
      return 2
    case 'integer':
      view.setInt32(at, number)
      return 4
    case 'real':
      view.setFloat32(at, number)
      return 4
    case 'float8':
      view.setFloat64(at, number)
      return 8
    default:
      // A bigint of which a number holds every digit; its upper half keeps the sign.
      view.setInt32(at, Math.floor(number / 2 ** 32))
      view.setUint32(at + 4, number % 2 ** 32)
      return 8
  }
}
