import { isIP } from 'node:net'
import { z } from 'zod'
import type { Partner } from '#domain/association/settings.ts'
import { amountProblem, numberIn } from '#domain/base/money.ts'
import { PLAIN_HOST_OR_IPV6 } from '#domain/base/urls.ts'
import { isMailInUrl } from '#server/talk/inbound/mail-in-url.ts'

// The kinds of values that settings of the environment have.

export const text = z.string().trim().optional()
export const url = z
  .url({ protocol: /^https?$/, hostname: PLAIN_HOST_OR_IPV6, error: 'serve un indirizzo http:// o https://' })
  .optional()
export const mailServer = z.url({ protocol: /^smtps?$/, hostname: PLAIN_HOST_OR_IPV6 })
export const mailInUrl = z
  .url({ protocol: /^(imaps?|lmtp)$/, error: 'serve un indirizzo imaps://, imap:// o lmtp://' })
  .refine(isMailInUrl, 'serve il nome di un host; con lmtp:// un percorso o una porta di questa macchina')
  .optional()
export const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'serve un indirizzo postgres://' }).optional()
export const postgresUrls = z
  .string()
  .transform((text) => text.split(/\s+/).filter(Boolean))
  .refine((urls) => urls.every((url) => /^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? '')), {
    error: 'servono indirizzi postgres://, separati da spazi',
  })
  .default([])
export const flag = z.enum(['0', '1'], 'può valere 0 o 1').optional()

export const amount = z
  .string()
  .refine((text) => amountProblem(numberIn(text), { mayBeZero: true }) === undefined, {
    error: 'serve un importo in VAL, con due decimali al massimo',
  })
  .transform(numberIn)

export const INVALID_PROXIES = 'servono indirizzi o reti (10.0.0.0/8), separati da virgole'
export const isProxy = (entry: string): boolean => {
  const [address = '', bits] = entry.split('/')
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return entry === 'loopback' || Number(bits ?? 0) <= maxBits
}

const NO_PARTNERS = 'nessuno'
// "Nome|https://sito|/logo.svg", separated by semicolons; the logo is optional.
export const readPartners = (text: string, context: z.RefinementCtx): Partner[] =>
  (text === NO_PARTNERS ? '' : text)
    .split(';')
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const [name = '', link = '', logo = ''] = entry.split('|').map((part) => part.trim())
      if (!name || !/^https?:$/.test(URL.parse(link)?.protocol ?? '')) {
        context.addIssue({
          code: 'custom',
          message: 'serve Nome|https://indirizzo|/logo.svg, separati da punto e virgola',
        })
      }
      return { name, url: link, logo }
    })
