import { expect, test } from 'vitest'
import type { Command } from '#server/admin/command.ts'
import type { AdminContext } from '#server/admin/context.ts'
import { mint } from '#server/admin/mint.ts'
import { send } from '#server/admin/send.ts'
import { makeCommandLineAdministration } from '#server/admin/services.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readSettings } from '#server/settings.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { absentChain } from '#test/chain.ts'
import { anOwnPiazza, type aPiazza, SECRET } from '#test/fixtures.ts'

/** The context of a command, with a chain that becomes unreachable after the gas estimate. */
const aContextOn = ({ db }: Awaited<ReturnType<typeof aPiazza>>): AdminContext => {
  const now = () => new Date()
  const chain = { ...absentChain(), estimate: async () => 0n }
  const { service } = makeWallet({ db, chain, secret: SECRET, now, log: () => undefined })
  const wallet = { ...service, waitFor: (id: string) => service.waitFor(id, 0) }
  return {
    administration: () => makeCommandLineAdministration({ db, settings: readSettings({ NODE_ENV: 'test' }), now }),
    wallets: async () => ({ chain, wallet }),
  } as unknown as AdminContext
}

const aMemberWithAccount = async (piazza: Awaited<ReturnType<typeof aPiazza>>) => {
  const member = await piazza.aMember()
  await piazza.db.execute(sql`
    update member set account = ${`0x${'1'.repeat(40)}`}, account_key = 'x' where id = ${member.id}`)
  return member
}

test.each<[string, Command, (email: string) => string[]]>([
  ['gift', send, (email) => [email, '12,50']],
  ['mint', mint, () => ['12,50']],
])(
  'a %s that is not confirmed in time is in the history, and the admin is told not to repeat it',
  async (name, command, args) => {
    const piazza = await anOwnPiazza()
    const { email } = await aMemberWithAccount(piazza)
    await expect(command.run(args(email), aContextOn(piazza))).rejects.toThrow('Non ripetere il comando.')
    expect(await piazza.db.query(sql`select amount from chain_transaction`)).toEqual([{ amount: 12_50 }])
    const audit = await piazza.db.query(sql`select action, details from audit`)
    expect(audit).toEqual([{ action: `treasury.${name}`, details: { amount: '12.5' } }])
  },
)
