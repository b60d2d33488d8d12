import type { Anchor } from '../../page/facts.ts'
import { isSameSite } from '../../page/site.ts'
import { foldForSearch } from '../../text/fold.ts'

/** Pages that tell who is behind a site. */
export type SitePage = 'about' | 'contact' | 'privacy'

/** What such pages are called, in addresses and in the links to them: the whole of a part of the path or
 *  of the text, folded, with spaces for hyphens and underscores. */
const NAMES: Readonly<Record<SitePage, RegExp>> = {
  about: phrases([
    String.raw`about(?: (?:us|me|page|company|the company|our company|our team|this site))?|aboutus|who we are|our story`,
    String.raw`(?:ue|u)ber(?: ?(?:uns|mich))|wir (?:ue|u)ber uns|das sind wir`,
    String.raw`a propos(?: de nous)?|apropos|qui sommes nous|notre histoire`,
    String.raw`acerca(?: de(?: nosotros)?)?|sobre(?: (?:nosotros|mi|nos))?|quienes somos|quien soy|quem somos`,
    String.raw`chi siamo|chi sono|over ons|wie zijn wij|om oss|om os|tietoa meista|meista|o nas|rolunk|hakkımızda`,
    String.raw`о нас|о компании|про нас|会社概要|会社情報|关于我们|關於我們|회사소개`,
  ]),
  contact: phrases([
    String.raw`contact(?:s|us)?(?: (?:us|me|form|page|support|sales))?|get in touch|reach us`,
    String.raw`kontakt(?: ?(?:formular|e|aufnehmen|iere uns))?|impressum(?: (?:und|&) kontakt)?|kontakt (?:und|&) impressum`,
    String.raw`(?:nous )?contacter|contactez nous|nous joindre`,
    String.raw`contact[eao]n?(?:nos)?|contactar|contactos|contatti|contattaci|contatt[oi]|contatos?|fale conosco`,
    String.raw`yhteystiedot|ota yhteytta|kapcsolat|iletisim|контакты|контакти|связаться с нами`,
    String.raw`お問い合わせ|联系我们|聯絡我們|문의하기|문의`,
  ]),
  privacy: phrases([
    String.raw`(?:our |website )?privacy(?: ?(?:policy|notice|statement|center|centre|& cookies|and cookies|& terms|and terms))?|data protection(?: (?:policy|notice))?`,
    String.raw`datenschutz(?:(?:er)?kl(?:ae|a)rung|hinweise?|erkl(?:ae|a)rung|bestimmungen|information(?:en)?)?`,
    String.raw`(?:politique|charte|declaration) de (?:confidentialite|protection des donnees(?: personnelles)?)|confidentialite|vie privee|donnees personnelles|protection des donnees`,
    String.raw`(?:politica|aviso|declaracion) de (?:privacidad(?:e)?|proteccion de datos)|privacidade?|proteccion de datos`,
    String.raw`(?:informativa|politica)(?: sulla)? privacy|informativa sulla privacy|privacy ?(?:beleid|verklaring)|integritetspolicy|personvern(?:erklaering)?|privatlivspolitik|tietosuoja(?:seloste)?`,
    String.raw`polityka prywatnosci|prywatnosc|ochrana osobnich udaju|adatvedelem|gizlilik(?: politikasi)?|политика конфиденциальности|конфиденциальность`,
    String.raw`プライバシーポリシー|隐私政策|隱私政策|隱私權政策|개인정보처리방침`,
  ]),
}

function phrases(alternatives: readonly string[]): RegExp {
  return new RegExp(`^(?:${alternatives.join('|')})$`, 'u')
}

/** Longer ones name no page, and are passed over before they are looked at. */
const MAX_LENGTH = 80

function folded(text: string): string {
  return foldForSearch(text.normalize('NFC')).replaceAll(/[_+]/g, ' ').replaceAll(/ +/g, ' ').trim()
}

/** Parts of a path without the endings of files. */
function partsOf({ pathname }: URL): string[] {
  return pathname.split('/').map((part) => decoded(part.replace(/\.[a-z]{3,5}$/i, '')))
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // Not UTF-8, or a lone percent sign.
    return part
  }
}

/** Which of these pages a page leads to within its site, or is itself: by their addresses and by the texts
 *  of the links.
 *  @param pageUrl where the page came from */
export function findSitePages(
  anchors: readonly Anchor[],
  pageUrl: URL,
): Readonly<Record<SitePage, boolean>> {
  const links = anchors.flatMap(({ url, text, label }) => {
    const parsed = url === null ? null : URL.parse(url)
    const isPage = parsed !== null && /^https?:$/.test(parsed.protocol)
    return isPage && isSameSite(parsed, pageUrl) ? [[...partsOf(parsed), text, label ?? '']] : []
  })
  const written = new Set([partsOf(pageUrl), ...links].flat())
  const names = [...written].filter(({ length }) => length <= MAX_LENGTH).map(folded)
  const isThere = (page: SitePage): boolean => names.some((name) => NAMES[page].test(name))
  return { about: isThere('about'), contact: isThere('contact'), privacy: isThere('privacy') }
}
