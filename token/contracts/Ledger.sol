// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {cut, PROPORTIONAL, RATE} from "./Evaporation.sol";

/// @title Who holds what, and what the next round will take
/// @dev A round holds for everybody at once, at any number of holders: it takes the sum of all cuts, which every movement
///      keeps up to date, off the total. A holder's own balance is cut when it is next touched or when the sweep over the
///      holder list reaches it, whichever comes first; until then reads apply the cut.
///
///      Two words are packed by hand, because every transfer reads and writes them:
///        account: round it is settled for (64 bits) | place in the holder list (64) | balance (128)
///        tally:   current round (64 bits)           | recorded holders (64)         | due (128)
///      Rounds are counted from 1, so the account of somebody unknown, which is 0, is of no round. `due` is what a round
///      called now would take from those settled for the current one; once the sweep is done, that is everybody.
abstract contract Ledger {
    uint256 private constant ROUND_AT = 192;
    uint256 private constant ONE_ROUND = 1 << ROUND_AT;
    uint256 private constant COUNT_AT = 128;
    uint256 private constant ONE_HOLDER = 1 << COUNT_AT;
    uint256 private constant AMOUNT = ONE_HOLDER - 1;

    /// @dev A storage word that can be pointed at, so that its place is worked out once.
    struct Cell {
        uint256 word;
    }

    /// @dev The stored total, and how far the sweep of the current round has come.
    struct Books {
        uint128 total;
        uint64 swept;
        uint64 sweepEnd;
    }

    /// @notice The account that deployed the token: it alone mints and evaporates, and never loses by a round
    address public immutable Owner;

    uint256 internal _tally;
    Books internal _books;
    mapping(address => Cell) internal _accounts;
    mapping(uint256 => address) internal _holders;

    /// @notice `tokens` went from `from` to `to`
    event Transfer(address indexed from, address indexed to, uint256 tokens);
    /// @notice `from` holds `balance` after a round; once per recorded holder and round
    event BalanceAfterEvaporating(address indexed from, uint256 balance);

    constructor(uint256 initialSupply) {
        Owner = msg.sender;
        _raiseTotal(initialSupply);
        _holders[1] = msg.sender;
        _tally = ONE_ROUND | ONE_HOLDER;
        _accounts[msg.sender].word = ONE_ROUND | ONE_HOLDER | initialSupply;
        emit Transfer(address(0), msg.sender, initialSupply);
    }

    function _balanceOf(address who) internal view returns (uint256 balance) {
        uint256 word = _accounts[who].word;
        balance = word & AMOUNT;
        if ((word ^ _tally) >> ROUND_AT != 0 && who != Owner) balance -= cut(balance);
    }

    function _holderCount() internal view returns (uint256) {
        return uint64(_tally >> COUNT_AT);
    }

    function _round() internal view returns (uint256) {
        return (_tally >> ROUND_AT) - 1;
    }

    function _due() internal view returns (uint256) {
        return _tally & AMOUNT;
    }

    function _unswept() internal view returns (uint256) {
        return _books.sweepEnd - _books.swept;
    }

    /// @dev The only place where two balances change. Nothing is left to overflow: no balance exceeds the total, which
    ///      is below 2^128, and `due` is a part of it. The cuts are spelled out for balances the floor cannot touch, which
    ///      is nearly all of them: calling `cut` would cost every transfer.
    function _move(address from, address to, uint256 tokens) internal {
        unchecked {
            uint256 tally = _tally;

            Cell storage account = _accounts[from];
            uint256 word = account.word;
            if ((word ^ tally) >> ROUND_AT != 0) (word, tally) = _settled(from, word, tally);
            require(tokens <= word & AMOUNT);
            account.word = word - tokens;
            if (from != Owner) {
                word &= AMOUNT;
                if (word - tokens > PROPORTIONAL) tally = tally + (word - tokens) * RATE / 100 - word * RATE / 100;
                else tally = tally + cut(word - tokens) - cut(word);
            }

            // Read after the debit is stored, so that a transfer to oneself comes out even.
            account = _accounts[to];
            word = account.word;
            if ((word ^ tally) >> ROUND_AT != 0) {
                (word, tally) = _settled(to, word, tally);
                if (word == 0 && tokens != 0) (word, tally) = _enlisted(to, tally);
            }
            account.word = word + tokens;
            if (to != Owner) {
                word &= AMOUNT;
                if (word > PROPORTIONAL) tally = tally + (word + tokens) * RATE / 100 - word * RATE / 100;
                else tally = tally + cut(word + tokens) - cut(word);
            }

            _tally = tally;
        }
        emit Transfer(from, to, tokens);
    }

    /// @dev Makes new tokens for the Owner. It loses nothing by a round, so settling it leaves the tally as it is.
    function _issue(uint256 amount) internal {
        _raiseTotal(amount);
        Cell storage account = _accounts[Owner];
        (uint256 word,) = _settled(Owner, account.word, _tally);
        account.word = word + amount;
    }

    /// @dev Begins a round. The sweep of the last one has to be done: only then does `due` speak for everybody.
    function _openRound() internal returns (uint256 total) {
        total = _books.total - _due();
        _books = Books(uint128(total), 0, uint64(_holderCount()));
        _tally = (_tally & ~AMOUNT) + ONE_ROUND;
    }

    /// @dev Settles the next `count` places of the holder list, or what is left of them.
    function _sweep(uint256 count) internal {
        uint256 left = _unswept();
        if (count > left) count = left;
        uint256 tally = _tally;
        uint256 position = _books.swept;
        uint256 end = position + count;
        while (position < end) {
            address who = _holders[++position];
            Cell storage holder = _accounts[who];
            (holder.word, tally) = _settled(who, holder.word, tally);
        }
        _tally = tally;
        _books.swept = uint64(end);
    }

    /// @dev An account brought from the last round into the current one, for the caller to store.
    function _settled(address who, uint256 word, uint256 tally) private returns (uint256, uint256) {
        if (word == 0 || (word ^ tally) >> ROUND_AT == 0) return (word, tally);
        unchecked {
            word += ONE_ROUND;
            if (who != Owner) {
                word -= cut(word & AMOUNT);
                tally += cut(word & AMOUNT);
            }
        }
        emit BalanceAfterEvaporating(who, word & AMOUNT);
        return (word, tally);
    }

    /// @dev A new holder's account, still empty: the current round, and the next place in the list.
    function _enlisted(address who, uint256 tally) private returns (uint256, uint256) {
        tally += ONE_HOLDER;
        _holders[uint64(tally >> COUNT_AT)] = who;
        return (tally & ~AMOUNT, tally);
    }

    /// @dev Checked on purpose: a total of 2^128 or more panics with 0x11.
    function _raiseTotal(uint256 amount) private {
        uint256 remaining = AMOUNT - _books.total - amount;
        _books.total = uint128(AMOUNT - remaining);
    }
}
