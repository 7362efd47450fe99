import type { aPiazza } from '#test/fixtures.ts'
import { linkTo } from '#test/mailbox.ts'
import { unique } from '#test/population.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>

export const REGISTERED_PASSWORD = 'una-password-lunga'

/** A member registered through the API: verified by mail, with a wallet, signed in. */
export const aRegisteredMember = async (piazza: Piazza, username = unique('ROSA').toUpperCase()) => {
  const email = `${username.toLowerCase()}@esempio.test`
  await piazza.call('POST', '/api/users/register', { body: { username, email, password: REGISTERED_PASSWORD } })
  const link = await linkTo(piazza.db, email, 'verification')
  await piazza.call('POST', `/api/users/verification/${link}`, { body: { uuid: link } })
  const { body } = await piazza.call('POST', '/api/users/signin', { body: { email, password: REGISTERED_PASSWORD } })
  const { _id: id, token } = body as { _id: string; token: string }
  return { id, username, email, token }
}
