/** Gives back at once what bytes take of the memory; nobody may read them afterwards. Those that are read through bit
 *  by bit are old by then, and the heap is looked through for old things only now and then: parts of crawls, 300 kB
 *  each, came to 40 MB. Bytes that share their memory with others stay. */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
