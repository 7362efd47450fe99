import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza } from '#test/fixtures.ts'
import { aBuyerAndListing } from '#test/order-calls.ts'

const NOWHERE = '01a1dd19-6ac6-7e41-9831-b41830232d98'

test('the id of a thread or message of others is answered like one that does not exist', async () => {
  const piazza = await anOwnPiazza()
  const { seller, buyer, listing } = await aBuyerAndListing(piazza)
  const idOf = ({ body }: { body: unknown }) => (body as { _id: string })._id
  const thread = idOf(await piazza.call('POST', '/api/threads', { token: buyer.token, body: { listing: listing.id } }))
  const text = 'Abito in via Segreta 4'
  const message = idOf(
    await piazza.call('POST', `/api/threads/${thread}/messages`, { token: buyer.token, body: { text } }),
  )
  const guessers = [
    await piazza.aMember({ hasAd: true }),
    await piazza.aMember({ role: 'moderator', hasAd: true }),
    await piazza.aMember({ role: 'desk', hasAd: true }),
    await piazza.aMember({ isAdmin: true, hasAd: true }),
  ]
  const asksAbout = (threadId: string, messageId: string) =>
    [
      ['GET', `/api/threads/${threadId}`],
      ['POST', `/api/threads/${threadId}/messages`, { text: 'Buongiorno' }],
      ['POST', '/api/reports', { kind: 'message', id: messageId, reason: 'spam', explanation: 'Prova' }],
    ] as const
  for (const { token } of guessers) {
    const answers = async (threadId: string, messageId: string) => {
      const got: string[] = []
      for (const [method, path, body] of asksAbout(threadId, messageId)) {
        const { status, text } = await piazza.call(method, path, { token, body })
        got.push(`${status} ${text}`)
      }
      return got
    }
    const guessed = await answers(thread, message)
    expect(guessed).toEqual(await answers(NOWHERE, NOWHERE))
    expect(guessed.every((answer) => answer.startsWith('404 '))).toBe(true)
  }
  expect(await piazza.db.query(sql`select text from message`)).toEqual([{ text }])
  const read = await piazza.call('GET', `/api/threads/${thread}`, { token: seller.token })
  expect(read.text).toContain(text)
})
