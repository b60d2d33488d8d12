/** A serial number of a certificate as it is kept: programs write them with and without colons, small letters and zeros
 *  in front. */
export function plainSerial(text: string): string {
  return text.replaceAll(':', '').toUpperCase().replace(/^0+/, '')
}
