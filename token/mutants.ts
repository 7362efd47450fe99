// Deliberate faults in the contracts, each of which must make a test fail. The replaced text must occur exactly once.
type Edit = [from: string, to: string]
export type Mutant = { fault: string; file: string; edits: Edit[]; scale?: true }

const mutant = (file: string, fault: string, ...edits: Edit[]): Mutant => ({ fault, file, edits })
const SETTLE_FROM = 'if ((word ^ tally) >> ROUND_AT != 0) (word, tally) = _settled(from, word, tally);'
const OPEN_TO = 'if ((word ^ tally) >> ROUND_AT != 0) {'
const ENLIST = 'if (word == 0 && tokens != 0)'

export const MUTANTS: Mutant[] = [
  mutant('Val.sol', 'anyone mints', ['require(msg.sender == Owner, "Only Owner can mint");', '']),
  mutant('Val.sol', 'anyone evaporates', ['require(msg.sender == Owner, "Only Owner can evaporate tokens");', '']),
  mutant('Val.sol', 'a spender takes more than allowed', ['require(tokens <= word);', '']),
  mutant('Val.sol', 'an allowance does not shrink', ['allowed.word = word - tokens;', 'allowed.word = word;']),
  mutant('Val.sol', 'approvals add up', ['[spender].word = tokens;', '[spender].word += tokens;']),
  mutant('Val.sol', 'the receiver gets the wrong holder', ['receiveApproval(msg.sender,', 'receiveApproval(spender,']),
  mutant('Val.sol', 'the zero address counts in the supply', ['- _balanceOf(address(0))', '']),
  mutant('Val.sol', 'a round opens over an unfinished sweep', ['_sweep(unfinished);', '']),
  { ...mutant('Val.sol', 'the first batch exceeds the gas cap', ['1_500', '1_900']), scale: true },
  mutant('Evaporation.sol', 'the rate is 5 %', ['RATE = 6', 'RATE = 5']),
  mutant('Evaporation.sol', 'a cut divides before it multiplies', ['(balance * RATE) / 100', '(balance / 100) * RATE']),
  mutant('Evaporation.sol', 'the threshold is 101', ['THRESHOLD = 100', 'THRESHOLD = 101']),
  mutant('Evaporation.sol', 'a cut ignores the floor', ['if (balance - taken < FLOOR) taken = balance - FLOOR;', '']),
  mutant('Evaporation.sol', 'the floor forgotten at 105', ['PROPORTIONAL = 105', 'PROPORTIONAL = 104']),
  mutant('Ledger.sol', 'a transfer exceeds the balance', ['require(tokens <= word & AMOUNT);', '']),
  mutant('Ledger.sol', 'a transfer before settling avoids the round', [SETTLE_FROM, '']),
  mutant('Ledger.sol', 'reads do not see the round', [
    'if ((word ^ _tally) >> ROUND_AT != 0 && who',
    'if (false && who',
  ]),
  mutant('Ledger.sol', 'a debit leaves what is due', ['if (from != Owner) {', 'if (false) {']),
  mutant('Ledger.sol', 'a credit leaves what is due', ['if (to != Owner) {', 'if (false) {']),
  mutant('Ledger.sol', 'the Owner is counted in what is due', ['if (to != Owner) {', 'if (true) {']),
  mutant('Ledger.sol', 'the Owner is cut', ['if (who != Owner) {', 'if (true) {']),
  mutant('Ledger.sol', 'a transfer of zero adds a holder', [ENLIST, 'if (word == 0)']),
  mutant(
    'Ledger.sol',
    'emptied accounts are recorded again',
    [OPEN_TO, 'if (word & AMOUNT == 0 || (word ^ tally) >> ROUND_AT != 0) {'],
    [ENLIST, 'if (word & AMOUNT == 0 && tokens != 0)'],
  ),
  mutant('Ledger.sol', 'a settled holder is cut again by the sweep', [
    ' || (word ^ tally) >> ROUND_AT == 0) return',
    ') return',
  ]),
  mutant('Ledger.sol', 'the next round omits settled accounts', ['tally += cut(word & AMOUNT);', '']),
  mutant('Ledger.sol', 'the sweep misses its last holder', ['while (position < end)', 'while (position + 1 < end)']),
  mutant('Ledger.sol', 'a round emits no event', ['emit BalanceAfterEvaporating(who, word & AMOUNT);', '']),
  mutant('Ledger.sol', 'minting leaves the total', ['_books.total = uint128(AMOUNT - remaining);', '']),
  mutant(
    'Ledger.sol',
    'the total overflows',
    ['uint256 remaining', 'unchecked { uint256 remaining'],
    ['uint128(AMOUNT - remaining);', 'uint128(AMOUNT - remaining); }'],
  ),
]
