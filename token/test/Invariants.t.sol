// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Handler} from "./Handler.sol";
import {ValInSteps} from "./Scene.sol";
import {vm} from "./Vm.sol";

/// @dev What holds after every call, whatever came before. The handler itself checks each round and each refusal.
abstract contract Invariants {
    Handler private handler;
    ValInSteps private val;

    constructor(uint256 step) {
        handler = new Handler(step);
        val = handler.val();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_money_is_conserved_holders_are_recorded_once_and_allowances_kept() public view {
        (address[] memory holders, uint256[] memory balances) = val.holdersFrom(1, type(uint256).max);
        uint256 sum = 0;
        uint256 next = 0;
        for (uint256 i = 0; i < holders.length; i++) {
            sum += balances[i];
            if (i > 0 && balances[i] > 100) next += balances[i] < 106 ? balances[i] - 100 : balances[i] * 6 / 100;
            for (uint256 j = 0; j < i; j++) require(holders[i] != holders[j], "a holder is recorded at most once");
        }
        require(val.holderIndex() == holders.length && holders[0] == address(handler), "the Owner is the first holder");
        require(sum == handler.supply(), "the sum of balances is what was made less what evaporated");
        require(sum == val.totalSupply() + val.balanceOf(address(0)), "the sum of balances is the total supply");
        require(val.unsettled() > 0 ? val.due() <= next : val.due() == next, "due is what the next round takes");
        handler.checkAnAllowance();
    }
}

// Two campaigns of 51,200 calls each; they run side by side.

contract InvariantsInSmallStepsTest is Invariants(1) {}

contract InvariantsInLargerStepsTest is Invariants(5) {}
