import type { Database, Queries } from '#server/platform/db/pool.ts'
import { adminCommand } from '#server/platform/start/admin-command.ts'
import { createSecret, loadSecret } from '#server/platform/start/secrets.ts'
import { SettingError, type Settings } from '#server/settings.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { makeCursorStore } from '#server/val/wallet/cursor-store.ts'
import { makeKeys } from '#server/val/wallet/keys.ts'
import { makeWalletStore } from '#server/val/wallet/store.ts'

const LOST_SECRET =
  'Impostazione WALLET_SECRET mancante: ci sono portafogli chiusi con un segreto che qui non c’è. ' +
  'Rimetti quel segreto, in WALLET_SECRET o in DATA_DIR/secrets/wallet.'
const wrongSecret = () =>
  'Impostazione WALLET_SECRET sbagliata: non apre i portafogli del database. ' +
  `Rimetti quello di prima, o cambialo con «${adminCommand('reseal')}».`

/** Whether the secret, if there is one, opens the wallets that `tx` sees. */
export const opensWallets = async (
  db: Database,
  secret: string | undefined,
  tx: Pick<Queries, 'first'> = db,
): Promise<boolean> => {
  const keys = secret === undefined ? undefined : makeKeys(secret)
  const sealed = await makeWalletStore(db).findSealedKey(keys?.fingerprint, tx)
  if (!sealed) return true
  try {
    return keys?.open(sealed.memberId, sealed.sealedKey) !== undefined
  } catch {
    return false
  }
}

/** Returns the secret that opens the wallets in the database. Generates one only if there are no wallets, and if it may. */
export const openWalletSecret = async (
  db: Database,
  { walletSecret, dataDir }: Pick<Settings, 'walletSecret' | 'dataDir'>,
  { mayCreate = true } = {},
): Promise<string> => {
  const secret = walletSecret ?? (await loadSecret(dataDir, 'wallet'))
  const isOpen = await opensWallets(db, secret)
  if (secret === undefined) {
    if (!mayCreate || !isOpen || (await loadSecret(dataDir, 'treasury'))) throw new SettingError(LOST_SECRET)
    return createSecret(dataDir, 'wallet')
  }
  if (!isOpen) throw new SettingError(wrongSecret())
  return secret
}

/**
 * Without a configured node: throws if the VAL have been moved to a node, or if the treasury key is missing although the
 * database already records the events of a token, since a new key would create another token.
 */
export const checkEmbeddedChain = async (
  db: Database,
  { dataDir, chain }: Pick<Settings, 'dataDir' | 'chain'>,
): Promise<void> => {
  if (chain.node) return
  const known = await makeCursorStore(db).find()
  if (known?.isOnNode)
    throw new SettingError(
      'Impostazione CHAIN_RPC_URL mancante: i VAL di questo database sono su un nodo proprio (move-chain). ' +
        'Rimetti CHAIN_RPC_URL, TOKEN_ADDRESS, TREASURY_KEY e CHAIN_GAS=free.',
    )
  if (known && !(await loadSecret(dataDir, 'treasury')))
    throw new SettingError(
      `Manca la chiave della tesoreria, da cui dipende il token ${known.token}: rimetti DATA_DIR/secrets/treasury.`,
    )
}

/** Throws if the chain or the token is not the one whose events the database records. */
export const checkToken = async (db: Database, { id, token }: Pick<Chain, 'id' | 'token'>): Promise<void> => {
  const known = await makeCursorStore(db).find()
  if (!known) return
  if (known.chainId !== id)
    throw new SettingError(`Impostazione CHAIN_ID sbagliata: il database segue la rete ${known.chainId}, non ${id}.`)
  if (known.token !== token)
    throw new SettingError(
      `Impostazione TOKEN_ADDRESS sbagliata: il database segue il token ${known.token}, non ${token}. ` +
        'Con la rete interna il token dipende da DATA_DIR/secrets/treasury.',
    )
}
