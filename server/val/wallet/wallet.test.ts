import { expect, test } from 'vitest'
import { DAY_MS, ofDayMonth } from '#domain/base/dates.ts'
import type { Statement } from '#domain/val/wallet.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { retryOn503 } from '#test/attacks/concurrently.ts'
import { aChain, fillHolderList } from '#test/chain.ts'
import { aDatabase } from '#test/database.ts'
import { aPiazza } from '#test/fixtures.ts'

const SECRET = 'a secret that only tests know, and never leaves them'

/** A Piazza with a chain, a function that adds a member with 100 VAL, and the wallets’ service. */
const aPiazzaWithWallets = async () => {
  const db = await aDatabase()
  const { chain: servers, patientChain: chain, dataDir, close } = await aChain(db)
  const piazza = await aPiazza({ db, chain: servers })
  /** Retries while the response is 503 because the chain is slow. */
  const call: typeof piazza.call = (...request) => retryOn503(() => piazza.call(...request))
  const { service } = makeWallet({
    db,
    chain,
    secret: SECRET,
    now: () => new Date(),
    log: () => undefined,
  })
  const aWallet = async () => {
    const member = await piazza.aMember()
    const wallet = { memberId: member.id, ...service.make(member.id) }
    await db.execute(sql`
      update member set account = ${wallet.account}, account_key = ${wallet.sealedKey} where id = ${member.id}`)
    await service.transfer({ key: `gift ${member.id}`, from: 'treasury', to: wallet.account, amount: 100_00 })
    return { ...member, ...wallet }
  }
  const pay = (from: Awaited<ReturnType<typeof aWallet>>, to: { account: string }, amount: number) =>
    service.transfer({ key: `pay ${Math.random()}`, from, to: to.account, amount })
  return { ...piazza, call, callOnce: piazza.call, chain, dataDir, closeChain: close, service, aWallet, pay }
}

test('only verified members have a wallet, and each sees only their own', async () => {
  const { call, aMember, aWallet } = await aPiazzaWithWallets()
  const anna = await aWallet()
  for (const path of ['/api/wallet', '/api/wallet/statement', '/api/wallet/statement.csv']) {
    expect(await call('GET', path)).toMatchObject({ status: 401, body: { message: 'Per continuare devi accedere.' } })
    const { token } = await aMember({ verified: false })
    expect(await call('GET', path, { token })).toMatchObject({ status: 403 })
  }
  const mine = await call('GET', '/api/wallet', { token: anna.token })
  expect(mine).toMatchObject({ status: 200, body: { account: anna.account, balance: 100 } })
  expect(await call('GET', '/api/wallet/balance', { token: anna.token })).toMatchObject({ body: { balance: 100 } })
  expect(mine.headers.get('cache-control')).toBe('private, no-store')
})

test('a payment shows at once in both balances', async () => {
  const { call, aWallet, pay } = await aPiazzaWithWallets()
  const [anna, bruno] = [await aWallet(), await aWallet()]
  await pay(anna, bruno, 12_34)
  expect((await call('GET', '/api/wallet', { token: anna.token })).body).toMatchObject({ balance: 87.66 })
  expect((await call('GET', '/api/wallet', { token: bruno.token })).body).toMatchObject({ balance: 112.34 })
})

test('while the chain is unreachable the wallet answers 503, and listings are still served', async () => {
  const { call, callOnce, aWallet, closeChain } = await aPiazzaWithWallets()
  const { token } = await aWallet()
  await closeChain()
  const answer = await callOnce('GET', '/api/wallet', { token })
  expect(answer.status).toBe(503)
  expect(answer.body).toEqual({ message: expect.stringContaining('I VAL non si possono leggere') })
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(await call('GET', '/api/wallet/balance', { token })).toMatchObject({ status: 200, body: { balance: null } })
  expect(await call('GET', '/api/products')).toMatchObject({ status: 200 })
})

test('the statement lists every movement, newest first, and agrees with the balance', async () => {
  const { call, chain, service, aWallet, pay } = await aPiazzaWithWallets()
  const [anna, bruno] = [await aWallet(), await aWallet()]
  await pay(anna, bruno, 30_00)
  await service.treasuryCall('evaporate:1', { kind: 'evaporate', amount: 0 })
  await pay(bruno, anna, 5_00)
  const { body } = await call('GET', '/api/wallet/statement', { token: anna.token })
  const evaporatedAt = new Date((body as Statement).movements[1]?.date ?? 0)
  expect(Math.abs(Date.now() - evaporatedAt.getTime())).toBeLessThan(DAY_MS)
  expect(body).toMatchObject({
    account: anna.account,
    balance: 70.8,
    next: null,
    movements: [
      { kind: 'in', amount: 5, balance: 70.8, title: `Bottega ${bruno.username}` },
      {
        kind: 'evaporation',
        amount: -4.2,
        balance: 65.8,
        username: '',
        title: `Evaporazione ${ofDayMonth(evaporatedAt)}: 6\u00a0% di 70,00`,
      },
      { kind: 'out', amount: -30, balance: 70, username: bruno.username },
      { kind: 'in', amount: 100, balance: 100, title: 'Tesoreria' },
    ],
  })
  const only = async (kind: string) =>
    ((await call('GET', `/api/wallet/statement?kind=${kind}`, { token: anna.token })).body as Statement).movements
  expect((await only('evaporation')).map(({ amount }) => amount)).toEqual([-4.2])
  expect((await only('in')).map(({ amount }) => amount)).toEqual([5, 100])
  expect(await call('GET', '/api/wallet/statement?kind=altro', { token: anna.token })).toMatchObject({ status: 400 })
  expect(await chain.balanceOf(anna.account)).toBe(70_80)
  const treasury = await chain.balanceOf(chain.treasury.address)
  expect(treasury + 70_80 + (await chain.balanceOf(bruno.account))).toBe(await chain.supply())
})

test('the statement can be downloaded as CSV for an Italian spreadsheet', async () => {
  const { call, db, aWallet, pay } = await aPiazzaWithWallets()
  const [anna, bruno] = [await aWallet(), await aWallet()]
  await db.execute(sql`update member set username = '=SUM(A1)', seller_name = '=SUM(A1)' where id = ${bruno.id}`)
  await pay(anna, bruno, 1_234)
  const { status, headers, text } = await call('GET', '/api/wallet/statement.csv', { token: anna.token })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toContain('attachment; filename="estratto-conto-val.csv"')
  const [head, first, second, rest] = text.replace('\uFEFF', '').split('\r\n')
  expect(head).toBe('Data;Movimento;Con chi;Descrizione;Importo VAL;Saldo VAL')
  expect(first).toMatch(/^\d\d\/\d\d\/\d{4};Inviati;"'=SUM\(A1\)";"'=SUM\(A1\)";-12,34;87,66$/)
  expect(second).toMatch(/;Ricevuti;"";"Tesoreria";100,00;100,00$/)
  expect(rest).toBe('')
})

test('the statement goes on from a cursor, without gaps or repetitions, also while movements are added', async () => {
  const { call, db, aWallet } = await aPiazzaWithWallets()
  const anna = await aWallet()
  const add = (count: number) =>
    db.execute(sql`
      insert into val_movement (account, kind, counterpart, amount, balance, transaction_hash, at)
      select ${anna.account}, 'in', '', 1, 100 + i, 'made up ' || random(), now() from generate_series(1, ${count}) i`)
  const read = async (before: number | null) =>
    (await call('GET', `/api/wallet/statement?before=${before ?? ''}`, { token: anna.token })).body as Statement
  await add(44)
  const pages = [await read(null)]
  await add(3)
  for (let next = pages[0]?.next ?? null; next !== null; ) {
    const page = await read(next)
    pages.push(page)
    next = page.next
  }
  expect(pages.map(({ movements }) => movements.length)).toEqual([20, 20, 5])
  const balances = pages.flatMap(({ movements }) => movements.map(({ balance }) => balance))
  expect(new Set(balances).size).toBe(45)
})

test('a round shows in the statement before it has been settled for the wallet', {
  tags: 'slow',
  timeout: 180_000,
}, async () => {
  const { call, chain, dataDir, service, aWallet } = await aPiazzaWithWallets()
  await fillHolderList(chain, dataDir, 1_520)
  const late = await aWallet()
  await service.treasuryCall('evaporate:1', { kind: 'evaporate', amount: 0 })
  expect(await chain.unsettled()).toBeGreaterThan(0)
  const read = async () => (await call('GET', '/api/wallet/statement', { token: late.token })).body
  const lines = [
    { kind: 'evaporation', amount: -6, balance: 94 },
    { kind: 'in', amount: 100, balance: 100 },
  ]
  await expect.poll(read, { timeout: 60_000 }).toMatchObject({ balance: 94, movements: lines })
  await service.treasuryCall('settle:1', { kind: 'settle', amount: 1_500 })
  expect(await chain.unsettled()).toBe(0)
  await expect.poll(read, { timeout: 60_000 }).toMatchObject({ balance: 94, movements: lines })
  expect((await call('GET', '/api/wallet', { token: late.token })).body).toMatchObject({ balance: 94 })
})
