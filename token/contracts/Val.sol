// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {ApprovalReceiver} from "./ApprovalReceiver.sol";
import {cut} from "./Evaporation.sol";

/// @title VAL, the currency of a community
/// @notice A fungible token whose larger balances shrink by 6 % in every round its Owner calls.
/// @dev A round holds for everybody at once, at any number of holders: `evaporate` takes the sum of all cuts, which is
///      kept up to date by every movement, off the total. Each holder's own balance is cut when it is next touched or
///      when the sweep over the holder list reaches it, whichever comes first; until then reads apply the cut.
///
///      Two words are packed by hand, because every transfer reads and writes them:
///        account: round it is settled for (64 bits) | position in the holder list (64) | balance (128)
///        tally:   round (64 bits)                   | recorded holders (64)            | due (128)
///      An account is zero until it is recorded. `due` is what a round called now would take from the holders settled
///      for the current one; once the sweep is done these are all of them.
contract Val {
    uint256 private constant ROUND_AT = 192;
    uint256 private constant ONE_ROUND = 1 << ROUND_AT;
    uint256 private constant COUNT_AT = 128;
    uint256 private constant ONE_HOLDER = 1 << COUNT_AT;
    uint256 private constant AMOUNT = ONE_HOLDER - 1;

    struct Account {
        uint256 word;
    }

    /// @dev The stored total, and how far the sweep of the current round has come.
    struct Books {
        uint128 total;
        uint64 swept;
        uint64 sweepEnd;
    }

    /// @notice The symbol of the token
    string public constant symbol = "VAL";
    /// @notice How many decimals people see; balances are in base units of a hundredth
    uint8 public constant decimals = 2;
    /// @notice The account that deployed the token: it alone mints and evaporates, and never loses by a round
    address public immutable Owner;
    /// @notice The display name of the token
    string public name;

    uint256 internal _tally;
    Books internal _books;
    mapping(address => Account) internal _accounts;
    mapping(address => mapping(address => uint256)) internal _allowed;
    mapping(uint256 => address) internal _holders;

    /// @notice `tokens` went from `from` to `to`
    event Transfer(address indexed from, address indexed to, uint256 tokens);
    /// @notice `spender` may now take up to `tokens` from `tokenOwner`
    event Approval(address indexed tokenOwner, address indexed spender, uint256 tokens);
    /// @notice The Owner made `amount` new base units for itself
    event TokenMinting(uint256 amount);
    /// @notice `from` holds `balance` after a round; once per recorded holder and round
    event BalanceAfterEvaporating(address indexed from, uint256 balance);

    /// @param name_ the display name
    /// @param initialSupply base units credited to the deployer, below 2^128
    constructor(string memory name_, uint256 initialSupply) {
        name = name_;
        Owner = msg.sender;
        _raiseTotal(initialSupply);
        _holders[1] = msg.sender;
        _tally = ONE_HOLDER;
        _accounts[msg.sender].word = ONE_HOLDER | initialSupply;
        emit Transfer(address(0), msg.sender, initialSupply);
    }

    /// @notice The same as `Owner`, under the name other tools look for
    function owner() external view returns (address) {
        return Owner;
    }

    /// @notice How many holders are recorded; the Owner is the first
    function holderIndex() external view returns (uint256) {
        return _recorded(_tally);
    }

    /// @notice Up to `count` holders from `position` on, with their balances as they are now
    function holdersFrom(uint256 position, uint256 count)
        external
        view
        returns (address[] memory accounts, uint256[] memory balances)
    {
        uint256 last = _recorded(_tally);
        uint256 found = position == 0 || position > last ? 0 : last - position + 1;
        if (found > count) found = count;
        accounts = new address[](found);
        balances = new uint256[](found);
        for (uint256 i = 0; i < found; i++) {
            accounts[i] = _holders[position + i];
            balances[i] = balanceOf(accounts[i]);
        }
    }

    /// @notice All tokens in existence but those sent to the zero address
    function totalSupply() external view returns (uint256) {
        return _books.total - balanceOf(address(0));
    }

    /// @notice What `tokenOwner` holds, every round called so far taken into account
    function balanceOf(address tokenOwner) public view returns (uint256 balance) {
        uint256 account = _accounts[tokenOwner].word;
        balance = account & AMOUNT;
        if (account >> ROUND_AT != _tally >> ROUND_AT && tokenOwner != Owner) balance -= cut(balance);
    }

    /// @notice What `spender` may still take from `tokenOwner`
    function allowance(address tokenOwner, address spender) external view returns (uint256) {
        return _allowed[tokenOwner][spender];
    }

    /// @notice Moves `tokens` from the caller to `to`; reverts without a reason when the caller has less
    function transfer(address to, uint256 tokens) external returns (bool) {
        _move(msg.sender, to, tokens);
        return true;
    }

    /// @notice Lets `spender` take up to `tokens` from the caller, in place of any amount allowed before
    function approve(address spender, uint256 tokens) external returns (bool) {
        _approve(spender, tokens);
        return true;
    }

    /// @notice Moves `tokens` from `from` to `to` against the caller's allowance, which shrinks by as much;
    ///         reverts without a reason when balance or allowance fall short
    function transferFrom(address from, address to, uint256 tokens) external returns (bool) {
        uint256 allowed = _allowed[from][msg.sender];
        require(tokens <= allowed);
        unchecked {
            _allowed[from][msg.sender] = allowed - tokens;
        }
        _move(from, to, tokens);
        return true;
    }

    /// @notice Approves `spender` and tells it so in the same transaction
    /// @param data passed on to the spender's `receiveApproval`
    function approveAndCall(address spender, uint256 tokens, bytes memory data) external returns (bool) {
        _approve(spender, tokens);
        ApprovalReceiver(spender).receiveApproval(msg.sender, tokens, address(this), data);
        return true;
    }

    /// @notice Makes `amount` new base units for the Owner; panics with 0x11 when the total would reach 2^128
    function mint(uint256 amount) external returns (bool) {
        require(msg.sender == Owner, "Only Owner can mint");
        _raiseTotal(amount);
        // The Owner loses nothing by a round, so settling it here leaves the tally as it is.
        Account storage account = _accounts[Owner];
        (uint256 word,) = _current(Owner, account.word, _tally);
        account.word = word + amount;
        emit TokenMinting(amount);
        return true;
    }

    /// @notice Calls a round: every recorded holder but the Owner loses 6 % of a balance above 100, down to 100 at most
    /// @dev Also settles the first `_batch()` holders. Where the last round's sweep is unfinished it is finished first, within
    ///      the same limit; where that is not enough the call is refused, so that success always means a round.
    /// @return supply the new stored total: the Owner's balance plus those of all recorded holders
    function evaporate() external returns (uint256 supply) {
        require(msg.sender == Owner, "Only Owner can evaporate tokens");
        uint256 unfinished = unsettled();
        require(unfinished <= _batch(), "Settle the last round first");
        _sweep(unfinished);

        uint256 tally = _tally;
        supply = _books.total - (tally & AMOUNT);
        _books = Books(uint128(supply), 0, uint64(_recorded(tally)));
        _tally = (tally & ~AMOUNT) + ONE_ROUND;
        _sweep(_batch() - unfinished);
    }

    /// @notice Carries the sweep of the current round on by `count` holders; anyone may
    /// @return left how many are still to be settled
    function settle(uint256 count) external returns (uint256 left) {
        _sweep(count);
        return unsettled();
    }

    /// @notice How many places of the holder list the sweep has not reached; 0 when the round is done
    function unsettled() public view returns (uint256) {
        return _books.sweepEnd - _books.swept;
    }

    /// @notice How many rounds have been called
    function round() external view returns (uint256) {
        return _tally >> ROUND_AT;
    }

    /// @notice What a round called now would take in all; exact while `unsettled()` is 0
    function due() external view returns (uint256) {
        return _tally & AMOUNT;
    }

    /// @dev The only place where two balances change. Nothing is left to overflow: no balance exceeds the total, which
    ///      is below 2^128, and `due` is a part of it.
    function _move(address from, address to, uint256 tokens) private {
        unchecked {
            uint256 tally = _tally;
            uint256 account;

            Account storage source = _accounts[from];
            (account, tally) = _current(from, source.word, tally);
            require(tokens <= account & AMOUNT);
            source.word = account - tokens;
            if (from != Owner) tally = tally + cut((account & AMOUNT) - tokens) - cut(account & AMOUNT);

            // Read after the debit is stored, so that a transfer to oneself comes out even.
            Account storage target = _accounts[to];
            (account, tally) = _current(to, target.word, tally);
            if (account == 0 && tokens != 0) {
                tally += ONE_HOLDER;
                _holders[_recorded(tally)] = to;
                account = tally & ~AMOUNT;
            }
            target.word = account + tokens;
            if (to != Owner) tally = tally + cut((account & AMOUNT) + tokens) - cut(account & AMOUNT);
            _tally = tally;
        }
        emit Transfer(from, to, tokens);
    }

    function _approve(address spender, uint256 tokens) private {
        _allowed[msg.sender][spender] = tokens;
        emit Approval(msg.sender, spender, tokens);
    }

    /// @dev Checked on purpose: a total of 2^128 or more panics with 0x11.
    function _raiseTotal(uint256 amount) private {
        uint256 room = AMOUNT - _books.total - amount;
        _books.total = uint128(AMOUNT - room);
    }

    /// @dev The account as of the current round, for the caller to store.
    function _current(address who, uint256 account, uint256 tally) private returns (uint256, uint256) {
        if (account >> ROUND_AT == tally >> ROUND_AT || account == 0) return (account, tally);
        return _settled(who, account, tally);
    }

    /// @dev Brings a recorded account from the last round into the current one.
    function _settled(address who, uint256 account, uint256 tally) private returns (uint256, uint256) {
        unchecked {
            account += ONE_ROUND;
            if (who != Owner) {
                account -= cut(account & AMOUNT);
                tally += cut(account & AMOUNT);
            }
        }
        emit BalanceAfterEvaporating(who, account & AMOUNT);
        return (account, tally);
    }

    /// @dev Settles the next `count` places of the holder list, or what is left of them.
    function _sweep(uint256 count) private {
        uint256 left = unsettled();
        if (count > left) count = left;
        uint256 tally = _tally;
        uint256 position = _books.swept;
        uint256 end = position + count;
        while (position < end) {
            address who = _holders[++position];
            Account storage holder = _accounts[who];
            (holder.word, tally) = _current(who, holder.word, tally);
        }
        _tally = tally;
        _books.swept = uint64(end);
    }

    /// @dev How many holders `evaporate` settles by itself: what fits in a transaction of 2^24 gas, with room to spare.
    function _batch() internal view virtual returns (uint256) {
        return 1_500;
    }

    function _recorded(uint256 tally) private pure returns (uint256) {
        return uint64(tally >> COUNT_AT);
    }
}
