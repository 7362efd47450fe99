import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { TREASURY_MESSAGES } from '#domain/val/treasury.ts'
import { sql } from '#server/platform/db/sql.ts'
import { concurrently } from '#test/attacks/concurrently.ts'
import { aRestartableServer } from '#test/faults/restartable-server.ts'
import { makePopulation } from '#test/population.ts'
import { size } from '#test/siege.ts'

const ACTS = size(12, 150)
const AT_ONCE = 4
const KILLS = size(4, 40)
const LONGEST_BEFORE_KILL_MS = 1_500
const PAUSE_MS = 50
const SLOW = { timeout: 300_000, interval: 200 }
// Above the sum that one admin gives alone.
const GIFT = 1_001
// Refused because an earlier attempt has succeeded whose answer was lost, or because the other decision was first.
const REPEATED: string[] = [TREASURY_MESSAGES.notProposed, TREASURY_MESSAGES.alreadyRevoked]
const WAYS = ['approve', 'approve and revoke', 'revoke', 'both at once'] as const

type Decision = 'approve' | 'revoke'
type Answer = { status: number; message: string }

test('a server killed again and again while admins approve and revoke gifts and files: each is paid once, or taken back once, as acknowledged', async ({
  annotate,
}) => {
  const { db, start, aMemberWithAccount, admin, balanceOf } = await aRestartableServer()
  const other = await makePopulation(db).aMember({ isAdmin: true })
  let running = start()
  await running

  /** Asks again until there is an answer, over restarts of the server. */
  const post = async ({ token }: { token: string }, path: string, body: object, key?: string) => {
    for (;;) {
      const { call } = await running
      const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
      const answer = await call('POST', `/api/treasury/gifts${path}`, { token, body, headers }).catch(() => undefined)
      if (answer && answer.status < 500) return answer
      await sleep(PAUSE_MS)
    }
  }
  const decide = async (how: Decision, id: string): Promise<Answer> => {
    const { status, body } = await post(how === 'approve' ? other : admin, `/${id}/${how}`, {})
    return { status, message: (body as { message: string }).message }
  }
  const isFor = async (id: string, states: string[]) =>
    (
      await db.query(sql`
      select from treasury_gift where (id = ${id} or import_id = ${id}) and not state = any(${states})`)
    ).length === 0
  const propose = async (act: number) => {
    const isFile = act % 3 === 2
    const people = [await aMemberWithAccount()]
    while (isFile && people.length < 3) people.push(await aMemberWithAccount())
    const key = `act ${act}`
    if (!isFile) {
      const body = { to: people[0]?.username, amount: GIFT, confirmation: GIFT }
      const answer = await post(admin, '', body, key)
      expect(answer.body).toMatchObject({ status: 'proposed' })
      return { people, id: (answer.body as { _id: string })._id }
    }
    const csv = `username,amount\n${people.map(({ username }) => `${username},${GIFT}\n`).join('')}`
    const answer = await post(admin, '/import', { csv, confirmation: GIFT * people.length }, key)
    expect(answer.body).toMatchObject({ proposed: true, errors: [] })
    const found = await db.first<{ id: string }>(sql`
      select g.import_id as id from treasury_gift g join member m on m.id = g.member_id
      where m.username = ${people[0]?.username ?? ''}`)
    return { people, id: found?.id ?? '' }
  }

  const perform = async (act: number) => {
    const way = WAYS[act % WAYS.length]
    const { people, id } = await propose(act)
    const answers: Partial<Record<Decision, Answer>> = {}
    if (way === 'approve' || way === 'approve and revoke') answers.approve = await decide('approve', id)
    if (way === 'approve and revoke' && act % 2 === 0) await expect.poll(() => isFor(id, ['paid']), SLOW).toBe(true)
    if (way === 'revoke' || way === 'approve and revoke') answers.revoke = await decide('revoke', id)
    if (way === 'both at once')
      [answers.approve, answers.revoke] = await Promise.all([decide('approve', id), decide('revoke', id)])
    return { id, people, answers }
  }

  const performed = concurrently(ACTS, AT_ONCE, perform)
  for (let kill = 0; kill < KILLS; kill++) {
    await Promise.race([performed, sleep(Math.random() * LONGEST_BEFORE_KILL_MS)])
    await (await running).end('SIGKILL')
    running = start()
    await running
  }
  const acts = await performed
  const isOpen = () => db.query(sql`select state from treasury_gift where state not in ('proposed', 'paid', 'revoked')`)
  await expect.poll(isOpen, SLOW).toEqual([])

  const counts = { paid: 0, revoked: 0 }
  for (const { id, people, answers } of acts) {
    const isRevoked = answers.revoke !== undefined
    for (const { status, message } of Object.values(answers)) if (status !== 200) expect(REPEATED).toContain(message)
    expect(await isFor(id, [isRevoked ? 'revoked' : 'paid']), JSON.stringify(answers)).toBe(true)
    for (const { account } of people) await expect.poll(() => balanceOf(account), SLOW).toBe(isRevoked ? 0 : GIFT * 100)
    counts[isRevoked ? 'revoked' : 'paid'] += people.length
  }
  await annotate(`${ACTS} regali e file, ${KILLS} interruzioni: ${JSON.stringify(counts)}`)
})
