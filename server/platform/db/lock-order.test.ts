import { expect, test } from 'vitest'
import { retryOn503 } from '#test/attacks/concurrently.ts'
import { deadlocksIn } from '#test/deadlocks.ts'
import { withDesk } from '#test/desk-calls.ts'
import { aPiazza } from '#test/fixtures.ts'
import { linkTo } from '#test/mailbox.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'

const ROUNDS = 12
const REVIEWERS = 3

test('the accounts of both parties of a request are deleted at the same time, without a deadlock', {
  tags: 'slow',
}, async () => {
  const piazza = await aPiazza({ env: { RATE_LIMITS: 'off' } })
  const { token } = await piazza.aMember({ isAdmin: true })
  for (let round = 0; round < ROUNDS; round++) {
    const { buyer, seller } = await piazza.anOrder({})
    const erase = ({ id }: { id: string }) => piazza.call('DELETE', `/api/users/${id}`, { token })
    const answers = await Promise.all([erase(buyer), erase(seller)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  }
  expect(await deadlocksIn(piazza.db)).toBe(0)
})

test.each(['account', 'listing'] as const)(
  'reviews written while the %s is deleted are stored or refused, without a deadlock',
  { tags: 'slow' },
  async (what) => {
    const piazza = await aPiazza({ env: { RATE_LIMITS: 'off' } })
    const { token } = await piazza.aMember({ isAdmin: true })
    const statuses: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const seller = await piazza.aMember()
      const { id } = await piazza.aListing({ by: seller })
      await piazza.aReview({ id })
      const reviewers = await Promise.all(Array.from({ length: REVIEWERS }, () => piazza.aMember()))
      const deletion = what === 'account' ? `/api/users/${seller.id}` : `/api/products/${id}`
      const body = { rating: 5, comment: 'Ottimo' }
      const answers = await Promise.all([
        ...reviewers.map((reviewer) =>
          retryOn503(() => piazza.call('POST', `/api/products/${id}/reviews`, { token: reviewer.token, body })),
        ),
        retryOn503(() => piazza.call('DELETE', deletion, { token })),
      ])
      expect(answers.at(-1)?.status).toBe(200)
      statuses.push(...answers.map(({ status }) => status))
    }
    expect(statuses.filter((status) => ![200, 404].includes(status))).toEqual([])
    expect(await deadlocksIn(piazza.db)).toBe(0)
  },
)

test.each(['verification', 'listing'])(
  'a member opens all links at the same time while others are registered, with welcome VAL on %s, without a deadlock',
  { tags: 'slow' },
  async (when) => {
    const env = { RATE_LIMITS: 'off', WELCOME_VAL: '10', WELCOME_WHEN: when }
    const piazza = await withDesk(await aPiazza({ env }))
    const password = 'una-password-lunga'
    for (let round = 0; round < ROUNDS; round++) {
      const [email, other] = [`prima${round}@esempio.test`, `poi${round}@esempio.test`]
      await piazza.call('POST', '/api/users/register', { body: { username: `ROSA${round}`, email, password } })
      const signedIn = await piazza.call('POST', '/api/users/signin', { body: { email, password } })
      const { token } = signedIn.body as { token: string }
      await piazza.call('PUT', '/api/users/profile', { token, body: { email: other, currentPassword: password } })
      const verification = await linkTo(piazza.db, email, 'verification')
      const newEmail = await linkTo(piazza.db, other, 'nuova-email')
      const person = { username: `RINA${round}`, name: 'Rina', surname: 'Bo', pin: '314159' }
      const answers = await Promise.all([
        piazza.call('POST', `/api/users/verification/${verification}`, { body: {} }),
        piazza.call('POST', `/api/users/new-email/${newEmail}`),
        piazza.register(person),
        piazza.register(person),
      ])
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
      expect(answers[1]?.status).toBe(200)
    }
    expect(await deadlocksIn(piazza.db)).toBe(0)
  },
)

test.each(['by name', 'by file'])(
  'gifts given %s while the recipient is suspended make no deadlock',
  { tags: 'slow' },
  async (how) => {
    const piazza = await aPiazzaWithChain({ env: { RATE_LIMITS: 'off' } })
    const giver = await piazza.aMember({ isAdmin: true })
    const other = await piazza.aMember({ isAdmin: true })
    const give = (username: string) => {
      const file = { csv: `username,amount\n${username},1`, dryRun: false }
      const [path, body] = how === 'by name' ? ['gifts', { to: username, amount: 1 }] : ['gifts/import', file]
      return piazza.call('POST', `/api/treasury/${path}`, { token: giver.token, body })
    }
    for (let round = 0; round < ROUNDS; round++) {
      const { id, username } = await piazza.aMemberWithWallet(0)
      const suspension = { token: other.token, body: { reason: 'Prova' } }
      const answers = await Promise.all([
        give(username),
        piazza.call('PUT', `/api/users/${id}/suspension`, suspension),
        give(username),
      ])
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    }
    expect(await deadlocksIn(piazza.db)).toBe(0)
  },
)
