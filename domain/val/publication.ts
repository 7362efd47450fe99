// The public figures of the currency must not show what a single person did: movements and balances are published only together
// with those of others. docs/token.md says what can be concluded from them nevertheless.

/** A published number stands for at least this many people. */
export const PEOPLE_TOGETHER = 10

export const DAY_KINDS = ['issued', 'evaporated', 'exchanged', 'returned'] as const
export type DayKind = (typeof DAY_KINDS)[number]
/** Kinds that tell what members did. */
export const KINDS_OF_MEMBERS: readonly DayKind[] = ['exchanged', 'returned']

/** What has happened since the last publication. */
export type Changes = {
  /** Wallets with VAL now, the treasury's excepted. */
  holders: number
  /** Members who paid somebody or gave VAL back to the treasury. */
  payers: number
  /** Payers, and members to whom the treasury gave VAL. */
  movers: number
  /** Wallets from which VAL have evaporated. */
  losers: number
  /** Whether balances are published already: two publications can be compared, a first one with nothing. */
  hasBalances: boolean
}

const isNobodyOrEnough = (people: number): boolean => people === 0 || people >= PEOPLE_TOGETHER

export const isPublishable = ({ holders, payers, movers, losers, hasBalances }: Changes): boolean => {
  if (!isNobodyOrEnough(holders) || !isNobodyOrEnough(losers)) return false
  return !hasBalances || isNobodyOrEnough(payers > 0 ? payers : movers)
}

/** What happened on a day, or on several days together. */
export type Day = { date: string; count: number; amount: number; upTo: number }
/** With some of the people who did it: all of them, or at least `PEOPLE_TOGETHER`. */
export type DayOfPeople = Day & { people: string[] }

/** Joins days until each row is of enough people; the last days wait until there are enough. */
export const joinDays = (days: DayOfPeople[]): Day[] => {
  const joined: Day[] = []
  let [count, amount] = [0, 0]
  let people = new Set<string>()
  for (const day of days) {
    count += day.count
    amount += day.amount
    for (const person of day.people) people.add(person)
    if (people.size < PEOPLE_TOGETHER) continue
    joined.push({ date: day.date, count, amount, upTo: day.upTo })
    ;[count, amount, people] = [0, 0, new Set()]
  }
  return joined
}

/** A published balance, in hundredths, and how many wallets it stands for. */
export type BalanceGroup = { balance: number; holders: number }

/** In VAL; `groups` are sorted, smallest first. */
export const distributionOf = (groups: BalanceGroup[]): { held: number; median: number; topTenth: number } => {
  const holders = groups.reduce((sum, group) => sum + group.holders, 0)
  const held = groups.reduce((sum, group) => sum + group.holders * group.balance, 0)
  if (holders === 0) return { held: 0, median: 0, topTenth: 0 }
  const at = (rank: number): number => {
    let below = rank
    return (
      groups.find((group) => {
        below -= group.holders
        return below < 0
      })?.balance ?? 0
    )
  }
  let left = Math.ceil(holders / 10)
  let top = 0
  for (const group of groups.toReversed()) {
    const counted = Math.min(left, group.holders)
    top += counted * group.balance
    left -= counted
  }
  const median = (at(Math.floor((holders - 1) / 2)) + at(Math.floor(holders / 2))) / 2
  return { held: held / 100, median: median / 100, topTenth: top / held }
}
