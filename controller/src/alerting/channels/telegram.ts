import { escapeHtml } from '../message/html-mail.ts'
import type { AlertMessage } from '../message/alert-message.ts'
import { plainText } from '../message/plain-text.ts'
import { z } from 'zod'
import type { AlertChannel, ContactFields, SendOn } from './channel.ts'
import { secretField, secretText } from './contact-fields.ts'
import { post, textField } from './post.ts'
import { shorten } from './shorten.ts'

interface TelegramAddress {
  readonly botToken: string
  readonly chatId: string
}

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
const sendToTelegram: SendOn<TelegramAddress> = (address, message, delivery, parts) => {
  const { botToken, chatId } = address
  const url = `${parts.telegramUrl ?? TELEGRAM_URL}/bot${botToken}/sendMessage`
  return post(parts, { url, body: JSON.stringify(telegramPayload(message, chatId)) }, delivery, {
    name: 'Telegram',
    finalStatuses: [400, 401, 403, 404],
    reasonIn: (body) => textField(body, 'description'),
    retryAfterIn,
  })
}

const TooMany = z.object({ parameters: z.object({ retry_after: z.number().positive() }) })

/** Source: Telegram Bot API, "ResponseParameters". Pure. */
function retryAfterIn(body: string): number | null {
  try {
    return TooMany.parse(JSON.parse(body)).parameters.retry_after * 1_000
  } catch {
    return null
  }
}

const FIELDS = {
  telegram: {
    sent: z
      .strictObject({
        botToken: secretText(
          'Token of the bot.',
          /^\d{3,20}:[A-Za-z0-9_-]{20,100}$/,
          'must be a bot token such as 123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11',
          '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11',
        ),
        chatId: z
          .string()
          .regex(
            /^(?:-?\d{1,20}|@[A-Za-z0-9_]{5,32})$/,
            'must be the number of a chat such as "-1001234567890", or the name of a channel such as "@alerts"',
          )
          .meta({ description: 'Chat the bot writes to.', example: '-1001234567890' }),
      })
      .meta({ description: 'A Telegram bot and the chat it writes to.' }),
    shown: z
      .object({
        botToken: z.string().meta({ description: 'Always "***".', example: '***' }),
        chatId: z.string().meta({ description: 'Chat it writes to.', example: '-1001234567890' }),
      })
      .nullable()
      .meta({ description: 'A Telegram bot.', example: null }),
  },
} as const satisfies ContactFields

export const TELEGRAM = {
  fields: FIELDS,
  secrets: ['botToken'],
  isBundled: true,
  rests: true,
  change(before, { telegram }) {
    if (telegram === undefined) return { address: before ?? null }
    if (telegram === null) return { address: null }
    const botToken = secretField('telegram.botToken', telegram.botToken, before?.botToken)
    return { address: botToken === null ? null : { botToken, chatId: telegram.chatId } }
  },
  show: (address) => ({ telegram: address === undefined ? null : { ...address } }),
  send: sendToTelegram,
} as const satisfies AlertChannel<TelegramAddress, typeof FIELDS>
