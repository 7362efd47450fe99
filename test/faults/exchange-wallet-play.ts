import { randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { PASSWORD, type People } from '#test/faults/exchange-people.ts'
import { makeSender, partRequest } from '#test/faults/exchange-play.ts'
import { EXPENSES, type Proofs } from '#test/faults/exchange-proofs.ts'
import type { Request, Server } from '#test/faults/exchange-server.ts'
import type { WalletPlay } from '#test/faults/exchange-wallet-plan.ts'

type Step = WalletPlay['steps'][number]
type Parts = { db: Database; server: Server; people: People; proofs: Proofs }

/** Makes the calls of a play; returns their statuses. */
export const playWallet = async ({ db, server, people, proofs }: Parts, play: WalletPlay): Promise<number[]> => {
  // The notes tell the rows of this play from those of others.
  const tag = randomUUID()
  const note = (index: number) => `${tag} ${index}`
  const personOf = (number: number) => people.at(play.firstPerson + number)
  const pick = <T>(rows: T[], which: number): T | undefined => rows[which % Math.max(1, rows.length)]
  const adminId = (admin: number) => server.admins[admin]?.id ?? ''

  const requestToAnswer = async (step: Extract<Step, { does: 'answer' }>): Promise<Request | undefined> => {
    const rows = await db.query<{ id: string; asker: string; asked: string }>(sql`
      select id, asker_id as asker, asked_id as asked from val_request where note like ${`${tag}%`} order by id`)
    const row = pick(rows, step.which)
    if (!row) return undefined
    const right = step.how === 'withdraw' ? row.asker : row.asked
    const by = step.isForeign ? personOf(step.by).memberId : right
    const body = step.how === 'pay' ? proofs.fields(by, EXPENSES.asked(row.id), step.proof) : {}
    return [by, 'POST', `/api/wallet/requests/${row.id}/${step.how}`, body]
  }

  const decision = async (step: Extract<Step, { does: 'decide' }>): Promise<Request | undefined> => {
    const rows = await db.query<{ id: string; by: string }>(sql`
      select distinct coalesce(import_id, id) as id, given_by as by from treasury_gift
      where note like ${`${tag}%`} order by 1`)
    const row = pick(rows, step.which)
    const by = server.admins.find(({ id }) => (id === row?.by) === step.isOwn)
    return row && by && [by.id, 'POST', `/api/treasury/gifts/${row.id}/${step.how}`, {}]
  }

  const letPass = async (): Promise<void> => {
    const ofPlay = sql`note like ${`${tag}%`}`
    await db.execute(sql`
      update treasury_gift set created_at = created_at - interval '61 minutes',
        approved_at = approved_at - interval '61 minutes' where ${ofPlay}`)
    await db.execute(sql`
      update gift_import set created_at = created_at - interval '61 minutes',
        approved_at = approved_at - interval '61 minutes'
      where id in (select import_id from treasury_gift where ${ofPlay})`)
    await db.execute(sql`update val_request set ends_at = ends_at - interval '8 days' where ${ofPlay}`)
    await jobs.add(db, 'end-val-requests', {})
  }

  const requestOf = async (step: Step, index: number): Promise<Request | undefined> => {
    const [self, next] = [personOf(step.by), personOf(step.by + 1)]
    if (step.does === 'send') {
      const proof = proofs.fields(self.memberId, EXPENSES.note(note(index)), step.proof)
      const body = { to: next.username, amount: step.amount / 100, note: note(index), ...proof }
      return [self.memberId, 'POST', '/api/wallet/transfers', body]
    }
    if (step.does === 'ask') {
      const body = { from: next.username, amount: step.amount / 100, note: note(index) }
      return [self.memberId, 'POST', '/api/wallet/requests', body]
    }
    if (step.does === 'answer') return requestToAnswer(step)
    if (step.does === 'gift') {
      const typed = step.isTyped ? { confirmation: step.val } : {}
      const body = { to: self.username, amount: step.val, note: note(index), ...typed }
      return [adminId(step.admin), 'POST', '/api/treasury/gifts', body]
    }
    if (step.does === 'file') {
      const rows = [self, next].map(({ username }) => `${username},${step.val},${note(index)}\n`)
      const body = { csv: `username,amount,note\n${rows.join('')}`, confirmation: 2 * step.val }
      return [adminId(step.admin), 'POST', '/api/treasury/gifts/import', body]
    }
    if (step.does === 'decide') return decision(step)
    if (step.does === 'part') return partRequest(step.how, server.adminId, self.memberId, next.memberId)
    if (step.does === 'erase') {
      const guest = people.guests[step.by % people.guests.length]
      if (!guest) return undefined
      return step.isByAdmin
        ? [server.adminId, 'DELETE', `/api/users/${guest.memberId}`, undefined]
        : [guest.memberId, 'POST', '/api/privacy/erase', { password: PASSWORD }]
    }
    if (step.does === 'mint')
      return [adminId(0), 'POST', '/api/treasury/mint', { amount: 1, ...(step.isTyped ? { confirmation: 1 } : {}) }]
    await letPass()
    return undefined
  }

  const send = makeSender(server, play.asksAgain)
  const statuses: number[] = []
  for (const [index, step] of play.steps.entries()) {
    const request = await requestOf(step, index)
    if (request) statuses.push(...(await send(request, step, `${tag} ${index}`)))
  }
  return statuses
}
