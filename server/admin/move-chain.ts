import { setTimeout as sleep } from 'node:timers/promises'
import { formatVal, fromHundredths } from '#domain/base/money.ts'
import { type Command, print, UsageError } from '#server/admin/command.ts'
import type { AdminContext } from '#server/admin/context.ts'
import { FolderTaken } from '#server/platform/embedded/chain/start.ts'
import { isServerRunning } from '#server/platform/jobs/locks.ts'
import { withTimeout } from '#server/platform/timeouts.ts'
import { checkNode } from '#server/val/chain/check-node.ts'
import { httpTransport, makeChain } from '#server/val/chain/client.ts'
import { makeCursorStore } from '#server/val/wallet/cursor-store.ts'
import { moveChain as move } from '#server/val/wallet/moving.ts'
import { openTreasuryKey } from '#server/val/wallet/treasury-key.ts'

const SETTLE_MS = 60_000
const FOLLOW_MS = 500
// Long, because no client is waiting and nodes may be slow.
const NODE_TIMEOUT_MS = 30_000

const isOpen = () => new UsageError('Piazza è aperta: chiudila prima di spostare i VAL.')

/** Opens the embedded chain exclusively, so that no server can start on it during the move. */
const openExclusively = (context: AdminContext) =>
  context.wallets({ shareRunning: false }).catch((error) => {
    throw error instanceof FolderTaken ? isOpen() : error
  })

export const moveChain: Command = {
  name: 'move-chain',
  usage: 'move-chain URL',
  does: 'con Piazza chiusa: porta i VAL dalla rete interna a un nodo proprio, con lo stesso token e gli stessi saldi',
  async run([url = '', ...rest], context) {
    if (!/^https?:\/\/./.test(url) || !URL.canParse(url) || rest.length > 0)
      throw new UsageError('Scrivi l’indirizzo del nuovo nodo, per esempio http://127.0.0.1:8545.')
    const { dataDir, chain: chainSettings, association } = context.settings
    if (chainSettings.node) throw new UsageError('I VAL sono già su un nodo proprio (CHAIN_RPC_URL).')
    const db = await context.db()
    if (await isServerRunning(db)) throw isOpen()
    await checkNode(url, chainSettings.id)
    const { chain: source, followUp, secret } = await openExclusively(context)
    await withTimeout(
      SETTLE_MS,
      async (stopping) => {
        while (!stopping.aborted && (await followUp()) !== 'done') await sleep(FOLLOW_MS)
      },
      () => new UsageError('Ci sono movimenti di VAL in sospeso: apri Piazza finché sono conclusi, poi ripeti.'),
    )
    const { id: chainId, token, treasury } = source
    const transport = () => httpTransport(url)(NODE_TIMEOUT_MS)
    const target = makeChain({ transport, chainId, token, treasury, gas: 'free', depth: 0 })
    const progress = (done: number) => print(`${done} transazioni ripetute`)
    const { transactions, holders, supply } = await move({ store: makeCursorStore(db), source, target, progress })
    print(
      `Ripetute ${transactions} transazioni; confrontati ${holders} portafogli, ` +
        `${formatVal(fromHundredths(supply))} in tutto: sono uguali.`,
    )
    print(
      'Metti queste impostazioni e avvia Piazza (TREASURY_KEY è un segreto: chi la legge dispone della tesoreria):\n',
    )
    print(`CHAIN_RPC_URL=${url}`)
    print(`CHAIN_ID=${chainId}`)
    print(`TOKEN_ADDRESS=${token}`)
    print(`TREASURY_KEY=${await openTreasuryKey(dataDir, secret)}`)
    print('CHAIN_GAS=free')
    // Without the embedded chain the default is 0.
    print(`WELCOME_VAL=${association.welcome.val}`)
  },
}
