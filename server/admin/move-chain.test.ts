// @module-tag slow
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { isServerRunning } from '#server/platform/jobs/locks.ts'
import { readSettings } from '#server/settings.ts'
import { type Chain, httpTransport, makeChain } from '#server/val/chain/client.ts'
import { openChain } from '#server/val/chain/open.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { databaseEnvironment } from '#test/attacks/server-process.ts'
import { addressOf } from '#test/database.ts'
import { anEmptyNode } from '#test/faults/chain-node.ts'
import { SECRET } from '#test/fixtures.ts'
import { anOwnPiazzaWithChain, type aPiazzaWithChain } from '#test/piazza-with-chain.ts'
import { runProgram } from '#test/program.ts'

const ADMIN = join(import.meta.dirname, '..', 'admin.ts')
const EMBEDDED_ID = 5
const WAIT_MS = 60_000
const ABSENT = '0x3333333333333333333333333333333333333333'

/** An association on the embedded chain with gifts, payments, one payment that the token refuses, and an evaporation. */
const anAssociation = async () => {
  const piazza = await anOwnPiazzaWithChain()
  const { db, chain, dataDir, app, closeChain } = piazza
  const [anna, bruno] = [await piazza.aMemberWithWallet(100_00), await piazza.aMemberWithWallet(20_00)]
  const { service } = makeWallet({ db, chain, secret: SECRET, now: () => new Date(), log: () => undefined })
  const pay = async (key: string, amount: number, wallet = service) => {
    const from = await service.findWallet(anna.id)
    if (!from) throw new Error('Anna has no wallet')
    return wallet.transfer({ key, from, to: bruno.account, amount })
  }
  const confirmed = async ({ id }: { id: string }) =>
    expect(await service.waitFor(id, WAIT_MS)).toMatchObject({ state: 'confirmed' })
  await confirmed(await pay('first', 12_34))
  await confirmed(await service.treasuryCall('round', { kind: 'evaporate', amount: 0 }))
  const runAs = process.getuid?.() === 0 ? { RUN_AS: 'root' } : {}
  const env = { NODE_ENV: 'test', DATA_DIR: dataDir, WALLET_SECRET: SECRET, ...runAs }
  const admin = (args: string[], settings: Record<string, string> = {}) =>
    runProgram([ADMIN, ...args], { ...env, ...databaseEnvironment(addressOf(db).database), ...settings })
  const close = async () => {
    await app.close()
    await refuseOne(piazza, anna.id)
    await closeChain()
  }
  return { ...piazza, admin, close, pay, anna, bruno }
}

/** Sends a payment that exceeds the balance, without the server's check, so that it reverts on the chain. */
const refuseOne = async ({ db, chain }: Awaited<ReturnType<typeof aPiazzaWithChain>>, memberId: string) => {
  const withoutCheck = { ...chain, estimate: async () => 120_000n }
  const parts = { db, chain: withoutCheck, secret: SECRET, now: () => new Date(), log: () => undefined }
  const { service } = makeWallet(parts)
  const from = await service.findWallet(memberId)
  if (!from) throw new Error('the member has no wallet')
  const sent = await service.transfer({ key: 'too much', from, to: ABSENT, amount: 500_00 })
  expect(await service.waitFor(sent.id, WAIT_MS)).toMatchObject({ state: 'failed' })
  expect(await db.query(sql`select from chain_transaction where key = 'too much' and place is not null`)).toHaveLength(
    1,
  )
}

const chainOn = (url: string, { token, treasury }: Chain): Chain =>
  makeChain({ transport: httpTransport(url), chainId: EMBEDDED_ID, token, treasury, gas: 'free', depth: 0 })

const readSettingLines = (out: string): Record<string, string> =>
  Object.fromEntries([...out.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

test('move-chain continues on a node with the same token and balances, also after an interruption', {
  tags: 'slow',
  timeout: 300_000,
}, async () => {
  const { db, admin, close, pay, anna, bruno, chain } = await anAssociation()
  const node = await anEmptyNode({ chainId: EMBEDDED_ID })
  await expect.poll(() => isServerRunning(db), { timeout: WAIT_MS }).toBe(true)
  expect(await admin(['move-chain', node.url])).toMatchObject({
    code: 1,
    err: expect.stringContaining('Piazza è aperta'),
  })
  const [supply, ...balances] = [
    await chain.supply(),
    await chain.balanceOf(anna.account),
    await chain.balanceOf(bruno.account),
  ]
  await close()
  const before = await admin(['holders'])
  const history = () =>
    db.query(sql`select position, at, kind, sender, recipient, amount from token_event order by position`)
  const [events, movements] = [await history(), await db.query(sql`select position from val_movement`)]

  // A first attempt was interrupted after three transactions.
  const begun = await db.query<{ raw: string }>(sql`
    select raw_transaction as raw from chain_transaction where place <= 3 order by place`)
  const onNode = chainOn(node.url, chain)
  for (const { raw } of begun) await onNode.broadcast(raw)

  const moved = await admin(['move-chain', node.url])
  expect(moved).toMatchObject({ code: 0, err: '' })
  expect(moved.out).toMatch(/confrontati 3 portafogli, [\d.,]+ VAL in tutto: sono uguali/)
  const settings = readSettingLines(moved.out)
  expect(settings).toMatchObject({
    CHAIN_RPC_URL: node.url,
    CHAIN_ID: String(EMBEDDED_ID),
    TOKEN_ADDRESS: chain.token,
    CHAIN_GAS: 'free',
    WELCOME_VAL: '100',
  })
  expect(await onNode.supply()).toBe(supply)
  expect([await onNode.balanceOf(anna.account), await onNode.balanceOf(bruno.account)]).toEqual(balances)
  expect((await admin(['holders'], settings)).out).toBe(before.out)

  // Payments and statements work on the new chain, and the history is unchanged.
  const quiet = { treasuryKey: async () => '0x' as const, restore: async () => undefined, log: () => undefined }
  const opened = await openChain({ dataDir: '/nowhere', settings: readSettings(settings).chain, ...quiet })
  const wallet = makeWallet({ db, chain: opened.chain, secret: SECRET, now: () => new Date(), log: () => undefined })
  const paid = await pay('after the move', 1_00, wallet.service)
  await expect.poll(wallet.followUp, { timeout: WAIT_MS }).toBe('done')
  expect(await wallet.service.waitFor(paid.id, WAIT_MS)).toMatchObject({ state: 'confirmed' })
  expect(await onNode.balanceOf(bruno.account)).toBe((balances[1] ?? 0) + 1_00)
  expect((await history()).slice(0, events.length)).toEqual(events)
  expect(await history()).toHaveLength(events.length + 1)
  expect(await db.query(sql`select position from val_movement`)).toHaveLength(movements.length + 2)

  expect(await admin(['holders'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('Impostazione CHAIN_RPC_URL mancante'),
  })
  expect(await admin(['move-chain', node.url], settings)).toMatchObject({
    code: 1,
    err: expect.stringContaining('già su un nodo proprio'),
  })
})

test('move-chain refuses nodes that cannot hold the same VAL, and changes nothing', {
  tags: 'slow',
  timeout: 300_000,
}, async () => {
  const { db, app, admin, close, chain } = await anAssociation()
  const refusal = async (url: string) => {
    const { code, err } = await admin(['move-chain', url])
    expect(code).toBe(1)
    return err
  }
  // Like a server that is starting: its chain runs, but not its jobs yet.
  await app.close()
  const empty = await anEmptyNode({ chainId: EMBEDDED_ID })
  expect(await refusal(empty.url)).toContain('Piazza è aperta')
  await close()
  for (const url of ['', 'ws://127.0.0.1:8545', 'http://'])
    expect(await refusal(url)).toContain('Scrivi l’indirizzo del nuovo nodo')
  expect(await refusal('http://user:segreto@127.0.0.1:1')).toBe('Il nodo non risponde su 127.0.0.1:1.\n')
  const another = await anEmptyNode()
  expect(await refusal(another.url)).toContain('Il nodo è della rete 77; per gli stessi VAL serve la rete 5.')
  const fees = await anEmptyNode({ chainId: EMBEDDED_ID, hasFees: true })
  expect(await refusal(fees.url)).toContain('Il nodo chiede commissioni')

  // The treasury has sent another transaction on that node.
  const used = await anEmptyNode({ chainId: EMBEDDED_ID })
  const onNode = chainOn(used.url, chain)
  const transaction = { kind: 'gas', recipient: ABSENT, amount: 0 } as const
  const { raw } = await onNode.sign(chain.treasury, { nonce: 0, gas: 30_000n, gasPrice: 0n, transaction })
  await onNode.broadcast(raw)
  expect(await refusal(used.url)).toContain('Sul nodo c’è già altro')
  expect(await db.query(sql`select is_on_node as moved from chain_cursor`)).toEqual([{ moved: false }])
  expect(await admin(['holders'])).toMatchObject({ code: 0 })
})
