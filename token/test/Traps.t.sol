// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Scene} from "./Scene.sol";
import {vm, Vm} from "./Vm.sol";

/// @dev Where a hasty reading of the specification would cost somebody money.
contract TrapsTest is Scene {
    function test_emptied_and_refilled_is_cut_once() public {
        val.transfer(anna, 10000);
        vm.prank(anna);
        val.transfer(address(this), 10000);
        val.transfer(anna, 10000);
        vm.assertEq(val.holderIndex(), 2, "recorded once");
        vm.assertEq(val.evaporate(), SUPPLY - 600, "counted once");
        assertBalance(anna, 9400); // 8,836 if recorded twice
    }

    function test_zero_transfers_record_nobody() public {
        val.transfer(anna, 0);
        vm.prank(bruno);
        val.transfer(carla, 0);
        vm.prank(carla);
        val.transferFrom(bruno, dario, 0);
        vm.assertEq(val.holderIndex(), 1, "only the Owner");
        vm.recordLogs();
        val.evaporate();
        vm.assertEq(vm.getRecordedLogs().length, 1, "one event");
    }

    function test_zero_transfers_are_transfers_all_the_same() public {
        expectEvent();
        emit Transfer(anna, bruno, 0);
        vm.prank(anna);
        vm.assertTrue(val.transfer(bruno, 0), "returns true");
    }

    function test_transfer_of_everything_to_oneself_changes_nothing() public {
        val.transfer(anna, 10000);
        uint256 due = val.due();
        vm.prank(anna);
        val.transfer(anna, 10000);
        assertBalance(anna, 10000);
        vm.assertEq(val.holderIndex(), 2, "not recorded again");
        vm.assertEq(val.due(), due, "due");
        vm.assertEq(val.evaporate(), SUPPLY - 600, "supply");
    }

    function test_transfer_to_oneself_of_more_than_one_has_is_refused() public {
        val.transfer(anna, 10);
        assertNoReason(anna, abi.encodeCall(val.transfer, (anna, 11)));
    }

    function test_the_Owner_may_transfer_to_itself() public {
        val.transfer(address(this), SUPPLY);
        assertBalance(address(this), SUPPLY);
        vm.assertEq(val.due(), 0, "the Owner owes nothing");
    }

    function test_the_Owner_emptied_and_refilled_is_still_exempt() public {
        val.transfer(anna, SUPPLY);
        vm.prank(anna);
        val.transfer(address(this), 5000);
        val.evaporate();
        assertBalance(address(this), 5000);
        vm.assertEq(val.holderIndex(), 2, "recorded once");
    }

    function test_mint_does_not_touch_what_a_round_takes() public {
        val.transfer(anna, 10000);
        val.mint(1_000_000);
        vm.assertEq(val.evaporate(), SUPPLY + 1_000_000 - 600, "supply");
    }

    function test_a_member_who_spent_everything_is_announced_with_zero() public {
        val.transfer(anna, 10000);
        vm.prank(anna);
        val.transfer(bruno, 10000);
        vm.recordLogs();
        val.evaporate();
        (uint256 times, uint256 balance) = announced(vm.getRecordedLogs(), anna);
        vm.assertEq(times, 1, "once");
        vm.assertEq(balance, 0, "zero");
    }
}
