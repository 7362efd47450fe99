import { chown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatVal, fromHundredths } from '#domain/base/money.ts'
import { CommandFailure, print, UsageError } from '#server/admin/command.ts'
import { type AdminContext, openContext, type Wallets } from '#server/admin/context.ts'
import { loadBackup, readBackup } from '#server/admin/restore.ts'
import { makeUsedFiles } from '#server/admin/services.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { withTimeout } from '#server/platform/timeouts.ts'
import type { Settings } from '#server/settings.ts'
import { makeFiguresStore } from '#server/val/currency/figures-store.ts'
import { makeCursorStore } from '#server/val/wallet/cursor-store.ts'

const PAGE = 500
const SETTLE_MS = 60_000
const FOLLOW_MS = 200

/** The settings of the service with everything embedded in another folder. */
const embeddedIn = (dataDir: string, runAs: string | undefined, settings: Settings): Settings => ({
  ...settings,
  dataDir,
  runAs,
  databaseUrl: undefined,
  databaseDirectUrl: undefined,
  databaseReadUrls: [],
  chain: { ...settings.chain, node: undefined },
})

/** A folder for what is rebuilt: as root one of the user to whom the data belong, whom the embedded database then runs as. */
const temporaryFolder = async ({
  dataDir,
  runAs,
}: Settings): Promise<{ folder: string; runAs: string | undefined }> => {
  const make = () => mkdtemp(join(tmpdir(), 'piazza-verify-'))
  if (process.getuid?.() !== 0) return { folder: await make(), runAs }
  const owner = await stat(dataDir).catch(() => {
    throw new UsageError(
      `La cartella ${dataDir} (DATA_DIR) non esiste: la copia si prova come l’utente a cui appartiene. Creala prima, come per restore.`,
    )
  })
  const folder = await make()
  await chown(folder, owner.uid, owner.gid)
  return { folder, runAs: runAs ?? String(owner.uid) }
}

const settle = ({ followUp }: Wallets): Promise<void> =>
  withTimeout(
    SETTLE_MS,
    async (stopping) => {
      while (!stopping.aborted && (await followUp()) !== 'done') await sleep(FOLLOW_MS)
    },
    () => new CommandFailure('I movimenti di VAL in sospeso della copia non si concludono sulla rete ricostruita.'),
  )

/** Rebuilds the chain and compares each balance with the one that the database recorded; returns the number of wallets. */
const compareBalances = async (db: Database, context: AdminContext): Promise<number> => {
  const wallets = await context.wallets()
  await settle(wallets)
  const figures = makeFiguresStore(db, wallets.chain.treasury.address)
  // Until a round is settled the token takes it off each balance that it answers, before there is an event of it.
  const isSettled = (await wallets.chain.unsettled()) === 0
  for (let count = 0; ; count += PAGE) {
    const page = await wallets.chain.holdersFrom(count + 1, PAGE)
    const recorded = await figures.balancesOf(page.map(({ account }) => account))
    const different = page.find(({ account, balance }) => isSettled && recorded.get(account) !== balance)
    if (different)
      throw new CommandFailure(
        `Il portafoglio ${different.account} ha ${formatVal(fromHundredths(different.balance))} sulla rete ricostruita e ` +
          `${formatVal(fromHundredths(recorded.get(different.account) ?? 0))} nel database della copia.`,
      )
    if (page.length < PAGE) return count + page.length
  }
}

const describeChain = async (db: Database, context: AdminContext): Promise<string> => {
  const cursor = await makeCursorStore(db).find()
  if (!cursor) return 'La rete dei VAL non era ancora partita.'
  if (cursor.isOnNode) return 'I VAL sono su un nodo proprio, che la copia non contiene.'
  const count = await compareBalances(db, context)
  return `Rete dei VAL ricostruita: ${count === 1 ? 'un portafoglio' : `${count} portafogli`}, con i saldi del database.`
}

/** The pictures of the copy. Throws if some that are in use are not among its files; those of an object store are in no copy. */
const countPictures = async (db: Database, dataDir: string): Promise<number> => {
  const files = new Set(await readdir(join(dataDir, 'uploads')).catch(() => []))
  const used = await makeUsedFiles(db)()
  const missing = used.filter((url) => !files.has(basename(url))).length
  if (missing > 0)
    throw new CommandFailure(
      `Delle ${used.length} immagini in uso nella copia ne mancano ${missing}: DATA_DIR/uploads c’era tutta quando è stata fatta?`,
    )
  return files.size
}

/** Restores a backup into a temporary folder, compares it with what the file says of itself, and removes it. */
export const verifyBackup = async (file: string, { settings }: AdminContext): Promise<void> => {
  const { folder: dataDir, runAs } = await temporaryFolder(settings)
  const folder = join(dataDir, 'copy')
  const context = openContext(embeddedIn(dataDir, runAs, settings))
  try {
    await mkdir(folder)
    await readBackup(file, folder, settings)
    const db = await context.newDb()
    const { members, listings, val } = await loadBackup(db, folder, context.settings)
    print(`Database ricostruito e confrontato tabella per tabella: persone iscritte ${members}, annunci ${listings}.`)
    print(`VAL in tutto: ${formatVal(fromHundredths(val))}. ${await describeChain(db, context)}`)
    print(`Immagini: ${await countPictures(db, dataDir)}.`)
    print('La copia è buona.')
  } finally {
    await context.close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
