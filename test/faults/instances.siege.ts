import { expect, test } from 'vitest'
import { load } from '#bench/load.ts'
import { ADMIN, hasNginx, severalInstances } from '#test/faults/instances.ts'
import { apiCaller } from '#test/fixtures.ts'
import { aPictureFile, sendPicture } from '#test/pictures.ts'
import { hasPostgres15 } from '#test/postgres-15.ts'
import { size } from '#test/siege.ts'

const INSTANCES = 3
const INVALIDATION_MS = 2_000
// A mail that a killed instance was sending is sent by another one after about a minute.
const RETRY_MS = 90_000
const LISTING = { section: 'offro', category: 'Pane', priceVal: 1, priceEuro: 1, countInStock: 1 }

// Only in the long run, because it takes minutes: `npm run siege -- instances`.
test.runIf(hasPostgres15 && hasNginx && size(0, 1) === 1)(
  'three instances behind nginx share sessions, pictures, cache invalidation and limits, and killing one loses nothing',
  async ({ annotate }) => {
    const { origin, instances, mails, s3 } = await severalInstances(INSTANCES)
    const [first, second, third] = instances
    if (!first || !second || !third) throw new Error('expected three instances')

    // A session started on one instance is valid on all.
    const { body: session } = await apiCaller(first.origin)('POST', '/api/users/signin', { body: ADMIN })
    const { token } = session as { token: string }
    for (const instance of instances)
      expect((await apiCaller(instance.origin)('GET', '/api/orders/mine', { token })).status).toBe(200)

    // An uploaded picture is read from the shared store.
    const sent = await sendPicture(second.origin, token, await aPictureFile())
    expect(sent.status).toBe(200)
    expect(sent.text).toContain(s3.publicUrl)
    expect((await fetch(sent.text.replaceAll('"', ''))).status).toBe(200)

    // A change on one instance invalidates the caches of the others.
    const { body: created } = await apiCaller(first.origin)('POST', '/api/products', { token, body: {} })
    const { _id: id } = (created as { product: { _id: string } }).product
    const rename = (name: string) =>
      apiCaller(first.origin)('PUT', `/api/products/${id}`, { token, body: { ...LISTING, name } })
    expect((await rename('Pane nero')).status).toBe(200)
    for (const instance of instances) {
      await expect
        .poll(async () => (await apiCaller(instance.origin)('GET', '/api/products')).text, { timeout: INVALIDATION_MS })
        .toContain('Pane nero')
    }
    expect((await rename('Pane bianco')).status).toBe(200)
    for (const instance of instances) {
      await expect
        .poll(async () => (await apiCaller(instance.origin)('GET', '/api/products')).text, { timeout: INVALIDATION_MS })
        .toContain('Pane bianco')
    }

    // Rate limits are shared: ten wrong passwords over all instances.
    const guess = (at: string) =>
      apiCaller(at)('POST', '/api/users/signin', { body: { email: 'rosa@esempio.test', password: 'sbagliata' } })
    const guesses: number[] = []
    for (let turn = 0; turn < 15; turn++) guesses.push((await guess(instances[turn % INSTANCES]?.origin ?? '')).status)
    expect(guesses.filter((status) => status === 401)).toHaveLength(10)
    expect(guesses.filter((status) => status === 429)).toHaveLength(5)

    // Registrations through nginx while instances are killed one after the other: none is lost, and each gets one mail,
    // which may arrive twice with the same Message-ID (docs/decisions/011).
    const registered: string[] = []
    let running = true
    const registering = async () => {
      for (let n = 0; running && n < 25; n++) {
        const email = `persona${n}@esempio.test`
        const body = { username: `PERSONA${n}`, email, password: ADMIN.password }
        const answer = await apiCaller(origin)('POST', '/api/users/register', { body }).catch(() => ({ status: 0 }))
        if (answer.status === 200) registered.push(email)
      }
    }
    const killing = async () => {
      for (const instance of instances) {
        await expect.poll(() => registered.length, { timeout: 30_000 }).toBeGreaterThan(3 * instances.indexOf(instance))
        await instance.kill()
        await instance.again()
      }
      running = false
    }
    await Promise.all([registering(), killing()])
    await expect
      .poll(() => registered.filter((email) => !mails.arrived.some(({ to }) => to === email)), {
        timeout: RETRY_MS,
      })
      .toEqual([])
    const ids = mails.arrived.filter(({ to }) => registered.includes(to)).map(({ messageId }) => messageId)
    expect(new Set(ids).size).toBe(registered.length)
    const { text: members } = await apiCaller(third.origin)('GET', '/api/users?pageSize=50', { token })
    expect(registered.filter((email) => !members.includes(email))).toEqual([])

    const alone = await load(first.origin, ['/api/products'], 5)
    const together = await load(origin, ['/api/products'], 5)
    expect(together.errors).toBe(0)
    await annotate(
      `${registered.length} iscrizioni con un’istanza uccisa dopo l’altra, nessuna persa, una mail per ognuna; ` +
        `lista: ${Math.round(together.perSecond)}/s attraverso nginx e tre istanze, ${Math.round(alone.perSecond)}/s da una sola`,
    )
  },
)
