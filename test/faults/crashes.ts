import { expect } from 'vitest'
import type { Books } from '#test/faults/orders-databases.ts'
import { killWhileTrading } from '#test/faults/orders-kill.ts'
import { aMailServer } from '#test/mail-server.ts'
import { size } from '#test/siege.ts'

/** Kills server, database and chain in any order, from the first start on, and asks for everything that was promised; answers what was done. */
export const crash = async (books: (dataDir: string) => Books | Promise<Books>): Promise<string> => {
  const mails = await aMailServer()
  const plan = { kills: size(10, 250), firstKills: size(2, 50), books, smtpUrl: mails.url }
  const { found, wanted, deaths, kills } = await killWhileTrading(plan)
  expect(found).toEqual(wanted)
  // The same Message-ID twice is one mail: docs/decisions/011 tells why that can happen.
  const ids = mails.arrived.map(({ messageId }) => messageId)
  expect(new Set(ids).size).toBe(wanted.mails)
  return (
    `${kills} uccisioni (${deaths.atFirstStart} al primo avvio, poi server ${deaths.server}, database ${deaths.database}, ` +
    `catena ${deaths.chain}): ${found.orders} scambi e ${wanted.mails} mail, nessuno perso; ` +
    `${ids.length - wanted.mails} mail ripetute con lo stesso Message-ID`
  )
}
