/** Pages that tell who is behind a site. */
export type SitePage = 'about' | 'contact' | 'privacy'

const names = (...lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(', ')))

/** What such pages are called, in addresses and in the links to them, a line for each language (English,
 *  German, French, Spanish and Portuguese, Italian and Dutch, Nordic, Eastern European, others): in lower
 *  case, without accents, with spaces for hyphens and underscores. */
export const SITE_PAGE_NAMES: Readonly<Record<SitePage, ReadonlySet<string>>> = {
  about: names(
    'about, about us, about me, about the company, about our company, about our team, about this site, aboutus, who we are, our story',
    'uber uns, ueber uns, ueberuns, uber mich, ueber mich, wir uber uns, wir ueber uns, das sind wir',
    'a propos, a propos de nous, apropos, qui sommes nous, notre histoire',
    'acerca, acerca de, acerca de nosotros, sobre, sobre nosotros, sobre mi, quienes somos, sobre nos, quem somos',
    'chi siamo, chi sono, over ons, wie zijn wij',
    'om oss, om os, tietoa meista, meista',
    'o nas, rolunk, о нас, о компании, про нас',
    'hakkımızda, 会社概要, 会社情報, 关于我们, 關於我們, 회사소개',
  ),
  contact: names(
    'contact, contacts, contact us, contactus, contact me, contact form, contact page, contact support, contact sales, get in touch, reach us',
    'kontakt, kontaktformular, kontakt aufnehmen, kontakte, kontaktiere uns, kontaktieren sie uns, impressum und kontakt, kontakt und impressum',
    'nous contacter, contacter, contactez nous, nous joindre',
    'contacto, contactos, contactar, contactanos, contactenos, contato, contatos, fale conosco',
    'contatti, contattaci, contatto, neem contact op',
    'kontakta oss, kontakt oss, kontakt os, yhteystiedot, ota yhteytta',
    'kapcsolat, контакты, контакти, связаться с нами',
    'iletisim, お問い合わせ, 联系我们, 聯絡我們, 문의하기, 문의',
  ),
  privacy: names(
    'privacy, privacy policy, privacypolicy, our privacy policy, privacy notice, privacy statement, privacy center, privacy centre, privacy & cookies, privacy and cookies, privacy & terms, data protection, data protection policy, data protection notice',
    'datenschutz, datenschutzerklarung, datenschutzerklaerung, datenschutzhinweis, datenschutzhinweise, datenschutzbestimmungen, datenschutzinformation, datenschutzinformationen, impressum & datenschutz',
    'politique de confidentialite, charte de confidentialite, declaration de confidentialite, confidentialite, vie privee, donnees personnelles, protection des donnees, protection des donnees personnelles',
    'politica de privacidad, aviso de privacidad, declaracion de privacidad, privacidad, proteccion de datos, politica de privacidade, privacidade',
    'informativa privacy, informativa sulla privacy, politica sulla privacy, privacybeleid, privacy beleid, privacyverklaring, privacy verklaring',
    'integritetspolicy, personvern, personvernerklaering, privatlivspolitik, tietosuoja, tietosuojaseloste',
    'polityka prywatnosci, prywatnosc, ochrana osobnich udaju, adatvedelem, политика конфиденциальности, конфиденциальность',
    'gizlilik, gizlilik politikasi, プライバシーポリシー, 隐私政策, 隱私政策, 隱私權政策, 개인정보처리방침',
  ),
}
