// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {ApprovalReceiver} from "./ApprovalReceiver.sol";
import {Ledger} from "./Ledger.sol";

/// @title VAL, the currency of a community
/// @notice A fungible token whose larger balances shrink by 6 % in every round its Owner calls.
/// @dev The public functions; Ledger.sol stores the balances.
contract Val is Ledger {
    /// @notice The symbol of the token
    string public constant symbol = "VAL";
    /// @notice How many decimals people see; balances are in base units of a hundredth
    uint8 public constant decimals = 2;
    /// @notice The display name of the token
    string public name;

    mapping(address => mapping(address => Cell)) private _allowed;

    /// @notice `spender` may now take up to `tokens` from `tokenOwner`
    event Approval(address indexed tokenOwner, address indexed spender, uint256 tokens);
    /// @notice The Owner made `amount` new base units for itself
    event TokenMinting(uint256 amount);

    /// @param name_ the display name
    /// @param initialSupply base units credited to the deployer, below 2^128
    constructor(string memory name_, uint256 initialSupply) Ledger(initialSupply) {
        name = name_;
    }

    /// @notice The same as `Owner`, under the name other tools look for
    function owner() external view returns (address) {
        return Owner;
    }

    /// @notice How many holders are recorded; the Owner is the first
    function holderIndex() external view returns (uint256) {
        return _holderCount();
    }

    /// @notice Up to `count` holders from `position` on, with their balances as they are now
    function holdersFrom(uint256 position, uint256 count)
        external
        view
        returns (address[] memory accounts, uint256[] memory balances)
    {
        uint256 last = _holderCount();
        uint256 found = position == 0 || position > last ? 0 : last - position + 1;
        if (found > count) found = count;
        accounts = new address[](found);
        balances = new uint256[](found);
        for (uint256 i = 0; i < found; i++) {
            accounts[i] = _holders[position + i];
            balances[i] = _balanceOf(accounts[i]);
        }
    }

    /// @notice All tokens in existence but those sent to the zero address
    function totalSupply() external view returns (uint256) {
        return _books.total - _balanceOf(address(0));
    }

    /// @notice What `tokenOwner` holds, every round called so far taken into account
    function balanceOf(address tokenOwner) external view returns (uint256) {
        return _balanceOf(tokenOwner);
    }

    /// @notice What `spender` may still take from `tokenOwner`
    function allowance(address tokenOwner, address spender) external view returns (uint256) {
        return _allowed[tokenOwner][spender].word;
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
        Cell storage allowed = _allowed[from][msg.sender];
        uint256 word = allowed.word;
        require(tokens <= word);
        unchecked {
            allowed.word = word - tokens;
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
        _issue(amount);
        emit TokenMinting(amount);
        return true;
    }

    /// @notice Calls a round: every recorded holder but the Owner loses 6 % of a balance above 100, down to 100 at most
    /// @dev Also settles the first holders of the list. An unfinished sweep of the last round is finished first, within the
    ///      same limit; where that is not enough the call is refused, so that success always means a round.
    /// @return supply the new stored total: the Owner's balance plus those of all recorded holders
    function evaporate() external returns (uint256 supply) {
        require(msg.sender == Owner, "Only Owner can evaporate tokens");
        uint256 unfinished = _unswept();
        require(unfinished <= _batch(), "Settle the last round first");
        _sweep(unfinished);
        supply = _openRound();
        _sweep(_batch() - unfinished);
    }

    /// @notice Carries the sweep of the current round on by `count` holders; anyone may
    /// @return left how many are still to be settled
    function settle(uint256 count) external returns (uint256 left) {
        _sweep(count);
        return _unswept();
    }

    /// @notice How many places of the holder list the sweep has not reached; 0 when the round is done
    function unsettled() external view returns (uint256) {
        return _unswept();
    }

    /// @notice How many rounds have been called
    function round() external view returns (uint256) {
        return _round();
    }

    /// @notice What a round called now would take in all; exact while `unsettled()` is 0
    function due() external view returns (uint256) {
        return _due();
    }

    function _approve(address spender, uint256 tokens) private {
        _allowed[msg.sender][spender].word = tokens;
        emit Approval(msg.sender, spender, tokens);
    }

    /// @dev How many holders `evaporate` settles by itself: what fits in a transaction of 2^24 gas.
    function _batch() internal view virtual returns (uint256) {
        return 1_500;
    }
}
