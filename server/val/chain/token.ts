import { type Address, encodeDeployData, encodeFunctionData, getContractAddress, type Hex, parseAbi } from 'viem'
import artifact from '../../../token/artifact.json' with { type: 'json' }

/** The part of the token's ABI that the server uses; the full ABI is in token/artifact.json. */
export const VAL = parseAbi([
  'constructor(string name_, uint256 initialSupply)',
  'event Transfer(address indexed from, address indexed to, uint256 tokens)',
  'event BalanceAfterEvaporating(address indexed from, uint256 balance)',
  'event TokenMinting(uint256 amount)',
  'function Owner() view returns (address)',
  'function balanceOf(address tokenOwner) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function holderIndex() view returns (uint256)',
  'function holdersFrom(uint256 position, uint256 count) view returns (address[] accounts, uint256[] balances)',
  'function round() view returns (uint256)',
  'function unsettled() view returns (uint256)',
  'function due() view returns (uint256)',
  'function transfer(address to, uint256 tokens) returns (bool)',
  'function mint(uint256 amount) returns (bool)',
  'function evaporate() returns (uint256 supply)',
  'function settle(uint256 count) returns (uint256 left)',
])

const NAME = 'the token'
// In hundredths: 8,000,000 VAL.
const SUPPLY = 800_000_000n
const GWEI = 1_000_000_000n

/** A transaction that the server sends; the unit of the amount is as in the table chain_transaction. */
export type ChainTransaction = {
  kind: 'deploy' | 'transfer' | 'mint' | 'evaporate' | 'settle' | 'gas'
  recipient: string
  amount: number
}

/** The address of the deployer's first contract; it can be computed before the deployment. */
export const firstContractOf = (deployer: Address): Address => getContractAddress({ from: deployer, nonce: 0n })

type TransactionFields = { to?: Address; data?: Hex; value?: bigint }

/** The fields of the Ethereum transaction. */
export const fieldsOf = (token: Address, { kind, recipient, amount }: ChainTransaction): TransactionFields => {
  switch (kind) {
    case 'deploy':
      return { data: encodeDeployData({ abi: VAL, bytecode: artifact.bytecode as Hex, args: [NAME, SUPPLY] }) }
    case 'transfer': {
      const args = [recipient as Address, BigInt(amount)] as const
      return { to: token, data: encodeFunctionData({ abi: VAL, functionName: 'transfer', args }) }
    }
    case 'mint':
      return { to: token, data: encodeFunctionData({ abi: VAL, functionName: 'mint', args: [BigInt(amount)] }) }
    case 'settle':
      return { to: token, data: encodeFunctionData({ abi: VAL, functionName: 'settle', args: [BigInt(amount)] }) }
    case 'evaporate':
      return { to: token, data: encodeFunctionData({ abi: VAL, functionName: 'evaporate' }) }
    case 'gas':
      return { to: recipient as Address, value: BigInt(amount) * GWEI }
  }
}
