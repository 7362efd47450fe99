import { type Address, getAbiItem, type PublicClient } from 'viem'
import type { Hundredths } from '#domain/base/money.ts'
import { VAL } from '#server/val/chain/token.ts'

type EventSource = { block: number; logIndex: number; transactionHash: string; at: Date }

/** The token's events in order: a transfer, VAL minted for the Owner, or a holder's balance after a round. */
export type TokenEvent = EventSource &
  (
    | { name: 'moved'; from: string; to: string; amount: Hundredths }
    | { name: 'minted'; to: string; amount: Hundredths }
    | { name: 'evaporated'; from: string; balance: Hundredths }
  )

const events = [
  getAbiItem({ abi: VAL, name: 'Transfer' }),
  getAbiItem({ abi: VAL, name: 'BalanceAfterEvaporating' }),
  getAbiItem({ abi: VAL, name: 'TokenMinting' }),
] as const

export const readEvents = async (
  client: PublicClient,
  token: Address,
  from: number,
  to: number,
): Promise<TokenEvent[]> => {
  const range = { fromBlock: BigInt(from), toBlock: BigInt(to) }
  const logs = await client.getLogs({ address: token, events, ...range, strict: true })
  const times = new Map<bigint, Date>()
  const blocks = [...new Set(logs.map((log) => log.blockNumber))]
  await Promise.all(
    blocks.map(async (blockNumber) => {
      const { timestamp } = await client.getBlock({ blockNumber })
      times.set(blockNumber, new Date(Number(timestamp) * 1000))
    }),
  )
  const isMinting = logs.some((log) => log.eventName === 'TokenMinting')
  const owner = isMinting ? await client.readContract({ address: token, abi: VAL, functionName: 'Owner' }) : ''
  const toEvent = (log: (typeof logs)[number]): TokenEvent => {
    const source = {
      block: Number(log.blockNumber),
      logIndex: log.logIndex,
      transactionHash: log.transactionHash,
      at: times.get(log.blockNumber) ?? new Date(0),
    }
    switch (log.eventName) {
      case 'Transfer':
        return { ...source, name: 'moved', from: log.args.from, to: log.args.to, amount: Number(log.args.tokens) }
      case 'BalanceAfterEvaporating':
        return { ...source, name: 'evaporated', from: log.args.from, balance: Number(log.args.balance) }
      case 'TokenMinting':
        return { ...source, name: 'minted', to: owner, amount: Number(log.args.amount) }
    }
  }
  return logs.map(toEvent)
}
