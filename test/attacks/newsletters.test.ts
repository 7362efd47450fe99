import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza } from '#test/fixtures.ts'
import { aSubscriber, newsletterCalls } from '#test/newsletter-calls.ts'

const STRANGER = 'estranea@altrove.test'
const FORGED = { to: STRANGER, bcc: [STRANGER], recipients: [STRANGER], audienceIds: [STRANGER], email: STRANGER }

test('recipients in the body of a newsletter are ignored, and a line break in the subject adds no header', async () => {
  const piazza = await anOwnPiazza()
  const { token } = await piazza.aMember({ isAdmin: true })
  const { send, untilSent } = newsletterCalls(piazza, token)
  const subscriber = await aSubscriber(piazza)
  await aSubscriber(piazza, { confirmed: false })
  const letter = { text: `Ciao\n\nBcc: ${STRANGER}`, audience: 'subscribers', nearby: false, ...FORGED }
  const post = (subject: string) => piazza.call('POST', '/api/newsletters', { token, body: { ...letter, subject } })
  expect((await post(`Festa\u0000\r\nBcc: ${STRANGER}`)).status).toBe(422)
  const added = await post(`Festa\r\nBcc: ${STRANGER}`)
  expect(added.status).toBe(200)
  const { _id } = added.body as { _id: string }
  const change = { ...letter, subject: `Festa\r\nCc: ${STRANGER}` }
  expect((await piazza.call('PUT', `/api/newsletters/${_id}`, { token, body: change })).status).toBe(200)
  expect((await piazza.call('POST', `/api/newsletters/${_id}/send`, { token, body: change })).status).toBe(200)
  await untilSent(_id)
  expect((await send(_id)).status).toBe(409)
  const mails = await piazza.db.query<{ recipient: string; subject: string; headers: Record<string, string> }>(
    sql`select recipient, subject, headers from mail`,
  )
  expect(mails.map(({ recipient }) => recipient)).toEqual([subscriber.email])
  expect(mails[0]?.subject).toBe(`Festa Cc: ${STRANGER}`)
  expect(Object.keys(mails[0]?.headers ?? {}).map((name) => name.toLowerCase())).not.toContain('bcc')
})

test.each(['everyone', 'unverified', '', 'subscribers,members', "members' or true --", STRANGER, ['members']])(
  'an audience that does not exist is refused: %j',
  async (audience) => {
    const piazza = await anOwnPiazza()
    const { token } = await piazza.aMember({ isAdmin: true })
    const body = { subject: 'Festa', text: 'Ciao', audience }
    expect((await piazza.call('POST', '/api/newsletters', { token, body })).status).toBe(422)
  },
)
