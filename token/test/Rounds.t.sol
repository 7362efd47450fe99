// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Scene, ValInSteps} from "./Scene.sol";
import {vm, Vm} from "./Vm.sol";

/// @dev A round holds at once while its sweep takes several transactions: here each settles two places of the list.
contract RoundsTest is Scene {
    function setUp() public override {
        val = new ValInSteps(SUPPLY, 2);
        val.transfer(anna, 10000);
        val.transfer(bruno, 20000);
        val.transfer(carla, 101);
        val.transfer(dario, 100);
    }

    function test_a_round_holds_for_those_the_sweep_has_not_reached() public {
        vm.assertEq(val.evaporate(), SUPPLY - 600 - 1200 - 1, "returned");
        vm.assertEq(val.unsettled(), 3, "bruno, carla and dario are to be settled");
        assertBalance(bruno, 18800);
        assertBalance(carla, 100);
        assertBalance(dario, 100);
        vm.assertEq(val.totalSupply(), SUPPLY - 1801, "supply");
    }

    function test_nobody_dodges_a_round_by_moving_funds() public {
        val.evaporate();
        assertNoReason(bruno, abi.encodeCall(val.transfer, (person("fresh"), 20000)));
        vm.prank(bruno);
        val.transfer(person("fresh"), 18800);
        val.settle(9);
        assertBalance(person("fresh"), 18800);
        assertBalance(bruno, 0);
        vm.assertEq(val.totalSupply(), SUPPLY - 1801, "supply");
    }

    function test_what_arrives_after_a_round_is_not_cut_by_it() public {
        val.evaporate();
        val.transfer(bruno, 1000);
        assertBalance(bruno, 19800);
        val.settle(9);
        assertBalance(bruno, 19800);
    }

    function test_a_spender_sees_the_round_too() public {
        vm.prank(bruno);
        val.approve(anna, 20000);
        val.evaporate();
        assertNoReason(anna, abi.encodeCall(val.transferFrom, (bruno, anna, 18801)));
        vm.prank(anna);
        val.transferFrom(bruno, anna, 18800);
        assertBalance(anna, 9400 + 18800);
    }

    function test_anyone_may_settle_and_learns_what_is_left() public {
        val.evaporate();
        vm.prank(person("passer-by"));
        vm.assertEq(val.settle(1), 2, "left");
        vm.assertEq(val.settle(type(uint256).max), 0, "done");
        vm.assertEq(val.settle(5), 0, "nothing more to do");
        vm.assertEq(val.due(), 564 + 1128, "the next round");
    }

    function test_each_holder_is_announced_once_a_round_however_it_is_settled() public {
        vm.recordLogs();
        val.evaporate(); // the Owner and anna
        vm.prank(carla);
        val.transfer(dario, 50); // carla and dario, by being touched
        val.settle(9); // bruno
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertAnnounced(logs, address(this), SUPPLY - 30201);
        assertAnnounced(logs, anna, 9400);
        assertAnnounced(logs, bruno, 18800);
        assertAnnounced(logs, carla, 100); // as the round left it, not as the transfer did
        assertAnnounced(logs, dario, 100);
    }

    function test_a_holder_recorded_during_the_sweep_is_no_part_of_it() public {
        val.evaporate();
        vm.recordLogs();
        val.transfer(person("new"), 5000);
        vm.assertEq(val.unsettled(), 3, "the sweep does not grow");
        val.settle(9);
        (uint256 times,) = announced(vm.getRecordedLogs(), person("new"));
        vm.assertEq(times, 0, "announced with the next round");
        assertBalance(person("new"), 5000);
        val.evaporate();
        assertBalance(person("new"), 4700);
    }

    function test_a_new_round_is_refused_while_more_than_a_batch_is_unsettled() public {
        val.evaporate();
        assertReason(address(this), abi.encodeCall(val.evaporate, ()), "Settle the last round first");
        vm.assertEq(val.round(), 1, "no second round");
        assertBalance(anna, 9400);
    }

    function test_a_new_round_finishes_the_last_sweep_within_its_batch() public {
        val.evaporate();
        val.settle(1);
        vm.recordLogs();
        // carla and dario are settled for the first round, which uses the batch up.
        vm.assertEq(val.evaporate(), SUPPLY - 1801 - 564 - 1128, "returned");
        vm.assertEq(val.unsettled(), 5, "everybody, the Owner included");
        vm.assertEq(vm.getRecordedLogs().length, 2, "events");
        assertBalance(anna, 8836);
        assertBalance(bruno, 17672);
    }

    function test_mint_before_the_sweep_reaches_the_Owner_announces_the_balance_before_it() public {
        val.evaporate();
        val.settle(1);
        val.evaporate();
        vm.recordLogs();
        val.mint(77);
        val.settle(9);
        assertAnnounced(vm.getRecordedLogs(), address(this), SUPPLY - 30201);
        assertBalance(address(this), SUPPLY - 30201 + 77);
    }

    function test_the_zero_address_is_cut_at_once_in_the_reported_supply() public {
        val.transfer(NOBODY, 10000);
        vm.assertEq(val.evaporate(), SUPPLY - 1801 - 600, "returned");
        vm.assertEq(val.unsettled(), 4, "not reached yet");
        assertBalance(NOBODY, 9400);
        vm.assertEq(val.totalSupply(), SUPPLY - 1801 - 10000, "reported");
    }

    function test_holdersFrom_shows_the_round_to_those_unsettled() public {
        val.evaporate();
        (, uint256[] memory balances) = val.holdersFrom(3, 1);
        vm.assertEq(balances[0], 18800, "bruno");
    }

    function assertAnnounced(Vm.Log[] memory logs, address who, uint256 expected) private pure {
        (uint256 times, uint256 balance) = announced(logs, who);
        vm.assertEq(times, 1, "announced once");
        vm.assertEq(balance, expected, "the balance after the round");
    }
}
