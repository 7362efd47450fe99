import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

// The current and the previous snapshot of the chain. Each has a checksum (gzip's) and is written to a temporary file and
// renamed, so that one is always readable; later transactions are replayed from the database.
const CURRENT = 'state.gz'
const PREVIOUS = 'state.previous.gz'
const UNFINISHED = 'state.new'
export const LOADED = 'state.loading.json'
const MAX_BLOCKS = 600

const unzip = promisify(gunzip)

export const saveSnapshot = async (folder: string, state: Buffer): Promise<void> => {
  const at = (name: string) => join(folder, name)
  await writeFile(at(UNFINISHED), state, { mode: 0o600, flush: true })
  // Only a readable snapshot may replace the previous one.
  if (await readState(at(CURRENT))) await rename(at(CURRENT), at(PREVIOUS))
  await rename(at(UNFINISHED), at(CURRENT))
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** Unpacks the newest readable snapshot for anvil; returns its file name, or undefined when there is none. */
export const unpackSnapshot = async (folder: string): Promise<string | undefined> => {
  for (const name of [CURRENT, PREVIOUS]) {
    const state = await readState(join(folder, name))
    if (!state) continue
    await writeFile(join(folder, LOADED), JSON.stringify(withLastBlocks(state)), { mode: 0o600 })
    return LOADED
  }
  return undefined
}

export const removeUnpacked = (folder: string): Promise<void> => rm(join(folder, LOADED), { force: true })

type State = { best_block_number: number; blocks: { header: { number: string } }[] }

const readState = async (file: string): Promise<State | undefined> => {
  try {
    return JSON.parse((await unzip(await readFile(file))).toString())
  } catch {
    return undefined
  }
}

// The history is in the database; anvil only needs the last blocks.
const withLastBlocks = (state: State): State => ({
  ...state,
  blocks: state.blocks.filter(({ header }) => Number(header.number) > state.best_block_number - MAX_BLOCKS),
})
