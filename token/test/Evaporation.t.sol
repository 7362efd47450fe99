// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Scene} from "./Scene.sol";
import {vm, Vm} from "./Vm.sol";

/// @dev evaporate() in section 4 of the specification, row by row.
contract EvaporationTest is Scene {
    function afterRound(uint256 balance) private returns (uint256) {
        val.transfer(anna, balance);
        val.evaporate();
        return val.balanceOf(anna);
    }

    function test_evaporate_skips_the_Owner() public {
        val.evaporate();
        assertBalance(address(this), SUPPLY);
    }

    function test_evaporate_leaves_a_balance_of_100() public {
        vm.assertEq(afterRound(100), 100, "strictly above 100");
    }

    function test_evaporate_leaves_a_balance_below_100() public {
        vm.assertEq(afterRound(99), 99, "untouched");
    }

    function test_evaporate_brings_101_down_to_100() public {
        vm.assertEq(afterRound(101), 100, "floor");
    }

    function test_evaporate_brings_105_down_to_exactly_100() public {
        vm.assertEq(afterRound(105), 100, "99 would be below the floor");
    }

    function test_evaporate_brings_106_down_to_100_by_the_rate_itself() public {
        vm.assertEq(afterRound(106), 100, "106 - 6");
    }

    function test_evaporate_takes_6_percent_rounded_down() public {
        vm.assertEq(afterRound(1016), 956, "1016 * 6 / 100 = 60");
    }

    function test_evaporate_multiplies_by_6_before_it_divides_by_100() public {
        vm.assertEq(afterRound(199), 188, "199 * 6 / 100 = 11, while 199 / 100 * 6 = 6");
    }

    function testFuzz_evaporate_any_balance(uint256 balance) public {
        balance %= SUPPLY + 1;
        uint256 expected = balance;
        if (balance > 100) {
            expected = balance - balance * 6 / 100;
            if (expected < 100) expected = 100;
        }
        vm.assertEq(afterRound(balance), expected, "by the text");
    }

    function test_evaporate_burns_what_it_takes() public {
        val.transfer(anna, 10000);
        val.evaporate();
        assertBalance(anna, 9400);
        assertBalance(address(this), SUPPLY - 10000);
        vm.assertEq(val.totalSupply(), SUPPLY - 600, "supply");
    }

    function test_evaporate_emits_one_BalanceAfterEvaporating_per_recorded_holder_in_order() public {
        val.transfer(anna, 10000);
        val.transfer(bruno, 50);
        val.transfer(carla, 1);
        vm.prank(carla);
        val.transfer(bruno, 1);
        expectEvent();
        emit BalanceAfterEvaporating(address(this), SUPPLY - 10051);
        expectEvent();
        emit BalanceAfterEvaporating(anna, 9400);
        expectEvent();
        emit BalanceAfterEvaporating(bruno, 51);
        expectEvent();
        emit BalanceAfterEvaporating(carla, 0);
        vm.recordLogs();
        val.evaporate();
        vm.assertEq(vm.getRecordedLogs().length, 4, "and nothing else");
    }

    function test_evaporate_returns_and_stores_the_Owner_plus_all_recorded_holders() public {
        val.transfer(anna, 10000);
        val.transfer(bruno, 50); // counted though not above 100
        uint256 supply = val.evaporate();
        vm.assertEq(supply, SUPPLY - 600, "returned");
        vm.assertEq(val.totalSupply(), supply, "stored");
    }

    function test_evaporate_cuts_the_zero_address_and_counts_it_in_what_it_returns() public {
        val.transfer(NOBODY, 10000);
        uint256 supply = val.evaporate();
        assertBalance(NOBODY, 9400);
        vm.assertEq(supply, SUPPLY - 600, "returned: all recorded holders");
        vm.assertEq(val.totalSupply(), SUPPLY - 10000, "reported: without the zero address");
    }

    function test_evaporate_twice_cuts_twice() public {
        val.transfer(anna, 10000);
        val.evaporate();
        vm.assertEq(val.evaporate(), SUPPLY - 600 - 564, "returned");
        assertBalance(anna, 8836);
        vm.assertEq(val.round(), 2, "rounds");
    }

    function test_due_foretells_what_a_round_takes() public {
        val.transfer(anna, 10000);
        val.transfer(bruno, 103);
        vm.assertEq(val.due(), 603, "600 + 3");
        vm.assertEq(val.evaporate(), SUPPLY - 603, "taken");
        vm.assertEq(val.due(), 564, "the next one");
    }

    /// @dev Every step across the threshold, the floor and the first balance that the floor leaves alone.
    function test_due_is_exact_around_the_threshold() public {
        for (uint256 low = 98; low <= 108; low++) {
            for (uint256 high = low; high <= 108; high++) {
                val.transfer(anna, low);
                vm.assertEq(val.due(), taken(low), "credited from nothing");
                val.transfer(anna, high - low);
                vm.assertEq(val.due(), taken(high), "credited");
                vm.prank(anna);
                val.transfer(address(this), high - low);
                vm.assertEq(val.due(), taken(low), "debited");
                vm.prank(anna);
                val.transfer(address(this), low);
                vm.assertEq(val.due(), 0, "debited to nothing");
            }
        }
    }

    function taken(uint256 balance) private pure returns (uint256) {
        if (balance <= 100) return 0;
        return balance < 106 ? balance - 100 : 6;
    }
}
