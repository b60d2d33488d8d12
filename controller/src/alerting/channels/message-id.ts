/** Message-ID of a delivery: every attempt has the same, so that a mail that is handed in twice because
 *  nobody knew whether the first was taken is one to mail servers and programs.
 *  @param mailFrom an address, perhaps with a name: "Sightline <alerts@example.com>" */
export function messageIdOf(deliveryId: string, mailFrom: string): string {
  const domain = /@([A-Za-z0-9.-]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'sightline.invalid'
  return `<${deliveryId}@${domain}>`
}
