import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { diskStorage } from '#server/uploads/disk.ts'
import { makeKeys } from '#server/wallet/keys.ts'
import { aBesieged, type Besieged } from '#test/attacks/besieged.ts'
import { killChain, signalChain } from '#test/faults/chain-kill.ts'
import { aProxy, FAULTS, type Fault } from '#test/faults/proxy.ts'
import { aPiazza, SECRET } from '#test/fixtures.ts'
import { aMailServer } from '#test/mail-server.ts'
import { aPictureFile, sendPicture } from '#test/pictures.ts'
import { anS3Store } from '#test/s3-store.ts'

const ANSWER_MS = 2_000
const RECOVERY_MS = 5_000
// A moment of a busy machine's own.
const GRACE_MS = 500

type Asked = { status: number; milliseconds: number }

const timed = async (ask: () => Promise<{ status: number }>): Promise<Asked> => {
  const began = performance.now()
  const { status } = await ask()
  return { status, milliseconds: performance.now() - began }
}

/** How long it takes until something works again. */
const recovery = async (works: () => Promise<boolean>): Promise<number> => {
  const began = performance.now()
  while (!(await works())) {
    if (performance.now() - began > 2 * RECOVERY_MS) break
    await sleep(50)
  }
  return performance.now() - began
}

type Line = { fail(fault: Fault): Promise<void>; mend(): Promise<void> }
type Trial = { line: Line; ask: () => Promise<{ status: number }>; allowed: number[]; faults?: readonly Fault[] }

/** Breaks a line in every way while somebody asks for what needs it; answers what was seen, in words. */
const tryAll = async ({ line, ask, allowed, faults = FAULTS }: Trial): Promise<string> => {
  const seen: string[] = []
  await recovery(async () => (await ask()).status === 200)
  for (const fault of faults) {
    await line.fail(fault)
    const answers = await Promise.all(Array.from({ length: 6 }, () => timed(ask)))
    answers.push(await timed(ask))
    const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds))
    const statuses = [...new Set(answers.map(({ status }) => status))]
    await line.mend()
    const back = await recovery(async () => (await ask()).status === 200)
    seen.push(`${fault}: ${statuses.join('/')} in ${Math.round(slowest)} ms, di nuovo dopo ${Math.round(back)} ms`)
    expect(
      statuses.filter((status) => !allowed.includes(status)),
      fault,
    ).toEqual([])
    expect(slowest, `${fault}: ${seen.at(-1)}`).toBeLessThan(ANSWER_MS + GRACE_MS)
    expect(back, `${fault}: ${seen.at(-1)}`).toBeLessThan(RECOVERY_MS + GRACE_MS)
  }
  return seen.join('; ')
}

const asMember = (piazza: Besieged, path: string, token: string) => () => piazza.call('GET', path, { token })

test('a database that is refused, slow, hung or half closed: 503 in two seconds, back in five', async ({
  annotate,
}) => {
  const { host, port, user } = inject('databaseAddress')
  const line = await aProxy({ path: `${host}/.s.PGSQL.${port}` })
  const piazza = await aBesieged({ PGHOST: '127.0.0.1', PGPORT: String(line.port), PGUSER: user })
  const { token } = await piazza.aMember()
  const ask = asMember(piazza, '/api/orders/mine', token)
  await annotate(await tryAll({ line, ask, allowed: [200, 503] }))
  expect((await piazza.call('GET', '/readyz')).status).toBe(200)
})

test('a picture store that is refused, slow, hung or half closed: 503 in two seconds, back in five', async ({
  annotate,
}) => {
  const store = await anS3Store()
  const line = await aProxy({ port: Number(new URL(store.endpoint).port) })
  const piazza = await aBesieged({
    S3_ENDPOINT: `http://127.0.0.1:${line.port}`,
    S3_BUCKET: store.bucket,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
    NODE_ENV: 'development',
    RATE_LIMITS: 'off',
    PUBLIC_URL: '',
  })
  const { token } = await piazza.aMember()
  const picture = await aPictureFile({ width: 40, height: 30 })
  const ask = () => sendPicture(piazza.origin, token, picture)
  await annotate(await tryAll({ line, ask, allowed: [200, 503] }))
})

test('a mail server that is refused, slow, hung or half closed: nobody waits for it, and mails leave in five seconds', async ({
  annotate,
}) => {
  const mails = await aMailServer()
  const line = await aProxy({ port: mails.port })
  const piazza = await aBesieged({
    SMTP_URL: `smtp://127.0.0.1:${line.port}`,
    MAIL_FROM: 'Piazza <p@esempio.test>',
    NODE_ENV: 'development',
    RATE_LIMITS: 'off',
    PUBLIC_URL: '',
  })
  const seen: string[] = []
  for (const [index, fault] of FAULTS.entries()) {
    await line.fail(fault)
    const email = `rosa-${index}@esempio.test`
    const asked = await timed(() => piazza.call('POST', '/api/users/newsletter', { body: { name: 'Rosa', email } }))
    await expect
      .poll(async () => (await piazza.db`select from outbox where attempts > 0 and recipient = ${email}`).length, {
        timeout: 4 * RECOVERY_MS,
      })
      .toBe(1)
    await line.mend({ cutting: true })
    const back = await recovery(async () => mails.arrived.some(({ to }) => to === email))
    seen.push(`${fault}: ${asked.status} in ${Math.round(asked.milliseconds)} ms, partita dopo ${Math.round(back)} ms`)
    expect(asked.status).toBe(200)
    expect(asked.milliseconds).toBeLessThan(ANSWER_MS)
    expect(back, seen.at(-1)).toBeLessThan(RECOVERY_MS + GRACE_MS)
  }
  expect(new Set(mails.arrived.map(({ messageId }) => messageId)).size).toBe(FAULTS.length)
  await annotate(seen.join('; '))
})

test('a chain that hangs or dies: an answer in two seconds, back in five, and everything else goes on', async ({
  annotate,
}) => {
  const piazza = await aBesieged()
  const member = await piazza.aMember()
  const { account, sealedKey } = makeKeys(SECRET).make(member.id)
  await piazza.db`update member set account = ${account}, account_key = ${sealedKey} where id = ${member.id}`
  const line: Line = {
    fail: async (fault) => {
      const struck = fault === 'hung' ? signalChain(piazza.dataDir, 'SIGSTOP') : killChain(piazza.dataDir)
      expect(struck).toBe(1)
    },
    mend: async () => void signalChain(piazza.dataDir, 'SIGCONT'),
  }
  const ask = asMember(piazza, '/api/wallet', member.token)
  await annotate(await tryAll({ line, ask, allowed: [200, 503], faults: ['hung', 'refused'] }))
})

const hasTmpfs = process.getuid?.() === 0

test.runIf(hasTmpfs)(
  'a folder without space: 503, nothing half written, and pictures again once there is',
  async ({ annotate }) => {
    const folder = await mkdtemp(join(tmpdir(), 'piazza-full-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]).status !== 0)
      return annotate('saltata: qui non si può')
    onTestFinished(() => void spawnSync('umount', [folder]))
    const piazza = await aPiazza({ storage: await diskStorage(folder) })
    const { token } = await piazza.aMember()
    const picture = await aPictureFile({ width: 40, height: 30 })
    const filler = join(folder, 'altro')
    await writeFile(filler, Buffer.alloc(256 * 1024)).catch(() => undefined)
    const refused = await timed(() => sendPicture(piazza.origin, token, picture))
    expect(refused.status).toBe(503)
    expect(await readdir(folder)).toEqual(['altro'])
    await rm(filler)
    const back = await recovery(async () => (await sendPicture(piazza.origin, token, picture)).status === 200)
    await annotate(`503 in ${Math.round(refused.milliseconds)} ms, di nuovo dopo ${Math.round(back)} ms`)
    expect(back).toBeLessThan(RECOVERY_MS)
  },
)
