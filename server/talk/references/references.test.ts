import { expect, test } from 'vitest'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazza } from '#test/fixtures.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aBuyerAndListing, orderCalls, type SignedInMember } from '#test/order-calls.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>
const textsOf = async (piazza: Piazza, { token }: SignedInMember): Promise<string[]> =>
  ((await piazza.call('GET', '/api/notices', { token })).body as NoticePage).notices.map(({ text }) => text)
const eraseByAdmin = async (piazza: Piazza, id: string): Promise<void> => {
  const admin = await piazza.aMember({ isAdmin: true })
  expect((await piazza.call('DELETE', `/api/users/${id}`, { token: admin.token })).status).toBe(200)
}
const named = async (piazza: Piazza, { id }: SignedInMember, name: string): Promise<void> => {
  await piazza.db.execute(sql`update member set seller_name = ${name} where id = ${id}`)
}
/** Mails that wait, because no server takes them. */
const waitingFor = async (piazza: Piazza, email: string): Promise<string> =>
  (await mailsTo(piazza.db, email)).map(({ subject, text, html }) => `${subject}\n${text}\n${html}`).join('\n')

test('notices and waiting mails of others lose the name, the words and the contact details of an erased member', async () => {
  const piazza = await aPiazza()
  const { buyer, seller, item } = await aBuyerAndListing(piazza)
  await named(piazza, buyer, 'Zenobia Quercia')
  const { order } = await orderCalls(piazza).place(buyer, [item], { body: { message: 'Chiamami al circolo Ginepro' } })
  await piazza.call('POST', '/api/orders/mailing', {
    token: buyer.token,
    body: { order: order._id, emailBody: 'Passo con la Vespa rossa' },
  })
  const { email } = (await piazza.call('GET', `/api/users/${seller.id}`, { token: seller.token })).body as {
    email: string
  }
  expect((await textsOf(piazza, seller)).join()).toContain('Zenobia Quercia')
  const words = /Zenobia|Quercia|Ginepro|Vespa/
  expect(await waitingFor(piazza, email)).toMatch(words)

  await eraseByAdmin(piazza, buyer.id)
  expect(await textsOf(piazza, seller)).not.toEqual([])
  expect((await textsOf(piazza, seller)).join()).not.toMatch(words)
  expect((await textsOf(piazza, seller)).join()).toContain('Utente cancellato')
  expect(await waitingFor(piazza, email)).not.toMatch(words)
  const stored = await piazza.db.query(sql`
    select n.text, n.mail::text as mail from notice n where n.member_id = ${seller.id}
    union all select subject || text || html, '' from mail where recipient = ${email}`)
  expect(JSON.stringify(stored)).not.toMatch(words)
})

test('the erasure of a seller takes the title of the listing out of the notices and waiting mails of others', async () => {
  const piazza = await aPiazza()
  const { buyer, seller, item, listing } = await aBuyerAndListing(piazza, { name: 'Torta Gelsomina' })
  const { order } = await orderCalls(piazza).place(buyer, [item])
  await piazza.call('POST', `/api/orders/${order._id}/accept`, { token: seller.token, body: order.terms })
  const everything = async () => [...(await textsOf(piazza, buyer)), await waitingFor(piazza, buyer.email)].join('\n')
  expect(await everything()).toContain(listing.name)
  await eraseByAdmin(piazza, seller.id)
  expect(await everything()).not.toContain('Gelsomina')
})

test('the words of who reported a problem are neither shown nor mailed after the erasure', async () => {
  const piazza = await aPiazza()
  const { buyer, seller, item } = await aBuyerAndListing(piazza)
  const { order } = await orderCalls(piazza).place(buyer, [item])
  await piazza.call('POST', `/api/orders/${order._id}/accept`, { token: seller.token, body: order.terms })
  const told = await piazza.call('POST', `/api/orders/${order._id}/problem`, {
    token: buyer.token,
    body: { text: 'La scatola Ortensia è vuota' },
  })
  expect(told.status).toBe(200)
  expect(await waitingFor(piazza, seller.email)).toContain('Ortensia')
  const stored = await piazza.db.query(sql`select text from mail where recipient = ${seller.email}`)
  expect(JSON.stringify(stored)).not.toContain('Ortensia')
  await eraseByAdmin(piazza, buyer.id)
  expect(await waitingFor(piazza, seller.email)).not.toContain('Ortensia')
})

test('a name is read when a notice is shown, in one page as in the next', async () => {
  const piazza = await aPiazza()
  const { buyer, seller, item } = await aBuyerAndListing(piazza)
  await named(piazza, buyer, 'Bar Ortica')
  await orderCalls(piazza).place(buyer, [item])
  expect((await textsOf(piazza, seller)).join()).toContain('Bar Ortica')
  await named(piazza, buyer, 'Osteria Ortica')
  const texts = (await textsOf(piazza, seller)).join()
  expect(texts).toContain('Osteria Ortica')
  expect(texts).not.toContain('Bar Ortica')
})

test('no input can contain a reference, so nobody can quote what they may not read', async () => {
  const piazza = await aPiazza()
  const member = await piazza.aMember()
  const body = { sellerName: `\u0002message ${member.id}\u0003` }
  expect((await piazza.call('PUT', '/api/users/profile', { token: member.token, body })).status).toBe(422)
})
