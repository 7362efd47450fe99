// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {cut} from "../contracts/Evaporation.sol";
import {Val} from "../contracts/Val.sol";
import {Scene} from "./Scene.sol";
import {vm} from "./Vm.sol";

/// @dev Val with a shortcut that leaves the storage as transfers of the Owner to holders 2, 3, 4 … would.
contract Filler is Val {
    constructor() Val("the token", 800000000) {}

    function fill(uint256 lastHolder) external {
        uint256 tally = _tally;
        uint256 given = 0;
        for (uint256 i = 2; i <= lastHolder; i++) {
            uint256 amount = gift(i);
            given += amount;
            _holders[i] = address(uint160(i));
            tally += (1 << 128) + cut(amount);
            _accounts[address(uint160(i))].word = (1 << 192) | (i << 128) | amount;
        }
        _tally = tally;
        _accounts[Owner].word -= given;
    }
}

/// @dev What holder number i receives: some large, many around the threshold, some below it.
function gift(uint256 i) pure returns (uint256) {
    return 1_000_000 / i + (i * 7919) % 311;
}

/// @dev A token with many holders: account number i is holder number i, the test is the first and the Owner.
abstract contract ManyHoldersScene is Scene {
    /// @dev The shortcut's code stands in the token's place while the list is filled; what is tested is Val's own.
    function addHolders(uint256 lastHolder) internal {
        bytes memory code = address(val).code;
        vm.etch(address(val), address(new Filler()).code);
        Filler(address(val)).fill(lastHolder);
        vm.etch(address(val), code);
    }

    /// @dev The supply after a round, by the text of the specification.
    function supplyAfterRound(uint256 lastHolder) internal view returns (uint256 supply) {
        supply = val.balanceOf(address(this));
        for (uint256 i = 2; i <= lastHolder; i++) supply += reduced(gift(i));
    }

    function reduced(uint256 balance) internal pure returns (uint256) {
        if (balance <= 100) return balance;
        uint256 remainder = balance - balance * 6 / 100;
        return remainder < 100 ? 100 : remainder;
    }
}
