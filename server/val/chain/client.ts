import {
  type Address,
  createPublicClient,
  custom,
  defineChain,
  type Hex,
  http,
  keccak256,
  type PrivateKeyAccount,
  type Transport,
} from 'viem'
import type { Hundredths } from '#domain/base/money.ts'
import type { Provider } from '#server/platform/embedded/chain/ipc.ts'
import { fetchWhole } from '#server/platform/outgoing/fetch.ts'
import { DEPENDENCY_TIMEOUT_MS, ROUND_TIMEOUT_MS } from '#server/platform/timeouts.ts'
import { asChainError, isAlreadySent, isNodeResponse, withChainErrors } from '#server/val/chain/errors.ts'
import { type ChainTransaction, fieldsOf, VAL } from '#server/val/chain/token.ts'
import { readEvents, type TokenEvent } from '#server/val/chain/token-events.ts'

// In percent of the estimate: other transactions may change the cost before this one is mined.
const GAS_MARGIN = 130n
// The limit per transaction (EIP-7825).
const MAX_GAS = 2n ** 24n
// In percent of the current price, so that the transaction is still mined when the price rises.
const PRICE_MARGIN = 150n

export type Receipt = { succeeded: boolean; block: number; index: number; at: Date }
export type Unsigned = { nonce: number; gas: bigint; gasPrice: bigint; transaction: ChainTransaction }

/** A transport whose requests fail after the given time. */
type TransportWithin = (timeoutMs: number) => Transport

export type ChainParts = {
  transport: TransportWithin
  chainId: number
  token: Address
  treasury: PrivateKeyAccount
  /** 'free' on a chain without fees; with 'treasury' the treasury sends gas to the wallets. */
  gas: 'free' | 'treasury'
  /** Confirmations required before a block is read. */
  depth: number
  /** Mines a block; only on the embedded chain. */
  mine?: () => Promise<void>
  /** Resolves when the chain has started; only on the embedded chain. */
  ready?: Promise<void>
}
export type Chain = ReturnType<typeof makeChain>

export const httpTransport =
  (url: string): TransportWithin =>
  (timeout) =>
    http(url, { timeout, retryCount: 0, batch: { wait: 0 }, fetchFn: fetchWhole })
export const ipcTransport =
  (provider: Pick<Provider, 'request'>): TransportWithin =>
  (timeout) =>
    custom({ request: (request) => provider.request(request, timeout) }, { retryCount: 0 })

export const makeChain = (parts: ChainParts) => {
  const { transport, chainId, token, treasury, gas, depth, mine, ready = Promise.resolve() } = parts
  const network = defineChain({
    id: chainId,
    name: `chain ${chainId}`,
    nativeCurrency: { name: 'ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  })
  const clientWithin = (timeoutMs: number) =>
    createPublicClient({ chain: network, transport: transport(timeoutMs), cacheTime: 0 })
  const client = clientWithin(DEPENDENCY_TIMEOUT_MS)
  const clientForRounds = clientWithin(ROUND_TIMEOUT_MS)
  const contract = { address: token, abi: VAL } as const
  const readNumber = async (
    functionName: 'totalSupply' | 'holderIndex' | 'round' | 'unsettled' | 'due',
  ): Promise<number> => Number(await withChainErrors(client.readContract({ ...contract, functionName })))
  const readHead = async (): Promise<number> =>
    Math.max(0, Number(await withChainErrors(client.getBlockNumber())) - depth)
  const blockTime = async (block: Hex): Promise<Date> => {
    const { timestamp } = await client.getBlock({ blockNumber: BigInt(block) })
    return new Date(Number(timestamp) * 1000)
  }

  return {
    id: chainId,
    token,
    treasury,
    gas,
    ready,

    /** The last block with enough confirmations. */
    head: readHead,

    /** The last block before the deployment, after which events are read; the newest block if the node has pruned that state. */
    blockBeforeToken: async (): Promise<number> => {
      const hasToken = async (block: number) =>
        (await client.getCode({ address: token, blockNumber: BigInt(block) })) !== undefined
      const head = await readHead()
      try {
        if (!(await hasToken(head))) return head
        let [without, having] = [0, head]
        while (having - without > 1) {
          const middle = Math.floor((without + having) / 2)
          if (await hasToken(middle)) having = middle
          else without = middle
        }
        return without
      } catch (error) {
        if (isNodeResponse(error)) return head
        throw asChainError(error)
      }
    },

    lastBlockTime: async (): Promise<Date> =>
      new Date(Number((await withChainErrors(client.getBlock())).timestamp) * 1000),

    balanceOf: async (account: string, block?: number): Promise<Hundredths> => {
      const atBlock = block === undefined ? {} : { blockNumber: BigInt(block) }
      const args = [account as Address] as const
      return Number(
        await withChainErrors(client.readContract({ ...contract, functionName: 'balanceOf', args, ...atBlock })),
      )
    },
    etherOf: (account: string): Promise<bigint> => withChainErrors(client.getBalance({ address: account as Address })),
    supply: (): Promise<Hundredths> => readNumber('totalSupply'),
    holderCount: () => readNumber('holderIndex'),
    round: () => readNumber('round'),
    unsettled: () => readNumber('unsettled'),
    /** The total that a round called now would take; exact only if nothing is unsettled. */
    due: (): Promise<Hundredths> => readNumber('due'),
    /** Up to `count` holders from a position in the token's list, which starts at 1. */
    holdersFrom: async (position: number, count: number): Promise<{ account: string; balance: Hundredths }[]> => {
      const args = [BigInt(position), BigInt(count)] as const
      const [accounts, balances] = await withChainErrors(
        client.readContract({ ...contract, functionName: 'holdersFrom', args }),
      )
      return accounts.map((account, index) => ({ account, balance: Number(balances[index]) }))
    },

    nonceOf: (account: string): Promise<number> =>
      withChainErrors(client.getTransactionCount({ address: account as Address, blockTag: 'pending' })),
    /** The gas limit for a transaction; throws Reverted if the token would reject it now. */
    estimate: async (account: string, transaction: ChainTransaction): Promise<bigint> => {
      const call = { ...fieldsOf(token, transaction), account: account as Address, blockTag: 'pending' as const }
      const isRound = transaction.kind === 'evaporate' || transaction.kind === 'settle'
      const needed = await withChainErrors((isRound ? clientForRounds : client).estimateGas(call))
      const wanted = (needed * GAS_MARGIN) / 100n
      return needed <= MAX_GAS && wanted > MAX_GAS ? MAX_GAS : wanted
    },
    gasPrice: async (): Promise<bigint> =>
      gas === 'free' ? 0n : ((await withChainErrors(client.getGasPrice())) * PRICE_MARGIN) / 100n,

    sign: async (account: PrivateKeyAccount, { transaction, ...unsigned }: Unsigned) => {
      const fields = { ...unsigned, ...fieldsOf(token, transaction) }
      const raw = await account.signTransaction({ type: 'legacy', chainId, ...fields })
      return { raw, hash: keccak256(raw) }
    },

    /** Sends a signed transaction; repeating it has no effect. */
    broadcast: async (raw: string): Promise<void> => {
      try {
        await client.sendRawTransaction({ serializedTransaction: raw as Hex })
      } catch (error) {
        if (!isAlreadySent(error)) throw asChainError(error)
      }
      if (mine) await withChainErrors(mine())
    },

    findReceipt: async (hash: string): Promise<Receipt | undefined> => {
      const found = await withChainErrors(
        client.request({ method: 'eth_getTransactionReceipt', params: [hash as Hex] }),
      )
      if (!found) return undefined
      return {
        succeeded: found.status === '0x1',
        block: Number(found.blockNumber),
        index: Number(found.transactionIndex),
        at: await withChainErrors(blockTime(found.blockNumber)),
      }
    },

    /** With the longer timeout, because a round emits thousands of events. */
    events: (from: number, to: number): Promise<TokenEvent[]> =>
      withChainErrors(readEvents(clientForRounds, token, from, to)),
  }
}
