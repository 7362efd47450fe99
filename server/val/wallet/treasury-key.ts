import type { Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { adminCommand } from '#server/platform/start/admin-command.ts'
import { loadSecret, storeSecret } from '#server/platform/start/secrets.ts'
import { SettingError } from '#server/settings.ts'
import { makeKeys } from '#server/val/wallet/keys.ts'

const FILE = 'treasury'
// Used instead of the member's id when the key is sealed.
const OWNER = 'treasury'

const wrongSecret = () =>
  'Impostazione WALLET_SECRET sbagliata: non apre la chiave della tesoreria in DATA_DIR/secrets/treasury. ' +
  `Rimetti quello di prima, o cambialo con «${adminCommand('reseal')}».`

const load = async (dataDir: string): Promise<Buffer | undefined> => {
  const sealed = await loadSecret(dataDir, FILE)
  return sealed === undefined ? undefined : Buffer.from(sealed, 'base64url')
}
const seal = (dataDir: string, key: Hex, secret: string): Promise<void> =>
  storeSecret(dataDir, FILE, makeKeys(secret).seal(OWNER, key).toString('base64url'))

const open = (sealed: Buffer, secret: string): Hex | undefined => {
  try {
    return makeKeys(secret).open(OWNER, sealed)
  } catch {
    return undefined
  }
}

/** The key of the embedded chain's treasury, sealed in the data folder like the members' keys; generated the first time. */
export const openTreasuryKey = async (dataDir: string, secret: string): Promise<Hex> => {
  const sealed = await load(dataDir)
  if (sealed) {
    const key = open(sealed, secret)
    if (!key) throw new SettingError(wrongSecret())
    return key
  }
  const key = generatePrivateKey()
  await seal(dataDir, key, secret)
  return key
}

/** Seals the key with another secret. Can be repeated after a crash. */
export const resealTreasuryKey = async (dataDir: string, before: string, after: string): Promise<void> => {
  const sealed = await load(dataDir)
  if (!sealed || open(sealed, after)) return
  const key = open(sealed, before)
  if (!key) throw new Error('la chiave della tesoreria è chiusa con un altro segreto')
  await seal(dataDir, key, after)
}
