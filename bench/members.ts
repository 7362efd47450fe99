import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { cpuOf, cpuOfProcess, residentMegabytes } from '#bench/process.ts'
import { SIZES } from '#bench/search.ts'
import { seeded } from '#bench/seed.ts'
import { start } from '#bench/server.ts'
import { HOME } from '#test/exchange.ts'
import type { Program } from '#test/program.ts'

// What members do: signing in, ordering, sending a picture. On a copy of the seeds, since it changes them.

export type Deed = {
  what: string
  listings: number
  perSecond: number
  serverMs: number
  databaseMs: number
  p50: number
  p99: number
  megabytes: number
}

const MEMBER = { email: 'misure@esempio.test', password: 'solo-per-misurare' }
const AT_ONCE = 8
// Limits would stop whoever does in a minute what people do in a month.
const SETTINGS = {
  NODE_ENV: 'development',
  RATE_LIMITS: 'off',
  DEMO: '0',
  ADMIN_EMAIL: MEMBER.email,
  ADMIN_PASSWORD: MEMBER.password,
}

type Ask = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ _id: string; token: string; product: { _id: string } }>

const asker =
  (piazza: Program, token = ''): Ask =>
  async (method, path, body) => {
    const isForm = body instanceof FormData
    const answer = await fetch(piazza.origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  }

/** Who has an announcement may order. */
const announce = async (ask: Ask, memberId: string) => {
  const { product } = await ask('POST', '/api/products', {})
  const listing = { name: 'Prova di misura', section: 'offro', category: 'Libri', priceVal: 1, priceEuro: 1 }
  await ask('PUT', `/api/products/${product._id}`, { ...product, ...listing, countInStock: 1 })
  await ask('PUT', `/api/users/upgrade/${memberId}`, {})
}

type Found = { _id: string; countInStock: number }

const inStock = async (piazza: Program, many: number): Promise<Found[]> => {
  const found: Found[] = []
  for (let p = 2; found.length < many; p++) {
    const answer = await fetch(`${piazza.origin}/api/products?pageSize=60&p=${p}`)
    const { products } = (await answer.json()) as { products: Found[] }
    found.push(...products.filter(({ countInStock }) => countInStock > 0))
  }
  return found.slice(0, many)
}

const aPhoto = async (): Promise<FormData> => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const bytes = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#a34', noise } })
    .jpeg({ quality: 60 })
    .toBuffer()
  const form = new FormData()
  form.append('image', new File([new Uint8Array(bytes)], 'foto.jpg', { type: 'image/jpeg' }))
  return form
}

const measure = async (piazza: Program, folder: string, deeds: (() => Promise<unknown>)[]) => {
  const database = join(folder, 'database')
  const many = deeds.length
  const before = { server: cpuOfProcess(piazza.pid), database: cpuOf(database), at: performance.now() }
  const times: number[] = []
  const worker = async () => {
    for (let deed = deeds.pop(); deed; deed = deeds.pop()) {
      const began = performance.now()
      await deed()
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const inOrder = times.toSorted((a, b) => a - b)
  const rounded = (value: number) => Math.round(value * 100) / 100
  return {
    perSecond: rounded((many * 1000) / (performance.now() - before.at)),
    serverMs: rounded((cpuOfProcess(piazza.pid) - before.server) / many),
    databaseMs: rounded((cpuOf(database) - before.database) / many),
    p50: rounded(inOrder[Math.floor(many * 0.5)] ?? 0),
    p99: rounded(inOrder[Math.floor(many * 0.99)] ?? 0),
    megabytes: Math.round(residentMegabytes(piazza.pid)),
  }
}

const benchOne = async (listings: number, many: number): Promise<Deed[]> => {
  const scratch = await mkdtemp(join(tmpdir(), 'piazza-members-'))
  const folder = join(scratch, 'data')
  // With its owners: a database run by root belongs to somebody else.
  await promisify(execFile)('cp', ['-a', await seeded(listings), folder])
  const piazza = await start(folder, SETTINGS)
  try {
    const { _id, token } = await asker(piazza)('POST', '/api/users/signin', MEMBER)
    const ask = asker(piazza, token)
    await announce(ask, _id)
    const found = await inStock(piazza, many)
    const photo = await aPhoto()
    const deeds = {
      accesso: found.map(() => () => asker(piazza)('POST', '/api/users/signin', MEMBER)),
      ordine: found.map(
        ({ _id }) =>
          () =>
            ask('POST', '/api/orders', { orderItems: [{ product: _id, qty: 1 }], shippingAddress: HOME }),
      ),
      immagine: found.slice(0, Math.ceil(many / 5)).map(() => () => ask('POST', '/api/uploads/s3', photo)),
    }
    const rows: Deed[] = []
    for (const [what, list] of Object.entries(deeds))
      rows.push({ what, listings, ...(await measure(piazza, folder, list)) })
    return rows
  } finally {
    await piazza.end()
    await rm(scratch, { recursive: true, force: true })
  }
}

export const benchMembers = async (many: number, sizes = SIZES): Promise<Deed[]> => {
  const rows: Deed[] = []
  for (const size of sizes) rows.push(...(await benchOne(size, many)))
  return rows
}
