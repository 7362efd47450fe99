import { spawnSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { diskStorage } from '#server/market/uploads/disk.ts'
import { sql } from '#server/platform/db/sql.ts'
import { retryOn503 } from '#test/attacks/concurrently.ts'
import { openPiazza } from '#test/attacks/open-piazza.ts'
import { killChain } from '#test/faults/chain-kill.ts'
import { checkFault, timed, timeToRecover } from '#test/faults/fault-checks.ts'
import { connectToEmbedded } from '#test/faults/killable-databases.ts'
import { aTrade, BUYER_BALANCE, connectDirectly, PRICE } from '#test/faults/trade.ts'
import { aPiazza, SECRET } from '#test/fixtures.ts'
import { aMailServer } from '#test/mail-server.ts'
import { aPictureFile, sendPicture } from '#test/pictures.ts'
import { makePopulation } from '#test/population.ts'
import { size } from '#test/siege.ts'

const isRoot = process.getuid?.() === 0
const FILLER = 'altro'
const NO_MOUNT = 'qui non si può montare un tmpfs'

/** Mounts a tmpfs of the given size for the test; undefined where mounting is not permitted. */
const aSmallDisk = async (kilobytes: number): Promise<string | undefined> => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-full-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const options = ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder]
  if (spawnSync('mount', options).status !== 0) return undefined
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]))
  return folder
}

/** Fills the disk completely. */
const fill = (folder: string): void => {
  const file = openSync(join(folder, FILLER), 'a')
  try {
    for (;;) writeSync(file, Buffer.alloc(64 * 1024))
  } catch {
    // Full.
  } finally {
    closeSync(file)
  }
}

const empty = (folder: string): Promise<void> => rm(join(folder, FILLER), { force: true })

test.runIf(isRoot)(
  'upload folder is full: 503, no partial files, and uploads work again once there is space',
  async ({ annotate, skip }) => {
    const folder = await aSmallDisk(256)
    if (!folder) return skip(NO_MOUNT)
    const piazza = await aPiazza({ storage: await diskStorage(folder) })
    const { token } = await piazza.aMember()
    const picture = await aPictureFile({ width: 40, height: 30 })
    fill(folder)
    const refused = await timed(() => sendPicture(piazza.origin, token, picture))
    expect(refused.status).toBe(503)
    expect(await readdir(folder)).toEqual([FILLER])
    await empty(folder)
    const back = await timeToRecover(async () => (await sendPicture(piazza.origin, token, picture)).status === 200)
    await annotate(checkFault('piena', [refused], back))
  },
)

test.runIf(isRoot)(
  'disk is full for database, chain and mails: answered with 503, works again by itself, nothing acknowledged is lost',
  async ({ annotate, skip }) => {
    const dataDir = await aSmallDisk(256 * 1024)
    if (!dataDir) return skip(NO_MOUNT)
    const mails = await aMailServer()
    const secrets = { AUTH_SECRET: SECRET, WALLET_SECRET: SECRET, DEMO: '0', CACHE_MB: '0' }
    const env = { ...secrets, SMTP_URL: mails.url, MAIL_FROM: 'Piazza <p@esempio.test>' }
    // Restarted once, so that a snapshot of the chain exists.
    await (await openPiazza(dataDir, env)).close()
    const { call } = await openPiazza(dataDir, env)
    const db = await connectToEmbedded(dataDir)
    const chain = await connectDirectly(dataDir)
    const trade = await aTrade({ db, call, ...makePopulation(db) }, chain)
    expect((await retryOn503(() => trade.pay('before'))).status).toBeOneOf([200, 202])

    const acknowledged: string[] = []
    let asked = 0
    const subscribe = async () => {
      const email = `rosa-${asked++}@esempio.test`
      const answer = await timed(() => call('POST', '/api/users/newsletter', { body: { name: 'Rosa', email } }))
      if (answer.status === 200) acknowledged.push(email)
      return answer
    }
    const browse = () => timed(() => call('GET', '/api/products'))
    const seen: string[] = []
    const works = async () => (await subscribe()).status === 200

    await Promise.all(Array.from({ length: 5 }, subscribe))
    // First, no space for another row.
    fill(dataDir)
    const answers = [await subscribe()]
    while (answers.at(-1)?.status === 200 && asked < 1_000) answers.push(await subscribe())
    answers.push(await timed(() => trade.pay('in it')))
    const reading = [await retryOn503(browse), await retryOn503(() => timed(trade.orders))]
    expect(reading.map(({ status }) => status)).toEqual([200, 200])
    await empty(dataDir)
    seen.push(checkFault('senza posto per una riga', [...answers, ...reading], await timeToRecover(works)))

    // Then no space for the write-ahead log, which stops the database; and the chain is killed.
    fill(dataDir)
    expect(killChain(dataDir)).toBe(1)
    const exhaust = () => db.query(sql`select pg_logical_emit_message(true, 'full', repeat('-', 1000000))`)
    while (await exhaust().then(Boolean, () => false));
    fill(dataDir)
    const stopped = [await subscribe(), await browse(), await timed(() => trade.pay('in it'))]
    stopped.push(...(await Promise.all([subscribe(), browse(), timed(trade.statement)])))
    await sleep(size(0, 20_000))
    await empty(dataDir)
    const worksAgain = async () => (await works()) && (await trade.statement()).status === 200
    seen.push(checkFault('senza posto per il diario', stopped, await timeToRecover(worksAgain)))

    const refusals = [...answers, ...stopped].filter(({ status }) => status >= 300)
    expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([503]))
    const isPaid = async () => ((await trade.pay('in it')).body as { status: string }).status === 'confirmed'
    await expect.poll(isPaid, { timeout: 60_000 }).toBe(true)
    const balances = () => Promise.all([trade.buyer, trade.seller].map(({ account }) => chain.balanceOf(account)))
    expect(await vi.waitFor(balances, 60_000)).toEqual([BUYER_BALANCE - 2 * PRICE, 2 * PRICE])
    const subscribers = await db.query<{ email: string }>(sql`select email from newsletter_subscriber`)
    const addresses = new Set(subscribers.map(({ email }) => email))
    expect(acknowledged.filter((email) => !addresses.has(email))).toEqual([])
    const arrived = () => new Set(mails.arrived.map(({ to }) => to))
    const missing = () => acknowledged.filter((email) => !arrived().has(email)).length
    await expect.poll(missing, { timeout: 60_000 }).toBe(0)
    expect(new Set(mails.arrived.map(({ messageId }) => messageId)).size).toBe(mails.arrived.length)
    await annotate(`${acknowledged.length} iscrizioni confermate, tutte tenute; ${seen.join('; ')}`)
  },
)
