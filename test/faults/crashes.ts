import { expect } from 'vitest'
import type { TestDatabase } from '#test/faults/killable-databases.ts'
import { killWhileTrading } from '#test/faults/orders-kill.ts'
import { aMailServer } from '#test/mail-server.ts'
import { size } from '#test/siege.ts'

/** Kills server, database and chain in random order, then checks that nothing acknowledged was lost; returns a summary. */
export const crash = async (database: (dataDir: string) => TestDatabase | Promise<TestDatabase>): Promise<string> => {
  const mails = await aMailServer()
  const plan = { kills: size(10, 250), firstKills: size(2, 50), database, smtpUrl: mails.url }
  const { found, wanted, killCounts, kills } = await killWhileTrading(plan)
  expect(found).toEqual(wanted)
  // A mail may arrive twice with the same Message-ID: see docs/decisions/011.
  const ids = mails.arrived.map(({ messageId }) => messageId)
  expect(new Set(ids).size).toBe(wanted.mails)
  return (
    `${kills} uccisioni (${killCounts.atFirstStart} al primo avvio, poi server ${killCounts.server}, database ${killCounts.database}, ` +
    `catena ${killCounts.chain}): ${found.orders} scambi e ${wanted.mails} mail, nessuno perso; ` +
    `${ids.length - wanted.mails} mail ripetute con lo stesso Message-ID`
  )
}
