// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Val} from "../contracts/Val.sol";
import {Scene} from "./Scene.sol";
import {vm} from "./Vm.sol";

/// @dev Section 5 of the specification, row by row. The outcomes are those of section 8, see Errors.t.sol.
contract RulesTest is Scene {
    function testFuzz_only_the_Owner_may_mint(address stranger, uint256 amount) public {
        vm.assume(stranger != address(this));
        assertReason(stranger, abi.encodeCall(val.mint, (amount)), "Only Owner can mint");
        vm.assertEq(val.totalSupply(), SUPPLY, "supply");
    }

    function testFuzz_only_the_Owner_may_evaporate(address stranger) public {
        vm.assume(stranger != address(this));
        val.transfer(anna, 1000);
        assertReason(stranger, abi.encodeCall(val.evaporate, ()), "Only Owner can evaporate tokens");
        assertBalance(anna, 1000);
    }

    function testFuzz_transfer_reverts_if_the_balance_is_insufficient(uint256 balance, uint256 tokens) public {
        balance %= SUPPLY;
        vm.assume(tokens > balance);
        val.transfer(anna, balance);
        assertNoReason(anna, abi.encodeCall(val.transfer, (bruno, tokens)));
        assertBalance(anna, balance);
        assertBalance(bruno, 0);
    }

    function testFuzz_transferFrom_reverts_if_the_allowance_is_insufficient(uint256 allowed, uint256 tokens) public {
        vm.assume(tokens > allowed);
        val.approve(bruno, allowed);
        assertNoReason(bruno, abi.encodeCall(val.transferFrom, (address(this), bruno, tokens)));
        vm.assertEq(val.allowance(address(this), bruno), allowed, "allowance");
    }

    function testFuzz_transferFrom_reverts_if_the_source_balance_is_insufficient(uint256 balance, uint256 tokens) public {
        balance %= SUPPLY;
        vm.assume(tokens > balance);
        val.transfer(anna, balance);
        vm.prank(anna);
        val.approve(bruno, type(uint256).max);
        assertNoReason(bruno, abi.encodeCall(val.transferFrom, (anna, bruno, tokens)));
        vm.assertEq(val.allowance(anna, bruno), type(uint256).max, "the allowance comes back");
    }

    function test_transferFrom_of_ones_own_tokens_needs_an_allowance_too() public {
        assertNoReason(address(this), abi.encodeCall(val.transferFrom, (address(this), anna, 1)));
    }

    function test_addition_reverts_on_overflow() public {
        assertPanic(address(this), abi.encodeCall(val.mint, (type(uint256).max)), 0x11);
        assertPanic(address(this), abi.encodeCall(val.mint, (type(uint128).max)), 0x11);
        val.mint(type(uint128).max - SUPPLY);
        assertPanic(address(this), abi.encodeCall(val.mint, (1)), 0x11);
        assertBalance(address(this), type(uint128).max);
    }

    function test_multiplication_cannot_overflow_a_round_at_the_largest_supply() public {
        val.mint(type(uint128).max - SUPPLY);
        uint256 all = val.balanceOf(address(this));
        val.transfer(anna, all);
        vm.assertEq(val.evaporate(), all - all * 6 / 100, "supply");
        assertBalance(anna, all - all * 6 / 100);
    }

    function testFuzz_address_arguments_must_be_160_bits(uint256 word) public {
        vm.assume(word >> 160 != 0);
        assertNoReason(anna, abi.encodeWithSelector(val.transfer.selector, word, 0));
        assertNoReason(anna, abi.encodeWithSelector(val.approve.selector, word, 0));
        assertNoReason(anna, abi.encodeWithSelector(val.transferFrom.selector, word, anna, 0));
        assertNoReason(anna, abi.encodeWithSelector(val.transferFrom.selector, anna, word, 0));
        assertNoReason(anna, abi.encodeWithSelector(val.balanceOf.selector, word));
        assertNoReason(anna, abi.encodeWithSelector(val.allowance.selector, anna, word));
        assertNoReason(anna, abi.encodeWithSelector(val.approveAndCall.selector, word, 0, 96, 0));
    }

    function test_amount_arguments_must_be_256_bits() public {
        assertNoReason(anna, abi.encodePacked(val.transfer.selector, abi.encode(bruno), new bytes(31)));
        assertNoReason(anna, abi.encodePacked(val.approve.selector, abi.encode(bruno), new bytes(31)));
        assertNoReason(anna, abi.encodePacked(val.transferFrom.selector, abi.encode(anna, bruno), new bytes(31)));
        assertNoReason(address(this), abi.encodePacked(val.mint.selector, new bytes(31)));
    }
}
