import { expect, test } from 'vitest'
import { italianDate } from '#domain/base/dates.ts'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import type { GiftImportResult, Treasury, TreasuryHistory } from '#domain/val/treasury.schema.ts'
import { TREASURY_MESSAGES } from '#domain/val/treasury.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { Reverted } from '#server/val/chain/errors.ts'
import { anOwnPiazza } from '#test/fixtures.ts'
import { runJob } from '#test/jobs-done.ts'
import { anUnsteadyChain, aPiazzaWithChain } from '#test/piazza-with-chain.ts'

const aPiazzaWithAdmin = async (options: Parameters<typeof aPiazzaWithChain>[0] = {}) => {
  const piazza = await aPiazzaWithChain(options)
  const admin = await piazza.aMember({ isAdmin: true })
  const post = (path: string, body: object, key?: string) =>
    piazza.call('POST', `/api/treasury/${path}`, {
      token: admin.token,
      body,
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    })
  const read = async <T>(path = '') =>
    (await piazza.call('GET', `/api/treasury${path}`, { token: admin.token })).body as T
  const history = async () => (await read<TreasuryHistory>('/history')).entries
  return { ...piazza, admin, post, read, history }
}

test('an admin gives VAL to a member, once per key; the member is told, and the history says who did it', async () => {
  const { post, history, aMemberWithWallet, chain, call, admin } = await aPiazzaWithAdmin()
  const anna = await aMemberWithWallet(0)
  const gift = { to: anna.username.toUpperCase(), amount: 12.5, note: 'Festa di primavera' }
  const first = await post('gifts', gift, 'one')
  expect([200, 202]).toContain(first.status)
  expect(first.body).toMatchObject({ to: anna.username, amount: 12.5, note: 'Festa di primavera' })
  expect((await post('gifts', gift, 'one')).body).toMatchObject({ _id: (first.body as { _id: string })._id })
  expect((await post('gifts', { ...gift, amount: 13 }, 'one')).status).toBe(409)
  await expect.poll(() => chain.balanceOf(anna.account), { timeout: 20_000 }).toBe(12_50)
  const notices = async () => ((await call('GET', '/api/notices', { token: anna.token })).body as NoticePage).notices
  await expect
    .poll(async () => (await notices()).map(({ text }) => text), { timeout: 20_000 })
    .toEqual(['La tesoreria ti ha dato 12,50 VAL per «Festa di primavera».'])
  expect(await history()).toMatchObject([{ by: admin.username, text: `Dati 12,50 VAL a ${anna.username}` }])
  const statement = await call('GET', '/api/wallet/statement', { token: anna.token })
  expect(statement.body).toMatchObject({ movements: [{ title: 'Tesoreria · Festa di primavera', amount: 12.5 }] })
}, 120_000)

test('a gift that cannot be given is refused with the reason, and nothing moves', async () => {
  const { post, aMember, aMemberWithWallet, db, history } = await aPiazzaWithAdmin()
  const anna = await aMemberWithWallet(0)
  const [deleted, suspended, bare] = [await aMemberWithWallet(0), await aMemberWithWallet(0), await aMember()]
  await db.execute(sql`update member set suspended_at = now() where id = ${suspended.id}`)
  await db.execute(sql`update member set deleted_at = now() where id = ${deleted.id}`)
  for (const [body, text] of [
    [{ to: 'nessuno', amount: 5 }, 'Nessuno in piazza'],
    [{ to: deleted.username, amount: 5 }, 'ha lasciato la piazza'],
    [{ to: suspended.username, amount: 5 }, 'è sospesa'],
    [{ to: bare.username, amount: 5 }, 'non ha ancora un portafoglio'],
    [{ to: anna.username, amount: 1.234 }, 'due decimali'],
    [{ to: anna.username, amount: -1 }, 'maggiore di zero'],
    [{ to: anna.username, amount: 1e30 }, 'troppo grande'],
    [{ to: anna.username, amount: '5' }, 'un numero'],
    [{ amount: 5 }, 'to'],
  ] as const)
    expect(await post('gifts', body)).toMatchObject({ status: 422, body: { message: expect.stringContaining(text) } })
  expect(await db.query(sql`select from treasury_gift`)).toHaveLength(0)
  expect(await history()).toEqual([])
}, 60_000)

test('a file with a wrong row gives nothing; any other pays each gift once, however often it is sent', async () => {
  const { admin, post, read, history, aMemberWithWallet, chain, db, aMember } = await aPiazzaWithAdmin()
  const members = [await aMemberWithWallet(0), await aMemberWithWallet(0), await aMemberWithWallet(0)]
  const [anna, bruno, carla] = members.map(({ username }) => username)
  const bare = await aMember()
  const run = async (csv: string, dryRun: boolean) =>
    (await post('gifts/import', { csv, dryRun })).body as GiftImportResult
  const rows = [`${anna},5,x`, `${bruno},5.555,`, 'nessuno,1,', `${anna},2,`, `${bare.username},1,`, `${carla},=1+1,`]
  const wrong = ['username,amount,note', ...rows].join('\n')
  for (const dryRun of [true, false])
    expect(await run(wrong, dryRun)).toEqual({
      sum: 5,
      gifts: 1,
      proposed: false,
      errors: [
        { row: 3, message: expect.stringContaining('due decimali') },
        { row: 4, message: expect.stringContaining('Nessuno in piazza') },
        { row: 5, message: 'Questa persona è già nella riga 2.' },
        { row: 6, message: expect.stringContaining('portafoglio') },
        { row: 7, message: expect.stringContaining('formula') },
      ],
    })
  const right = `username;amount;note\n${anna};5,25;grazie\n${bruno};1;\n`
  expect(await run(right, true)).toMatchObject({ sum: 6.25, gifts: 2, errors: [] })
  expect(await db.query(sql`select from treasury_gift`)).toHaveLength(0)
  for (let time = 0; time < 3; time++)
    expect(await run(right, false)).toMatchObject({ sum: 6.25, gifts: 2, errors: [] })
  const paid = async () =>
    (await read<Treasury>()).gifts.find(({ by, gifts }) => by === admin.username && gifts === 2)?.paid
  await expect.poll(paid, { timeout: 60_000 }).toBe(2)
  const balances = await Promise.all(members.map(({ account }) => chain.balanceOf(account)))
  expect(balances).toEqual([5_25, 1_00, 0])
  expect(await run(`username,amount\n${carla},1`, false)).toMatchObject({ gifts: 1, errors: [] })
  expect((await history()).map(({ text }) => text)).toEqual([
    'Dati 1,00 VAL a una persona, da un file',
    'Dati 6,25 VAL a 2 persone, da un file',
  ])
}, 180_000)

test('a file is refused if the treasury holds too little for it and for the gifts still to be given', async () => {
  const { post, aMemberWithWallet, chain, db, admin } = await aPiazzaWithAdmin()
  const { id, username } = await aMemberWithWallet(0)
  const promised = (await chain.balanceOf(chain.treasury.address)) - 1_00
  await db.execute(sql`
    insert into treasury_gift (given_by, member_id, amount, note, created_at)
    values (${admin.id}, ${id}, ${promised}, '', now())`)
  expect(await post('gifts/import', { csv: `username,amount\n${username},2`, dryRun: false })).toMatchObject({
    status: 422,
    body: { message: TREASURY_MESSAGES.tooLittle },
  })
}, 60_000)

test('gifts that fail after the answer are told: a single one to its giver, those of a file in its list', async () => {
  const { promise: refusal, reject } = Promise.withResolvers<never>()
  refusal.catch(() => undefined)
  const { post, read, call, admin, aMemberWithWallet } = await aPiazzaWithAdmin({
    wrap: (chain) => ({ ...chain, nonceOf: () => refusal }),
  })
  const { username } = await aMemberWithWallet(0)
  expect((await post('gifts', { to: username, amount: 12.5 })).status).toBe(202)
  await post('gifts/import', { csv: `username,amount\n${username},5`, dryRun: false })
  reject(new Reverted('not enough'))
  const files = async () => (await read<Treasury>()).gifts.filter(({ to }) => to === '')
  await expect
    .poll(files, { timeout: 60_000 })
    .toMatchObject([{ paid: 0, failed: 1, failures: [{ to: username, message: TREASURY_MESSAGES.tooLittle }] }])
  const { body } = await call('GET', '/api/notices', { token: admin.token })
  expect((body as NoticePage).notices).toMatchObject([
    {
      text: `Il regalo di 12,50 VAL a Bottega ${username} non è riuscito: in tesoreria non c’erano abbastanza VAL.`,
      link: '/tesoreria',
    },
  ])
}, 120_000)

test('the failed gifts of each file are counted, and the first hundred of each are listed', async () => {
  const { read, db, admin } = await aPiazzaWithAdmin()
  for (const [index, gifts] of [120, 3].entries())
    await db.execute(sql`
      with file as (
        insert into gift_import (given_by, digest, gifts, amount, created_at)
        values (${admin.id}, '', ${gifts}, ${gifts}, now() + make_interval(secs => ${index})) returning id)
      insert into treasury_gift (given_by, import_id, member_id, amount, note, state, created_at)
      select ${admin.id}, id, ${admin.id}, 1, '', 'failed', now() from file, generate_series(1, ${gifts}::int)`)
  const { gifts } = await read<Treasury>()
  expect(
    gifts.filter(({ by }) => by === admin.username).map(({ failed, failures }) => [failed, failures.length]),
  ).toEqual([
    [3, 3],
    [120, 100],
  ])
}, 60_000)

test('new VAL are created once per key and only if typed twice; a round is announced, never called at once', async () => {
  const { post, read, history, aMemberWithWallet, admin } = await aPiazzaWithAdmin({})
  await aMemberWithWallet(50_00)
  const before = (await read<Treasury>()).balance
  for (const confirmation of [undefined, 1, 10.01])
    expect(await post('mint', { amount: 10, confirmation })).toMatchObject({
      status: 422,
      body: { message: TREASURY_MESSAGES.confirmationNeeded },
    })
  const mint = (amount: number) => post('mint', { amount, confirmation: amount }, 'mint')
  for (let time = 0; time < 2; time++) expect([200, 202]).toContain((await mint(10)).status)
  await expect.poll(async () => (await read<Treasury>()).balance, { timeout: 20_000 }).toBe(before + 10)
  expect((await mint(11)).status).toBe(409)
  expect((await read<Treasury>()).round).toEqual({ takes: 3, holders: 1 })
  expect((await post('rounds', { date: italianDate(new Date()) })).status).toBe(404)
  expect((await history()).map(({ by, text }) => `${by}: ${text}`)).toEqual([`${admin.username}: Creati 10,00 VAL`])
}, 180_000)

test('while the chain is down, a gift and a round under way leave other jobs to run, and end once it is back', {
  tags: 'slow',
  timeout: 180_000,
}, async () => {
  const now = new Date()
  const { wrap, setDown } = anUnsteadyChain()
  const { post, aMemberWithWallet, chain, db } = await aPiazzaWithAdmin({ clock: () => now, wrap })
  const anna = await aMemberWithWallet(50_00)
  setDown(true)
  expect((await post('gifts', { to: anna.username, amount: 10 })).status).toBe(202)
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into evaporation_round (date, announced_at) values (${italianDate(now)}, now())`)
    await jobs.add(tx, 'call-rounds', {})
  })
  const open = () =>
    db.query(sql`select kind from chain_transaction where state in ('intended', 'signed') order by position`)
  await expect.poll(open, { timeout: 20_000 }).toEqual([{ kind: 'transfer' }, { kind: 'evaporate' }])
  await runJob(db, 'expire-listings')
  setDown(false)
  await expect.poll(() => chain.balanceOf(anna.account), { timeout: 60_000 }).toBe(56_40)
  const ended = () =>
    db.query(sql`
    select g.state from treasury_gift g, evaporation_round r where g.state = 'paid' and r.done_at is not null`)
  await expect.poll(ended, { timeout: 60_000 }).toHaveLength(1)
})

test('a file of 100,000 rows is refused with the reason', async () => {
  const { call, aMember } = await anOwnPiazza()
  const admin = await aMember({ isAdmin: true })
  const csv = `username,amount,note\n${'qualcuno,10.00,una nota di una certa lunghezza\n'.repeat(100_000)}`
  const { status, body } = await call('POST', '/api/treasury/gifts/import', {
    token: admin.token,
    body: { csv, dryRun: false },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ sum: 0, errors: [{ row: 10_002, message: expect.stringContaining('dividi il file') }] })
})

test('the notes of gifts are erased with the account that they were given to', async () => {
  const { call, aMember, db } = await anOwnPiazza()
  const [admin, anna, bruno] = [await aMember({ isAdmin: true }), await aMember(), await aMember()]
  for (const { id } of [anna, bruno])
    await db.execute(sql`
      insert into treasury_gift (given_by, member_id, amount, note, state, created_at)
      values (${admin.id}, ${id}, 100, 'Auguri per la nascita', 'failed', now())`)
  expect((await call('DELETE', `/api/users/${anna.id}`, { token: admin.token })).status).toBe(200)
  const notes = await db.query(sql`select member_id as id, note from treasury_gift order by position`)
  expect(notes).toEqual([
    { id: anna.id, note: '' },
    { id: bruno.id, note: 'Auguri per la nascita' },
  ])
})
