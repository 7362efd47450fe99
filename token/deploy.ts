// Deploys the token to a given network:
//   CHAIN_RPC_URL=https://… TREASURY_KEY=0x… npm run token -- deploy
// The key's account pays, receives the whole supply and becomes the Owner. CHAIN_ID is the network's id, 5 if not given.
// TOKEN_NAME and TOKEN_SUPPLY (base units, that is hundredths) replace the usual name and supply.
import { createPublicClient, createWalletClient, defineChain, type Hex, http, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import artifact from './artifact.json' with { type: 'json' }

export type Deployment = { rpcUrl: string; chainId: number; key: Hex; name?: string; supply?: bigint }

const VAL = parseAbi([
  'constructor(string name_, uint256 initialSupply)',
  'function name() view returns (string)',
  'function Owner() view returns (address)',
  'function balanceOf(address tokenOwner) view returns (uint256)',
])

export const deployToken = async ({ rpcUrl, chainId, key, name = 'the token', supply = 800_000_000n }: Deployment) => {
  const chain = defineChain({
    id: chainId,
    name: `rete ${chainId}`,
    nativeCurrency: { name: 'ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const transport = http(rpcUrl, { timeout: 15_000, retryCount: 0 })
  const account = privateKeyToAccount(key)
  const reader = createPublicClient({ chain, transport })
  const writer = createWalletClient({ account, chain, transport })

  // A token on the wrong network cannot be taken back.
  const actual = await reader.getChainId()
  if (actual !== chainId) throw new Error(`Il nodo risponde dalla rete ${actual}, ma CHAIN_ID è ${chainId}.`)

  const bytecode = artifact.bytecode as Hex
  const hash = await writer.deployContract({ abi: VAL, bytecode, args: [name, supply] })
  const receipt = await reader.waitForTransactionReceipt({ hash, timeout: 300_000 })
  const address = receipt.contractAddress
  if (receipt.status !== 'success' || !address) throw new Error(`La transazione ${hash} non è riuscita.`)

  const token = { address, abi: VAL } as const
  const [deployedName, owner, balance] = await Promise.all([
    reader.readContract({ ...token, functionName: 'name' }),
    reader.readContract({ ...token, functionName: 'Owner' }),
    reader.readContract({ ...token, functionName: 'balanceOf', args: [account.address] }),
  ])
  if (deployedName !== name || owner !== account.address || balance !== supply)
    throw new Error(`Il contratto ${address} non risponde come dovrebbe: non usarlo.`)
  return { address, owner, hash, gasUsed: receipt.gasUsed }
}

const readSettings = (env: NodeJS.ProcessEnv): Deployment => {
  const { CHAIN_RPC_URL, TREASURY_KEY, TOKEN_NAME, TOKEN_SUPPLY } = env
  const CHAIN_ID = env.CHAIN_ID || '5'
  if (!CHAIN_RPC_URL || !TREASURY_KEY) throw new Error('Servono CHAIN_RPC_URL e TREASURY_KEY.')
  if (!/^\d+$/.test(CHAIN_ID)) throw new Error('CHAIN_ID deve essere un numero.')
  if (!/^0x[0-9a-f]{64}$/i.test(TREASURY_KEY)) throw new Error('TREASURY_KEY deve essere 0x e 64 cifre esadecimali.')
  if (TOKEN_SUPPLY && !/^\d+$/.test(TOKEN_SUPPLY)) throw new Error('TOKEN_SUPPLY deve essere un numero intero.')
  return {
    rpcUrl: CHAIN_RPC_URL,
    chainId: Number(CHAIN_ID),
    key: TREASURY_KEY as Hex,
    name: TOKEN_NAME || undefined,
    supply: TOKEN_SUPPLY ? BigInt(TOKEN_SUPPLY) : undefined,
  }
}

if (import.meta.main) {
  try {
    const { address, owner, hash, gasUsed } = await deployToken(readSettings(process.env))
    process.stdout.write(
      `Token pubblicato (transazione ${hash}, ${gasUsed} gas).\nOwner: ${owner}\nTOKEN_ADDRESS=${address}\n`,
    )
  } catch (error) {
    // viem's long messages repeat the request; the short one says what went wrong.
    const { shortMessage, message } = error as Error & { shortMessage?: string }
    process.stderr.write(`${shortMessage ?? message}\n`)
    process.exitCode = 1
  }
}
