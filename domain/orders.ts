import { z } from 'zod'
import { MAX_STOCK } from '#domain/listing-terms.ts'
import { line, paragraph } from '#domain/text.ts'

export const DEFAULT_PAYMENT_METHOD = 'Concordato'
export const MAX_ITEMS = 50
export const MAX_MAIL_BODY = 2000

const required = (max: number, message: string) => line(max).refine((text) => text.length > 0, message)

export const ShippingAddress = z.object({
  fullName: required(120, 'Scrivi nome e cognome.'),
  address: required(200, 'Scrivi l’indirizzo.'),
  city: required(80, 'Scrivi la città.'),
  postalCode: required(10, 'Scrivi il CAP.'),
  phone: z.preprocess((value) => value ?? '', z.string().regex(/^[+\d][\d ]{0,19}$|^$/, 'Il telefono ha solo cifre.')),
})

const OrderedItem = z.object({ product: z.uuid(), qty: z.coerce.number().int().min(1).max(MAX_STOCK) })
const items = z.array(OrderedItem).min(1, 'Il carrello è vuoto.').max(MAX_ITEMS, `Al massimo ${MAX_ITEMS} annunci.`)

/** Prices, totals and seller in the body are ignored: the server takes them from the listings. */
export const OrderRequest = z.object({
  orderItems: items,
  shippingAddress: ShippingAddress.nullish(),
  paymentMethod: z.preprocess((value) => value || DEFAULT_PAYMENT_METHOD, line(40)),
})

export const OrderView = z.object({
  _id: z.string(),
  createdAt: z.string(),
  user: z.object({ _id: z.string(), name: z.string() }),
  seller: z.string(),
  shippingAddress: ShippingAddress.extend({ country: z.string() }).nullable(),
  orderItems: z.array(
    z.object({
      name: z.string(),
      image: z.string(),
      product: z.string().nullable(),
      qty: z.number(),
      priceVal: z.number(),
      priceEuro: z.number(),
    }),
  ),
  paymentMethod: z.string(),
  itemsPriceVal: z.number(),
  itemsPriceEuro: z.number(),
  shippingPrice: z.number(),
  totalPriceVal: z.number(),
  totalPriceEuro: z.number(),
  isPaid: z.boolean(),
  paidAt: z.string().nullable(),
  isDelivered: z.boolean(),
  deliveredAt: z.string().nullable(),
})

export const SecondMail = z.object({ order: z.uuid(), emailBody: paragraph(MAX_MAIL_BODY) })
/** The screens send the whole order back; only which one it is counts. */
export const OrderReference = z.object({ _id: z.uuid() })
/** 0 not sent yet, 1 sent before, 2 sent now. */
export const MailingAnswer = z.object({ resp_code: z.literal([0, 1, 2]) })

export const PaymentRequest = z.object({ account: line(64), item: items })
export const PaymentResult = z.object({
  status: z.string(),
  transactionHash: z.string(),
  from: z.string(),
  to: z.string(),
  amount: z.number(),
})
