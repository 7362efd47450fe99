import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

// A chain's state in two generations. Each file carries its own checksum (gzip's), is written beside and renamed, so a
// kill at any moment leaves at least one that opens; what came after it is sent again from the database.
const CURRENT = 'state.gz'
const PREVIOUS = 'state.previous.gz'
const UNFINISHED = 'state.new'
export const LOADED = 'state.loading.json'
const KEPT_BLOCKS = 600

const unzip = promisify(gunzip)

export const saveSnapshot = async (folder: string, state: Buffer): Promise<void> => {
  const at = (name: string) => join(folder, name)
  await writeFile(at(UNFINISHED), state, { mode: 0o600, flush: true })
  // Only a state that opens may push out the older one.
  if (await readState(at(CURRENT))) await rename(at(CURRENT), at(PREVIOUS))
  await rename(at(UNFINISHED), at(CURRENT))
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** Lays the newest state that opens out for the chain to load; answers its name, or undefined when there is none. */
export const layOutSnapshot = async (folder: string): Promise<string | undefined> => {
  for (const name of [CURRENT, PREVIOUS]) {
    const state = await readState(join(folder, name))
    if (!state) continue
    await writeFile(join(folder, LOADED), JSON.stringify(shortened(state)), { mode: 0o600 })
    return LOADED
  }
  return undefined
}

export const clearSnapshot = (folder: string): Promise<void> => rm(join(folder, LOADED), { force: true })

type State = { best_block_number: number; blocks: { header: { number: string } }[] }

const readState = async (file: string): Promise<State | undefined> => {
  try {
    return JSON.parse((await unzip(await readFile(file))).toString())
  } catch {
    return undefined
  }
}

// What the wallets saw is in the database: the chain goes on from its last blocks.
const shortened = (state: State): State => ({
  ...state,
  blocks: state.blocks.filter(({ header }) => Number(header.number) > state.best_block_number - KEPT_BLOCKS),
})
