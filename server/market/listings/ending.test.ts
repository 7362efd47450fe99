import { expect, test } from 'vitest'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazza } from '#test/fixtures.ts'
import { LISTING_INPUT } from '#test/listing-calls.ts'
import { mailsTo } from '#test/mailbox.ts'
import { someServices } from '#test/services.ts'

type Person = { id: string; token: string }

const open = async (start: string) => {
  let now = new Date(start)
  const piazza = await aPiazza({ clock: () => now })
  const { listingEnding, notices } = someServices(piazza.db, () => now)
  const noticesOf = async ({ token }: Person) =>
    ((await piazza.call('GET', '/api/notices', { token })).body as NoticePage).notices
  const renew = ({ token }: Person, id: string, expiry: string) =>
    piazza.call('PUT', `/api/products/${id}`, { token, body: { ...LISTING_INPUT, name: 'Pane', expiry } })
  return {
    ...piazza,
    noticesOf,
    renew,
    tellOwners: listingEnding.tellOwners,
    sendDigests: notices.sendDigests,
    moveTo: (moment: string) => (now = new Date(moment)),
  }
}

test('the owner of a listing is told three days before it ends, once for each end, on the site and in the digest', async () => {
  const piazza = await open('2026-06-10T10:00:00Z')
  const rosa = await piazza.aMember()
  const { id } = await piazza.aListing({ by: rosa, name: 'Pane', expiresAt: new Date('2026-06-14T22:00:00Z') })
  await piazza.tellOwners()
  expect(await piazza.noticesOf(rosa)).toEqual([])
  piazza.moveTo('2026-06-12T10:00:00Z')
  await Promise.all([piazza.tellOwners(), piazza.tellOwners()])
  await piazza.tellOwners()
  expect(await piazza.noticesOf(rosa)).toMatchObject([
    { kind: 'listing', text: 'Il tuo annuncio «Pane» scade il 14/06/2026', link: `/product/${id}/edit`, seen: false },
  ])
  piazza.moveTo('2026-06-13T06:00:00Z')
  await piazza.sendDigests()
  expect((await mailsTo(piazza.db, rosa.email)).map(({ text }) => text.includes('scade il 14/06/2026'))).toEqual([true])
  await piazza.call('POST', '/api/notices/seen', { token: rosa.token, body: { all: true } })
  await piazza.tellOwners()
  expect(await piazza.noticesOf(rosa)).toHaveLength(1)
  expect((await piazza.renew(rosa, id, '2026-06-15')).status).toBe(200)
  await piazza.tellOwners()
  expect((await piazza.noticesOf(rosa)).map(({ text }) => text.slice(-10))).toEqual(['15/06/2026', '14/06/2026'])
})

test('an owner who chose mails at once gets a link to renew, and renewing marks the notice as seen', async () => {
  const piazza = await open('2026-06-12T10:00:00Z')
  const rosa = await piazza.aMember()
  const body = { listing: 'now' }
  await piazza.call('PUT', '/api/notices/preferences', { token: rosa.token, body })
  const { id } = await piazza.aListing({ by: rosa, name: 'Pane', expiresAt: new Date('2026-06-13T22:00:00Z') })
  await piazza.tellOwners()
  const [mail] = await mailsTo(piazza.db, rosa.email)
  expect(mail?.subject).toBe('Il tuo annuncio «Pane» scade il 13/06/2026')
  expect(mail?.text).toContain(`/product/${id}/edit`)
  expect(await piazza.noticesOf(rosa)).toMatchObject([{ seen: false }])
  expect((await piazza.renew(rosa, id, '2026-07-15')).status).toBe(200)
  expect(await piazza.noticesOf(rosa)).toMatchObject([{ seen: true }])
  await piazza.call('DELETE', `/api/products/${id}`, { token: rosa.token })
  expect(await piazza.noticesOf(rosa)).toEqual([])
})

test('an admin who edits the listing does not mark the notice as seen by its owner', async () => {
  const piazza = await open('2026-06-12T10:00:00Z')
  const [rosa, admin] = [await piazza.aMember(), await piazza.aMember({ isAdmin: true })]
  const { id } = await piazza.aListing({ by: rosa, name: 'Pane', expiresAt: new Date('2026-06-13T22:00:00Z') })
  await piazza.tellOwners()
  expect((await piazza.renew(admin, id, '2026-06-13')).status).toBe(200)
  expect(await piazza.noticesOf(rosa)).toMatchObject([{ seen: false }])
  piazza.moveTo('2026-06-13T06:00:00Z')
  await piazza.sendDigests()
  expect((await mailsTo(piazza.db, rosa.email)).map(({ text }) => text.includes('scade il 13/06/2026'))).toEqual([true])
})

test('owners are not told of the end of events, of hidden listings or of listings without an end', async () => {
  const piazza = await open('2026-06-12T10:00:00Z')
  const rosa = await piazza.aMember()
  const [soon, past] = [new Date('2026-06-13T10:00:00Z'), new Date('2026-06-12T09:00:00Z')]
  await piazza.aListing({ by: rosa, section: 'avviso', startsAt: past, endsAt: soon })
  await piazza.aListing({ by: rosa, expiresAt: soon, paused: true })
  await piazza.aListing({ by: rosa, expiresAt: past })
  await piazza.aListing({ by: rosa })
  const withheld = await piazza.aListing({ by: rosa, expiresAt: soon })
  await piazza.db.execute(sql`update listing set withheld = 'hidden' where id = ${withheld.id}`)
  await piazza.tellOwners()
  expect(await piazza.noticesOf(rosa)).toEqual([])
})
