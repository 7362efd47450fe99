import { join } from 'node:path'
import sharp from 'sharp'
import { ADMIN, ADMIN_SETTINGS, type Call, callerFor } from '#bench/admin.ts'
import { withCopy } from '#bench/copy.ts'
import { cpuMsOfCommand, cpuMsOfProcess, residentMegabytes } from '#bench/process.ts'
import { SIZES } from '#bench/search.ts'
import { seeded } from '#bench/seed.ts'
import { start } from '#bench/server.ts'
import { SHIPPING_ADDRESS } from '#test/order-calls.ts'
import type { Program } from '#test/program.ts'

// Members' actions: sign in, order, upload a picture. Runs on a copy of the seed, since it writes.

type ActionCost = {
  what: string
  listings: number
  perSecond: number
  serverMs: number
  databaseMs: number
  p50: number
  p99: number
  megabytes: number
}

const CONCURRENCY = 8

/** Publishes a listing: members without one may not order. */
const publishListing = async (call: Call, memberId: string) => {
  const { product } = await call('POST', '/api/products', {})
  const listing = { name: 'Prova di misura', section: 'offro', category: 'Libri', priceVal: 1, priceEuro: 1 }
  await call('PUT', `/api/products/${product._id}`, { ...product, ...listing, countInStock: 1 })
  await call('PUT', `/api/users/upgrade/${memberId}`, {})
}

type ListingInStock = { _id: string; countInStock: number }

const listingsInStock = async (piazza: Program, count: number): Promise<ListingInStock[]> => {
  const found: ListingInStock[] = []
  // Page 1 begins with the member's own new listing, which cannot be ordered.
  for (let p = 2; found.length < count; p++) {
    const response = await fetch(`${piazza.origin}/api/products?pageSize=60&p=${p}`)
    const { products } = (await response.json()) as { products: ListingInStock[] }
    found.push(...products.filter(({ countInStock }) => countInStock > 0))
  }
  return found.slice(0, count)
}

const createPhoto = async (): Promise<FormData> => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const bytes = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#a34', noise } })
    .jpeg({ quality: 60 })
    .toBuffer()
  const form = new FormData()
  form.append('image', new File([new Uint8Array(bytes)], 'foto.jpg', { type: 'image/jpeg' }))
  return form
}

const measure = async (piazza: Program, folder: string, actions: (() => Promise<unknown>)[]) => {
  const database = join(folder, 'database')
  const count = actions.length
  const before = { server: cpuMsOfProcess(piazza.pid), database: cpuMsOfCommand(database), at: performance.now() }
  const times: number[] = []
  const worker = async () => {
    for (let action = actions.pop(); action; action = actions.pop()) {
      const startedAt = performance.now()
      await action()
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  const sorted = times.toSorted((a, b) => a - b)
  const rounded = (value: number) => Math.round(value * 100) / 100
  return {
    perSecond: rounded((count * 1000) / (performance.now() - before.at)),
    serverMs: rounded((cpuMsOfProcess(piazza.pid) - before.server) / count),
    databaseMs: rounded((cpuMsOfCommand(database) - before.database) / count),
    p50: rounded(sorted[Math.floor(count * 0.5)] ?? 0),
    p99: rounded(sorted[Math.floor(count * 0.99)] ?? 0),
    megabytes: Math.round(residentMegabytes(piazza.pid)),
  }
}

const benchSize = async (listings: number, count: number): Promise<ActionCost[]> =>
  withCopy(await seeded(listings), async (folder) => {
    const piazza = await start(folder, ADMIN_SETTINGS)
    try {
      const { _id, token } = await callerFor(piazza)('POST', '/api/users/signin', ADMIN)
      const call = callerFor(piazza, token)
      await publishListing(call, _id)
      const found = await listingsInStock(piazza, count)
      const photo = await createPhoto()
      const actions = {
        accesso: found.map(() => () => callerFor(piazza)('POST', '/api/users/signin', ADMIN)),
        ordine: found.map(({ _id }) => {
          const order = { orderItems: [{ product: _id, qty: 1 }], shippingAddress: SHIPPING_ADDRESS }
          return () => call('POST', '/api/orders', order)
        }),
        immagine: found.slice(0, Math.ceil(count / 5)).map(() => () => call('POST', '/api/uploads/s3', photo)),
      }
      const rows: ActionCost[] = []
      for (const [what, list] of Object.entries(actions))
        rows.push({ what, listings, ...(await measure(piazza, folder, list)) })
      return rows
    } finally {
      await piazza.end()
    }
  })

export const benchMembers = async (count: number, sizes = SIZES): Promise<ActionCost[]> => {
  const rows: ActionCost[] = []
  for (const size of sizes) rows.push(...(await benchSize(size, count)))
  return rows
}
