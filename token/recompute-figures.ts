// Computes the public figures of the currency from the chain alone, with plain JSON-RPC:
//   npm run token -- recompute-figures http://localhost:8545 0xTOKEN
// It uses nothing of Piazza, so that the answer of GET /api/currency can be compared with it.

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const EVAPORATED = '0xaef28fac2d40da8d1cd2b21520ee893bd39edbe36342660a1ddfb5f6c8e5c995'
const MINTED = '0x909d77c91ef8b08f09673a08260bad8ed7d1bba2280dd2f9877e9f2c20a8443b'
const OWNER = '0xb4a99a4e'
const TOTAL_SUPPLY = '0x18160ddd'
const BALANCE_OF = '0x70a08231'
const ZERO = `0x${'0'.repeat(40)}`
const BLOCKS = 1_000

type Log = { topics: string[]; data: string; blockNumber: string }
/** Sends one JSON-RPC request and returns its result. */
export type Request = (method: string, params: unknown[]) => Promise<unknown>

const addressIn = (word = '') => `0x${word.slice(-40)}`.toLowerCase()
const balanceCall = (account: string) => BALANCE_OF + account.slice(2).padStart(64, '0')
const hex = (number: number) => `0x${number.toString(16)}`

/** All logs of the token, in order. Nodes limit the number of blocks per request. */
const readLogs = async (request: Request, token: string): Promise<Log[]> => {
  const last = Number(await request('eth_blockNumber', []))
  const logs: Log[] = []
  for (let from = 0; from <= last; from += BLOCKS) {
    const range = { fromBlock: hex(from), toBlock: hex(Math.min(last, from + BLOCKS - 1)) }
    logs.push(...((await request('eth_getLogs', [{ address: token, ...range }])) as Log[]))
  }
  return logs
}

const inItaly = new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', timeZone: 'Europe/Rome' })

const readMonths = async (request: Request, logs: Log[]): Promise<Map<string, string>> => {
  const months = new Map<string, string>()
  for (const number of new Set(logs.map(({ blockNumber }) => blockNumber))) {
    const { timestamp } = (await request('eth_getBlockByNumber', [number, false])) as { timestamp: string }
    months.set(number, inItaly.format(new Date(Number(timestamp) * 1000)))
  }
  return months
}

const median = (sorted: number[]): number => {
  const [lower, upper] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return ((lower ?? 0) + (upper ?? 0)) / 2
}
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Amounts are in VAL. */
export const recomputeFigures = async (request: Request, token: string) => {
  const read = async (data: string) => (await request('eth_call', [{ to: token, data }, 'latest'])) as string
  const owner = addressIn(await read(OWNER))
  const logs = await readLogs(request, token)
  const monthOf = await readMonths(request, logs)
  const balances = new Map<string, number>()
  const exchanged = new Map<string, number>()
  let [issued, evaporated] = [0, 0]
  const change = (account: string, amount: number) => balances.set(account, (balances.get(account) ?? 0) + amount)
  for (const { topics, data, blockNumber } of logs) {
    const amount = Number(data)
    if (topics[0] === MINTED) {
      issued += amount
      change(owner, amount)
    } else if (topics[0] === EVAPORATED) {
      const holder = addressIn(topics[1])
      const taken = (balances.get(holder) ?? 0) - amount
      if (holder !== ZERO) evaporated += taken
      change(holder, -taken)
    } else if (topics[0] === TRANSFER) {
      const [from, to] = [addressIn(topics[1]), addressIn(topics[2])]
      if (from === ZERO) issued += amount
      else change(from, -amount)
      change(to, amount)
      // Nobody can use what is sent to the zero address.
      if (to === ZERO) evaporated += amount
      const isExchange = ![from, to].some((account) => account === owner || account === ZERO)
      const month = monthOf.get(blockNumber) ?? ''
      if (isExchange) exchanged.set(month, (exchanged.get(month) ?? 0) + amount)
    }
  }
  const others = [...balances].filter(([account]) => account !== owner && account !== ZERO)
  const sorted = others.map(([, balance]) => balance).filter((balance) => balance > 0)
  sorted.sort((one, other) => one - other)
  const held = sum(sorted)
  const top = sum(sorted.slice(sorted.length - Math.ceil(sorted.length / 10)))
  return {
    figures: {
      supply: (issued - evaporated) / 100,
      held: held / 100,
      issued: issued / 100,
      evaporated: evaporated / 100,
      median: median(sorted) / 100,
      topTenth: held === 0 ? 0 : top / held,
      months: [...exchanged].map(([month, amount]) => ({ month, exchanged: amount / 100 })),
    },
    /** What the token itself says now, to compare with the sums of its events. */
    token: {
      supply: Number(await read(TOTAL_SUPPLY)) / 100,
      held: sum((await Promise.all(others.map(([account]) => read(balanceCall(account))))).map(Number)) / 100,
    },
    events: logs.length,
  }
}

/** Sends requests to a node by HTTP. */
const overHttp =
  (url: string): Request =>
  async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { result, error } = await response.json()
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

if (import.meta.main) {
  const [url, token] = process.argv.slice(2)
  if (!url || !token) throw new Error('Usage: npm run token -- recompute-figures URL TOKEN')
  process.stdout.write(`${JSON.stringify(await recomputeFigures(overHttp(url), token), null, 2)}\n`)
}
