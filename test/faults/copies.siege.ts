import { expect, test } from 'vitest'
import { load } from '#bench/load.ts'
import { ADMIN, hasNginx, severalCopies } from '#test/faults/copies.ts'
import { caller } from '#test/fixtures.ts'
import { aPictureFile, sendPicture } from '#test/pictures.ts'
import { hasPostgres15 } from '#test/postgres-15.ts'
import { size } from '#test/siege.ts'

const COPIES = 3
const OLDEST_MILLISECONDS = 2_000
// What a killed copy was about to send is sent by another once its claim has run out.
const CLAIM_RUNS_OUT_MS = 6 * 60_000
const LISTING = { section: 'offro', category: 'Pane', priceVal: 1, priceEuro: 1, countInStock: 1 }

// A minute of servers, and nothing of it in the short form: `npm run siege -- copies`.
test.runIf(hasPostgres15 && hasNginx && size(0, 1) === 1)(
  'three copies behind nginx are one Piazza, and killing one of them loses nothing',
  async ({ annotate }) => {
    const { origin, copies, mails, s3 } = await severalCopies(COPIES)
    const [first, second, third] = copies
    if (!first || !second || !third) throw new Error('three were asked for')

    // A session begun at one copy holds at all of them.
    const { body: session } = await caller(first.origin)('POST', '/api/users/signin', { body: ADMIN })
    const { token } = session as { token: string }
    for (const copy of copies)
      expect((await caller(copy.origin)('GET', '/api/orders/mine', { token })).status).toBe(200)

    // A picture sent through one is read from the store that all of them use.
    const sent = await sendPicture(second.origin, token, await aPictureFile())
    expect(sent.status).toBe(200)
    expect(sent.text).toContain(s3.publicUrl)
    expect((await fetch(sent.text.replaceAll('"', ''))).status).toBe(200)

    // What one copy changes, the others stop showing as it was.
    const { body: created } = await caller(first.origin)('POST', '/api/products', { token, body: {} })
    const { _id: id } = (created as { product: { _id: string } }).product
    const rename = (name: string) =>
      caller(first.origin)('PUT', `/api/products/${id}`, { token, body: { ...LISTING, name } })
    expect((await rename('Pane nero')).status).toBe(200)
    for (const copy of copies) {
      await expect
        .poll(async () => (await caller(copy.origin)('GET', '/api/products')).text, { timeout: OLDEST_MILLISECONDS })
        .toContain('Pane nero')
    }
    expect((await rename('Pane bianco')).status).toBe(200)
    for (const copy of copies) {
      await expect
        .poll(async () => (await caller(copy.origin)('GET', '/api/products')).text, { timeout: OLDEST_MILLISECONDS })
        .toContain('Pane bianco')
    }

    // One limit for all: ten wrong passwords are ten, wherever they were typed.
    const guess = (at: string) =>
      caller(at)('POST', '/api/users/signin', { body: { email: 'rosa@esempio.test', password: 'sbagliata' } })
    const guesses: number[] = []
    for (let turn = 0; turn < 15; turn++) guesses.push((await guess(copies[turn % COPIES]?.origin ?? '')).status)
    expect(guesses.filter((status) => status === 401)).toHaveLength(10)
    expect(guesses.filter((status) => status === 429)).toHaveLength(5)

    // People register through nginx while copies are killed one after the other: each yes is kept, each mail comes once.
    const welcomed: string[] = []
    let running = true
    const registering = async () => {
      for (let n = 0; running && n < 25; n++) {
        const email = `persona${n}@esempio.test`
        const body = { username: `PERSONA${n}`, email, password: ADMIN.password }
        const answer = await caller(origin)('POST', '/api/users/register', { body }).catch(() => ({ status: 0 }))
        if (answer.status === 200) welcomed.push(email)
      }
    }
    const killing = async () => {
      for (const copy of copies) {
        await expect.poll(() => welcomed.length, { timeout: 30_000 }).toBeGreaterThan(3 * copies.indexOf(copy))
        await copy.kill()
        await copy.again()
      }
      running = false
    }
    await Promise.all([registering(), killing()])
    await expect
      .poll(() => welcomed.filter((email) => !mails.arrived.some(({ to }) => to === email)), {
        timeout: CLAIM_RUNS_OUT_MS,
      })
      .toEqual([])
    const ids = mails.arrived.filter(({ to }) => welcomed.includes(to)).map(({ messageId }) => messageId)
    expect(new Set(ids).size).toBe(welcomed.length)
    const { text: members } = await caller(third.origin)('GET', '/api/users?pageSize=50', { token })
    expect(welcomed.filter((email) => !members.includes(email))).toEqual([])

    const alone = await load(first.origin, ['/api/products'], 5)
    const together = await load(origin, ['/api/products'], 5)
    expect(together.errors).toBe(0)
    await annotate(
      `${welcomed.length} iscrizioni con una copia uccisa dopo l’altra, nessuna persa, una mail per ognuna; ` +
        `lista: ${Math.round(together.perSecond)}/s attraverso nginx e tre copie, ${Math.round(alone.perSecond)}/s da una copia sola`,
    )
  },
)
