import { escapeHtml } from '../message/html-mail.ts'
import type { AlertMessage } from '../message/alert-message.ts'
import { plainText } from '../message/plain-text.ts'
import type { SendOn } from './channel.ts'
import { post, textField } from './post.ts'
import { shorten } from './shorten.ts'

const TELEGRAM_URL = 'https://api.telegram.org'
/** Of the text after its entities were read: 4,096 together. */
const MAX_TITLE_LENGTH = 500
const MAX_TEXT_LENGTH = 3_500

/** Parameters of sendMessage. Source: Telegram Bot API, "sendMessage", "HTML style". Pure. */
export function telegramPayload(message: AlertMessage, chatId: string): object {
  const title = escapeHtml(shorten(message.title, MAX_TITLE_LENGTH))
  const text = escapeHtml(shorten(plainText(message), MAX_TEXT_LENGTH))
  return {
    chat_id: chatId,
    text: `<b>${title}</b>\n${text}`,
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  }
}

/** Sends as a Telegram bot. */
export const sendToTelegram: SendOn<'telegram'> = (address, message, delivery, parts) => {
  const { botToken, chatId } = address
  const url = `${parts.telegramUrl ?? TELEGRAM_URL}/bot${botToken}/sendMessage`
  return post(parts, { url, body: JSON.stringify(telegramPayload(message, chatId)) }, delivery, {
    name: 'Telegram',
    finalStatuses: [400, 401, 403, 404],
    reasonIn: (body) => textField(body, 'description'),
  })
}
