import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '#domain/base/dates.ts'
import { ORDER_STATES } from '#domain/exchange/orders.ts'
import { sql } from '#server/platform/db/sql.ts'
import { PERSON, withDesk } from '#test/desk-calls.ts'
import { anOwnPiazza, type aPiazza } from '#test/fixtures.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1']

const download = async (piazza: Piazza, table: string) => {
  const { token } = await piazza.aMember({ isAdmin: true })
  return piazza.call('GET', `/api/export/${table}.csv`, { token })
}
const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { bom: true, delimiter: ';', columns: true })

test('members are exported as a file with everything an association keeps about them, and no secrets', async () => {
  const piazza = await anOwnPiazza()
  const { id, username, email } = await piazza.aMember()
  await piazza.db.execute(sql`
    update member set name = 'Zoë', surname = 'D''Àngelo; "Bo"', phone = '011 123456', birthday = '1980-03-01',
      account = ${`0x${'1'.repeat(40)}`}, account_key = 'secret-key' where id = ${id}`)
  const deleted = await piazza.aMember()
  await piazza.db.execute(sql`update member set deleted_at = now() where id = ${deleted.id}`)
  const { status, text, headers } = await download(piazza, 'members')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="utenti.csv"')
  expect(headers.get('cache-control')).toContain('no-store')
  const rows = rowsOf(text)
  expect(rows.find((row) => row['Nome utente'] === username)).toMatchObject({
    Nome: 'Zoë',
    Cognome: 'D\'Àngelo; "Bo"',
    'E-mail': email,
    Telefono: '011 123456',
    'Data di nascita': '01/03/1980',
    'Conto VAL': `0x${'1'.repeat(40)}`,
    Verificato: 'sì',
    Ruolo: 'iscrizione',
  })
  expect(rows.some((row) => row['Nome utente'] === deleted.username)).toBe(false)
  expect(text).not.toMatch(/none|secret-key|\$argon2/)
})

test('a member without e-mail is exported without the internal address', async () => {
  const piazza = await withDesk(await anOwnPiazza())
  await piazza.register()
  const rows = rowsOf((await download(piazza, 'members')).text)
  expect(rows.find((row) => row['Nome utente'] === PERSON.username)).toMatchObject({ 'E-mail': '' })
})

test('no cell of an export is a formula', async () => {
  const piazza = await anOwnPiazza()
  const member = await piazza.aMember()
  for (const name of FORMULAS) await piazza.aListing({ by: member, name })
  await piazza.db.execute(sql`update member set name = '=HYPERLINK("x")', city = '-2' where id = ${member.id}`)
  for (const table of ['members', 'listings']) {
    const cells = rowsOf((await download(piazza, table)).text).flatMap((row) => Object.values(row))
    expect(cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell))).toEqual([])
  }
  const titles = rowsOf((await download(piazza, 'listings')).text).map((row) => row.Titolo)
  expect(titles).toEqual(FORMULAS.map((name) => `'${name}`))
})

test('listings, requests and movements are exported whole, also beyond one page of the database', async () => {
  const piazza = await anOwnPiazza()
  const seller = await piazza.aMember()
  await piazza.aListing({ by: seller, name: 'Pane di segale', priceVal: 350 })
  await piazza.db.execute(sql`
    insert into listing (seller_id, name) select ${seller.id}, 'Annunci# ' || n from generate_series(1, 2500) as n`)
  const listings = rowsOf((await download(piazza, 'listings')).text)
  expect(listings).toHaveLength(2501)
  expect(new Set(listings.map(({ Codice }) => Codice)).size).toBe(2501)
  expect(listings[0]).toMatchObject({ Titolo: 'Pane di segale', 'Prezzo VAL': '3,50', Stato: 'in vetrina' })
  expect(listings[2500]).toMatchObject({ Titolo: 'Annunci# 2500', Stato: 'bozza', Offerente: seller.username })

  const { order, buyer } = await piazza.anOrder({ seller, state: 'paid' })
  const orders = rowsOf((await download(piazza, 'orders')).text)
  expect(orders).toMatchObject([{ Codice: order.id, 'Totale VAL': '5,00', A: seller.username }])
  for (const column of ['Concordata il', 'Pagata il'])
    expect(orders[0]?.[column]).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)

  await piazza.db.execute(sql`
    update member set account = ${`0x${'2'.repeat(40)}`}, account_key = 'x' where id = ${buyer.id}`)
  await piazza.db.execute(sql`
    insert into token_event (block, log_index, transaction_hash, at, kind, sender, recipient, amount)
    values (1, 0, '0xab', '2026-11-03 11:00:00+01', 'transfer', ${`0x${'2'.repeat(40)}`}, ${`0x${'3'.repeat(40)}`}, 1250)`)
  const [movement] = rowsOf((await download(piazza, 'movements')).text)
  const username = (
    await piazza.db.first<{ username: string }>(sql`select username from member where id = ${buyer.id}`)
  )?.username
  expect(movement).toMatchObject({
    Data: '03/11/2026 11:00',
    Movimento: 'trasferimento',
    'Importo VAL': '12,50',
    Da: username,
    A: `0x${'3'.repeat(40)}`,
    Transazione: '0xab',
  })
})

test('listings of kinds without a price are exported without the price that they had', async () => {
  const piazza = await anOwnPiazza()
  await piazza.aListing({ name: 'Festa', section: 'avviso', startsAt: new Date(Date.now() + DAY_MS), priceVal: 100 })
  await piazza.aListing({ name: 'Orto insieme', section: 'propongo', priceVal: 100 })
  await piazza.aListing({ name: 'Seggiola', section: 'dono', priceVal: 0 })
  await piazza.aListing({ name: 'Cerco una bici', section: 'cerco', priceVal: 350 })
  await piazza.db.execute(sql`update listing set price_euro = 200`)
  const rows = rowsOf((await download(piazza, 'listings')).text)
  expect(rows.map((row) => [row.Titolo, row['Prezzo VAL'], row['Prezzo euro']])).toEqual([
    ['Festa', '0,00', '0,00'],
    ['Orto insieme', '0,00', '0,00'],
    ['Seggiola', '0,00', '0,00'],
    ['Cerco una bici', '3,50', '2,00'],
  ])
})

test('each request is exported with its state, and when it was agreed on, closed or expired', async () => {
  const piazza = await anOwnPiazza()
  for (const state of ORDER_STATES) await piazza.anOrder({ kind: state === 'concluded' ? 'propongo' : 'offro', state })
  const rows = rowsOf((await download(piazza, 'orders')).text)
  const isFilled = (row: Record<string, string>, column: string) => row[column] !== ''
  expect(
    rows.map((row) => [row.Stato, ...['Concordata il', 'Chiusa il', 'Scaduta il'].map((each) => isFilled(row, each))]),
  ).toEqual([
    ['in attesa di risposta', false, false, false],
    ['concordata', true, false, false],
    ['pagata', true, false, false],
    ['consegnata', true, false, false],
    ['conclusa', true, false, false],
    ['chiusa', false, true, false],
    ['scaduta', false, false, true],
  ])
})

test('each export is in the audit, and only admins export', async () => {
  const piazza = await anOwnPiazza()
  const admin = await piazza.aMember({ isAdmin: true })
  const { token } = await piazza.aMember()
  for (const table of ['members', 'listings', 'orders', 'movements']) {
    expect((await piazza.call('GET', `/api/export/${table}.csv`, { token })).status).toBe(403)
    expect((await piazza.call('GET', `/api/export/${table}.csv`, { token: admin.token })).status).toBe(200)
  }
  const audit = await piazza.db.query(sql`select action, actor from audit order by id`)
  expect(audit).toEqual(
    ['members', 'listings', 'orders', 'movements'].map((table) => ({ action: `export.${table}`, actor: admin.id })),
  )
})

const run = promisify(execFile)
const hasLibreOffice = await run('soffice', ['--version']).then(
  () => true,
  () => false,
)

// LibreOffice needs 300 MB, so the test runs only where it is installed.
test.skipIf(!hasLibreOffice)(
  'LibreOffice opens an export with its accents, semicolons and line breaks',
  async () => {
    const piazza = await anOwnPiazza()
    const { id } = await piazza.aMember()
    await piazza.db.execute(sql`update member set name = 'Zoë; "Bo"', surname = '=1+1' where id = ${id}`)
    const folder = await mkdtemp(join(tmpdir(), 'piazza-export-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'utenti.csv'), (await download(piazza, 'members')).text)
    // Separator, quote, UTF-8. Read with semicolons, as in Italian settings, and written with commas.
    const filter = (separator: number) => `Text - txt - csv (StarCalc):${separator},34,76,1`
    const args = ['--headless', `--infilter=${filter(59)}`, '--convert-to', `csv:${filter(44)},,0,false,true,false`]
    await run('soffice', [...args, '--outdir', 'out', 'utenti.csv'], {
      cwd: folder,
      env: { ...process.env, HOME: folder },
    })
    const text = await readFile(join(folder, 'out', 'utenti.csv'), 'utf8')
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true })
    expect(rows.some(({ Nome, Cognome }) => Nome === 'Zoë; "Bo"' && Cognome === "'=1+1")).toBe(true)
  },
  120_000,
)
