import { createPublicClient, http } from 'viem'
import { AppError } from '#domain/base/errors.ts'
import { fetchWhole } from '#server/platform/outgoing/fetch.ts'

const TIMEOUT_MS = 10_000

/** Refuses a node that cannot execute the transactions of the embedded chain: they are signed for its id and pay no fees. */
export const checkNode = async (url: string, chainId: number): Promise<void> => {
  const client = createPublicClient({
    transport: http(url, { timeout: TIMEOUT_MS, retryCount: 0, fetchFn: fetchWhole }),
  })
  const [id, block] = await Promise.all([client.getChainId(), client.getBlock()]).catch(() => {
    // Only the host, because the URL may contain a key.
    throw new AppError('unavailable', `Il nodo non risponde su ${new URL(url).host}.`)
  })
  if (id !== chainId)
    throw new AppError('conflict', `Il nodo è della rete ${id}; per gli stessi VAL serve la rete ${chainId}.`)
  if (block.baseFeePerGas)
    throw new AppError('conflict', 'Il nodo chiede commissioni: serve una rete senza (base fee e gas price a zero).')
}
