import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const FIXTURE = pathToFileURL(join(import.meta.dirname, 'slow-chain.fixture.ts')).href

/**
 * Slows the embedded chain of all tests of this run if CHAIN_START_DELAY_MS or CHAIN_ANSWER_DELAY_MS is set: test workers and
 * servers that tests start inherit NODE_OPTIONS.
 */
export const slowChainIfWanted = (): void => {
  if (!process.env.CHAIN_START_DELAY_MS && !process.env.CHAIN_ANSWER_DELAY_MS) return
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${FIXTURE}`
}
